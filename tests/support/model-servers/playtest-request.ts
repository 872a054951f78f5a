/**
 * Parses a vendor's request to a simulated table: its wire format, the role and the turn. It uses only the request, as
 * a model would.
 */
import { wireFormats, type WireName } from "../../conformance/loopback/wire-formats.ts";

/** Who is asked. A character writer is booked as a player, and so is a player who reacts to the others. */
export type Part =
  | "narrator"
  | "player"
  | "cross-talk"
  | "spokesperson"
  | "classifier"
  | "reader"
  | "second-look"
  | "summariser"
  | "character";

export type AskedMessage = { role: string; text: string };

export type Asked = {
  vendor: WireName;
  /** The id that was asked for. */
  model: string;
  part: Part;
  /** The role under which the harness books it. */
  role: "narrator" | "player" | "spokesperson" | "classifier" | "observer";
  /** Who is played, where somebody is. */
  name: string;
  /** `joker`, `engaged` …, where the request says so. */
  archetype: string;
  system: string;
  messages: AskedMessage[];
  /** The message to be answered. */
  last: string;
  /** A structured answer is asked for. */
  structured: boolean;
  /** Every string of the request, wherever it stands in it. */
  text: string;
};

const parts: Array<[Part, Asked["role"], RegExp]> = [
  ["narrator", "narrator", /^# Story guide: /m],
  ["character", "player", /^You invent a character for a player/],
  ["player", "player", /^You are .+\. Tonight you sit at a table with/],
  [
    "spokesperson",
    "spokesperson",
    /^You are .+\. You play an interactive story with .+ and speak for the group\./,
  ],
  ["classifier", "classifier", /^You classify what the narrator/],
  ["reader", "observer", /^You read the transcript of a game/],
  ["summariser", "observer", /^You sum up an interactive story/],
];

export function readAsked(vendor: string, path: string, body: Record<string, unknown>): Asked | undefined {
  if (!(vendor in wireFormats) || path !== `/v1${wireFormats[vendor as WireName].path}`) return undefined;
  const all = [
    ...(body.system === undefined ? [] : [{ role: "system", text: textOf(body.system) }]),
    ...((body.messages ?? body.input) as Array<{ role: string; content: unknown }>).map(
      ({ role, content }) => ({ role, text: textOf(content) }),
    ),
  ];
  const isSystem = ({ role }: AskedMessage) => role === "system" || role === "developer";
  const systems = all.filter(isSystem).map(({ text }) => text);
  // For a vendor without schemas, the schema is in words beside the instructions.
  const system = systems.find((text) => parts.some(([, , form]) => form.test(text))) ?? systems.join("\n\n");
  const found = parts.find(([, , form]) => form.test(system));
  if (!found) return undefined;
  const messages = all.filter((message) => !isSystem(message));
  const last = messagesIn(body).at(-1)?.text ?? "";
  const text = strings(body).join("\n");
  return {
    vendor: vendor as WireName,
    model: String(body.model),
    part: partOf(found[0], messages, last),
    role: found[1],
    name:
      /^You are (.+?)\. (?:Tonight|You play) /.exec(system)?.[1] ??
      /^The character's name: (.+?)\. How the player/m.exec(last)?.[1] ??
      "",
    archetype: (/How you play \(The (\w+)\)/.exec(system)?.[1] ?? "").toLowerCase(),
    system,
    messages,
    last,
    structured: /json.?schema/i.test(JSON.stringify(body)),
    text,
  };
}

/** The turn that a narrator is asked for: it has told one output for every turn before. */
export const narratorTurn = ({ messages }: Pick<Asked, "messages">): number =>
  messages.filter(({ role }) => role === "assistant").length + 1;

/** A second look has the prompt of the reading, and a reaction that of the player, without the turn's dice. */
function partOf(part: Part, messages: readonly AskedMessage[], last: string): Part {
  if (part === "reader" && last.startsWith("CHECKING")) return "second-look";
  return part === "player" && !messages.some(({ text }) => /^This turn: /m.test(text)) ? "cross-talk" : part;
}

/** The last turn that a reader gets: the table may be at a later one by then. */
export const readTurn = ({ part, messages }: Pick<Asked, "part" | "messages">): number | undefined =>
  part === "reader" || part === "second-look"
    ? Math.max(
        ...messages
          .flatMap(({ text }) => [...text.matchAll(/<<< TURN (\d+) /g)])
          .map(([, turn]) => Number(turn)),
      )
    : undefined;

/** Some vendors get consecutive messages of one role as the parts of one message. */
export const messagesIn = (body: Record<string, unknown>): AskedMessage[] =>
  ((body.messages ?? body.input) as Array<{ role: string; content: unknown }>).flatMap(({ role, content }) =>
    (Array.isArray(content) ? content : [content]).map((part: unknown) => ({ role, text: textOf([part]) })),
  );

/** Content is a string with some vendors and a list of parts with others. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: string | { text?: string }) => (typeof part === "string" ? part : (part.text ?? "")))
    .join("");
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}
