/** The user's own narrator under test: an HTTP endpoint or a TypeScript module. */
import { z } from "zod";
import { dirname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import {
  narratorMarks,
  type Phase,
  type SessionConfig,
  type Story,
  type TurnRecord,
} from "../../contract/index.ts";
import {
  sendJson,
  type Gateway,
  type ResolvedModel,
  ProviderFailure,
  requireReachable,
} from "../../kernel/models/index.ts";
import { CREATION_TURNS, groupAnswer, narratorDirection, privateAnswers } from "../agents/index.ts";
import { addressLabel, isAddress } from "../../kernel/addresses/index.ts";
import { keepOut, SECRET_NAME } from "../../kernel/secrets/index.ts";
import type { Harness, Permits } from "../../kernel/run/index.ts";
import type { Narrator, SessionState } from "../session/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists, fileNotFound } from "../../kernel/store/index.ts";

/** The request to the user's own narrator: the contract of docs/guide/narrators.md. */
export type NarratorRequest = {
  version: 1;
  turn: number;
  phase: Phase;
  /** A model's task besides the story: create the characters, then begin. Empty in all later turns. */
  direction: string;
  /** The prompt and the guide, for narrators that use them. */
  prompt: string;
  story: string;
  guide: Story;
  players: string[];
  history: Array<{ turn: number; from: "narrator" | "group" | "player"; player?: string; text: string }>;
  /** The state that the narrator returned in the previous turn; null at first. */
  state: unknown;
};

const narratorAnswer = z
  .object(
    {
      text: z
        .string({ error: "`text` must be a string" })
        .refine((text) => text.trim() !== "", "`text` is empty"),
      marks: narratorMarks.optional(),
      state: z.unknown().optional(),
      keepsState: z.boolean({ error: "`keepsState` must be true or false" }).optional(),
    },
    { error: "expected an object" },
  )
  .refine(({ text, marks }) => (marks?.private ?? []).every((one) => text.includes(one.text)), {
    message: "each `marks.private[].text` must occur in `text`, word for word",
  });

const CONTRACT = "Return { text, marks?, state? } for each turn (see docs/guide/narrators.md), then resume.";

/** An HTTP endpoint or a TypeScript module as the narrator under test: `(history, state) → (text, marks, state)`. */
export function outsideNarrator({
  gateway,
  model,
  config,
  harness,
}: {
  gateway: Gateway;
  model: ResolvedModel;
  config: SessionConfig;
  harness: OutsideHarness;
}): Narrator {
  const names = config.group.players.map(({ name }) => name);
  const ask = isAddress(model.id)
    ? overHttp(model, config, harness)
    : moduleNarrator({ name: model.id, path: config.narratorPath }, harness.permits.permit);
  return {
    label: model.label,
    async tell({ records }: SessionState, { turn, signal }) {
      const history = records.flatMap((record) => historyOf(record, names));
      const request: NarratorRequest = {
        version: 1,
        turn,
        phase: turn <= CREATION_TURNS ? "creation" : "story",
        direction: narratorDirection(turn, config),
        prompt: config.systemPrompt,
        story: config.story,
        guide: config.storyGuide,
        players: names,
        history,
        state: records.at(-1)?.narrator.state ?? null,
      };
      // Prompt and guide are sent for narrators that want them; their use is not priced here.
      const counted = history.map(({ text }) => text).join("\n");
      const { answer } = await gateway.outside({
        call: `turn/${turn}/narrator`,
        role: "narrator",
        model,
        turn,
        signal,
        request,
        counted,
        schema: narratorAnswer,
        remedy: CONTRACT,
        send: (body, signal) => ask(body as NarratorRequest, signal),
      });
      return {
        text: answer.text,
        model: model.label,
        finish: "stop",
        marks: answer.marks,
        state: answer.state,
        keepsState: answer.keepsState,
      };
    },
  };
}

function historyOf(record: TurnRecord, names: readonly string[]): NarratorRequest["history"] {
  const { turn, narrator, relay } = record;
  const answer = groupAnswer(record, names);
  return [
    { turn, from: "narrator", text: narrator.text },
    ...privateAnswers(record, names).map(({ name, answer }) => ({
      turn,
      from: "player" as const,
      player: name,
      text: answer,
    })),
    ...(answer === ""
      ? []
      : [{ turn, from: "group" as const, ...(relay && { player: names[relay.seat]! }), text: answer }]),
  ];
}

/** What a narrator outside needs besides the gateway. */
export type OutsideHarness = Pick<Harness, "permits" | "settings" | "variable">;

const overHttp =
  (model: ResolvedModel, config: SessionConfig, harness: OutsideHarness) =>
  async (request: NarratorRequest, signal: AbortSignal) =>
    sendJson(await harness.permits.permit(addressOf(model, config)), {
      method: "POST",
      headers: headersFor(model.id, harness),
      body: request,
      signal,
    });

/** The headers that the settings name for an address. The value of a variable is sent, and stored nowhere. */
function headersFor(address: string, { settings, variable }: Pick<OutsideHarness, "settings" | "variable">) {
  const [, headers = {}] =
    Object.entries(settings.narratorHeaders).find(
      ([named]) => addressLabel(named) === addressLabel(address),
    ) ?? [];
  return Object.fromEntries(
    Object.entries(headers).map(([header, text]) => {
      const value = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
        const found = variable(name);
        if (found === undefined) throw unsetVariable(name, header);
        keepOut({ [name]: found });
        return found;
      });
      if (SECRET_NAME.test(header)) keepOut({ [header]: value });
      return [header, value];
    }),
  );
}

