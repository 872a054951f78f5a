/** What a judge reads: the session's lines, cut into windows and fenced off as data. */
import { createHash } from "node:crypto";
import { estimateTokens } from "../../kernel/models/index.ts";
import { visible } from "../../kernel/report/index.ts";
import { messagesOf } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";

export type Line = {
  turn: number;
  role: "narrator" | "player" | "spokesperson";
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
      role,
      speaker: speakerOf({ role, player, audience }, names),
      text: content,
    })),
  );
}

function speakerOf(
  { role, player = "?", audience }: { role: Line["role"]; player?: string; audience?: readonly number[] },
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

export type Window = {
  from: number;
  to: number;
  /** Its length in turns. */
  weight: number;
  text: string;
};

/**
 * Cuts a transcript into windows of this many tokens, between turns if possible. A longer turn is spread over several
 * windows, and a longer message has one of its own.
 */
export function windowsOf(lines: readonly Line[], tokens: number): Window[] {
  const size = (line: Line) => estimateTokens(lineText(line));
  const windows: Line[][] = [];
  let room = 0;
  const put = (group: readonly Line[], needed: number) => {
    if (windows.length === 0 || needed > room) {
      windows.push([]);
      room = tokens;
    }
    windows.at(-1)!.push(...group);
    room -= needed;
  };
  for (const turn of Map.groupBy(lines, ({ turn }) => turn).values()) {
    const needed = turn.reduce((sum, line) => sum + size(line), 0);
    if (needed <= tokens) put(turn, needed);
    else for (const line of turn) put([line], size(line));
  }
  const lengths = new Map<number, number>();
  for (const { turn, text } of lines) lengths.set(turn, (lengths.get(turn) ?? 0) + text.length + 1);
  return windows.map((group) => ({
    from: group[0]!.turn,
    to: group.at(-1)!.turn,
    weight: rounded(group.reduce((sum, { turn, text }) => sum + (text.length + 1) / lengths.get(turn)!, 0)),
    text: group.map(lineText).join("\n"),
  }));
}

/** Three thirds of a turn must add up to one. */
const rounded = (weight: number): number => Math.round(weight * 1e6) / 1e6;

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
