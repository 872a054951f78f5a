/** What a judge reads: the session's lines, fenced off as data. */
import { createHash } from "node:crypto";
import type { Message } from "../../contract/index.ts";
import { visible } from "../../kernel/report/index.ts";
import { messagesOf } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";

export type Line = {
  turn: number;
  /** Who said it, and to whom if not to all. */
  speaker: string;
  text: string;
};

/** Everything that was said, in order: this is judged, and quotes are looked up in it. */
export function transcriptOf({ records, config }: Pick<SessionState, "records" | "config">): Line[] {
  const names = config.group.players.map(({ name }) => name);
  return records.flatMap((record) =>
    messagesOf(record, names).map(({ turn, role, player, audience, content }) => ({
      turn,
      speaker: speakerOf({ role, player, audience }, names),
      text: content,
    })),
  );
}

function speakerOf(
  { role, player = "?", audience }: Pick<Message, "role" | "player" | "audience">,
  names: readonly string[],
): string {
  if (role === "narrator")
    return audience === undefined
      ? "Narrator"
      : `Narrator, to ${audience.map((seat) => names[seat] ?? "?").join(", ") || "nobody"} alone`;
  if (role === "spokesperson") return `${player}, for the group`;
  return audience === undefined ? `${player}, at the table` : `${player}, to the narrator alone`;
}

export const transcriptHash = (lines: readonly Line[]): string =>
  hashOf(lines.map(({ turn, speaker, text }) => [turn, speaker, text]));

/** Short enough for a file name, long enough to be unique. */
export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

export const lineText = ({ turn, speaker, text }: Line): string =>
  `[turn ${turn}] ${asName(speaker)}:\n${text.trim() === "" ? "(says nothing)" : asData(text)}`;

/**
 * Marks material as data. It is between two marker lines with a number derived from the material, and each of its lines
 * starts with `> `, which no marker and no heading does. So nothing said in a session can end the material, start
 * another part, or impersonate another speaker.
 */
export function fence(name: string, body: string): string {
  const id = createHash("sha256").update(`0 ${body}`).digest("hex").slice(0, 16);
  return [`===== BEGIN ${name} ${id} =====`, body, `===== END ${name} ${id} =====`].join("\n");
}

/** Everything that some reader treats as a line break. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Quoted words: every line marked. */
export const asData = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map((line) => `> ${visible(line)}`.trimEnd())
    .join("\n");

/** A name for a heading: one line, and no longer than a name. */
export const asName = (text: string): string =>
  visible(text)
    .split(LINE_BREAK)
    .join(" ")
    .replaceAll(/[[\]=]/g, "")
    .slice(0, 80);