const unsetVariable = (name: string, header: string) =>
  new HarnessError({
    code: "bad-settings",
    message: `narratorHeaders: the header ${header} uses the environment variable ${name}, which is not set.`,
    remedy: `Set ${name}, or remove the header from the settings.`,
  });

/** What to ask permission for: the session says whether its address had a key. */
const addressOf = ({ name, id }: ResolvedModel, { pinned }: Pick<SessionConfig, "pinned">) => ({
  name,
  place: id,
  keyed: pinned?.keyed?.includes(name),
});

/** A narrator module: where it is found, and its errors. */
type Asked = (request: unknown, signal: AbortSignal) => Promise<unknown>;
/** Its given name, and its path when the session was planned. */
type Named = { name: string; path: string | undefined };
/** Says whether a module may be loaded or an address called; a stored folder may name any. */
export type Permit = Permits["permit"];

/** What a plan records of a narrator: its name, and for a module also its current file. */
export const narratorNamed = ({
  name,
  provider,
  id,
}: ResolvedModel): Pick<SessionConfig, "narratorModel" | "narratorPath"> => ({
  narratorModel: name,
  narratorPath: provider === "outside" && !isAddress(id) ? resolve(id) : undefined,
});

/**
 * Throws if the user's own narrator may not be used, loaded or reached: before a folder is made, and before any call.
 */
export async function requireNarrator(
  model: ResolvedModel,
  config: Pick<SessionConfig, "narratorPath" | "pinned">,
  harness: OutsideHarness & Pick<Harness, "clock" | "heard">,
): Promise<void> {
  const { clock, heard } = harness;
  const { permit } = harness.permits;
  const { provider, id, label } = model;
  if (provider !== "outside") return;
  if (!isAddress(id)) {
    await load({ name: id, path: config.narratorPath }, permit);
    return;
  }
  await permit(addressOf(model, config));
  headersFor(id, harness);
  // One that has answered before and fails now is retried at the next call.
  if (!heard.has(label)) await requireReachable(id, { who: `The narrator ${id}`, clock });
}

/** The module's default export is the function. An exception is its own fault and would recur: it is not retried. */
function moduleNarrator(named: Named, permit: Permit): Asked {
  return async (request, signal) => {
    const { tell, told } = await load(named, permit);
    try {
      return await tell(request, signal);
    } catch (error) {
      throw new ProviderFailure({
        code: "narrator-threw",
        message: `The narrator ${named.name} threw ${told(error)}`,
        remedy: "Fix it, then resume.",
        transient: false,
        billing: "none",
        cause: error,
      });
    }
  };
}

/** Loaded once: Node caches modules. */
async function load(
  named: Named,
  permit: Permit,
): Promise<{ tell: Asked; told: (error: unknown) => string }> {
  const place = found(named);
  const real = await permit({ name: named.name, place });
  const told = (error: unknown) => asNamed(`${said(error)}${at(error, real)}`, { place, real });
  const module = (await import(pathToFileURL(real).href).catch((error: unknown) => {
    throw unusable(named.name, told(error), error);
  })) as { default?: unknown };
  if (typeof module.default !== "function")
    throw unusable(named.name, "its default export is not a function");
  return { tell: module.default as Asked, told };
}

/** Its path when the session was planned; else, for a moved session, the same name here. */
function found({ name, path }: Named): string {
  const places = [...new Set([...(path === undefined ? [] : [path]), resolve(name)])];
  const there = places.find((place) => exists(place));
  if (there !== undefined) return there;
  throw fileNotFound(places.join(", "), {
    remedy: `Check the path of the narrator ${name}. To resume a session, restore the module, or run from the folder that the path is relative to.`,
  });
}

const unusable = (name: string, why: string, cause?: unknown) =>
  new HarnessError({
    code: "bad-file",
    message: `The narrator ${name} cannot be used: ${why}`,
    remedy:
      "Export default async ({ turn, history, state }) => ({ text, state }); see docs/guide/narrators.md.",
    cause,
  });

const said = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The first stack frame in the module itself, else the first of all. */
function at(error: unknown, path: string): string {
  const lines = (error instanceof Error ? (error.stack ?? "") : "").split("\n").map((line) => line.trim());
  const line = lines.find((text) => text.includes(path)) ?? lines.find((text) => text.startsWith("at "));
  return line === undefined ? "" : ` (${line.replace("file://", "")})`;
}

/** A link is shown by its own name, not by its target. */
const asNamed = (text: string, { place, real }: { place: string; real: string }): string =>
  text.replaceAll(real, place).replaceAll(`${dirname(real)}${sep}`, `${dirname(place)}${sep}`);
