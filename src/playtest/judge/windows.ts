import { estimateTokens } from "../../kernel/models/index.ts";
import { asData, asName } from "./fence.ts";
import type { Line } from "./transcript.ts";

/** A part of the transcript that is judged in one go. */
export type Window = {
  from: number;
  to: number;
  /** How many turns it is worth. */ weight: number;
  text: string;
};

/**
 * Cuts a transcript into windows of so many tokens, at turns where it can. Nothing is left out: what is longer than a
 * window is spread over several.
 */
export function windowsOf(lines: readonly Line[], tokens: number): Window[] {
  const size = (line: Line) => estimateTokens(lineText(line));
  const pieces = lines.flatMap((line) => (size(line) > tokens ? split(line, tokens) : [line]));
  const perTurn = [...Map.groupBy(pieces, ({ turn }) => turn).values()];
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
  for (const turn of perTurn) {
    const needed = turn.reduce((sum, line) => sum + size(line), 0);
    if (needed <= tokens) put(turn, needed);
    else for (const line of turn) put([line], size(line));
  }
  const lengths = new Map<number, number>();
  for (const { turn, text } of pieces) lengths.set(turn, (lengths.get(turn) ?? 0) + text.length + 1);
  return windows.map((group) => ({
    from: group[0]!.turn,
    to: group.at(-1)!.turn,
    weight: rounded(group.reduce((sum, { turn, text }) => sum + (text.length + 1) / lengths.get(turn)!, 0)),
    text: group.map(lineText).join("\n"),
  }));
}

/** Thirds of turns that are added up make a turn. */
const rounded = (weight: number): number => Math.round(weight * 1e6) / 1e6;

/** One thing that was said, under its heading. */
export const lineText = ({ turn, speaker, text }: Line): string =>
  `[turn ${turn}] ${asName(speaker)}:\n${text.trim() === "" ? "(says nothing)" : asData(text)}`;

/** Tokens are counted by bytes, three and a half to one: pieces are cut so that even the widest characters fit. */
function split(line: Line, tokens: number): Line[] {
  const longest = Math.max(200, Math.floor(tokens / 2));
  const pieces: Line[] = [];
  for (let rest = line.text; rest !== "";) {
    const end = rest.length <= longest ? rest.length : cutAt(rest, longest);
    pieces.push({ ...line, text: rest.slice(0, end) });
    rest = rest.slice(end);
  }
  return pieces;
}

/** At a sentence or a word where there is one near, and never inside of a pair. */
function cutAt(text: string, longest: number): number {
  const near = Math.max(
    text.lastIndexOf("\n", longest),
    text.lastIndexOf(". ", longest) + 1,
    text.lastIndexOf(" ", longest),
  );
  if (near > longest / 2) return near;
  return /[\ud800-\udbff]/.test(text[longest - 1]!) ? longest - 1 : longest;
}
