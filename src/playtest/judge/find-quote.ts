import type { Quote } from "../../contract/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import type { Line } from "./transcript.ts";

/** Fewer characters could stand anywhere, and prove nothing. Where words are left out, one piece at least is as long. */
const SHORTEST = 12;
const SHORTEST_PART = 6;
/** In scripts that write a word with a character or two, one says as much as three letters. */
const sizeOf = (text: string): number =>
  text.length + 2 * (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0);

/**
 * Whether quoted words stand in the transcript, in the turn that is named. Spacing, kinds of quotation marks and dashes,
 * emphasis and capitals are forgiven; what was left out may be marked by dots. Gives what is wrong, or nothing.
 */
export function quoteProblem({ turn, text }: Quote, lines: readonly Line[]): string | undefined {
  const wanted = plain(text).replace(/^["' ]+|["' ]+$/g, "");
  const said = lines.map((line) => ({ turn: line.turn, text: plainLine(line) }));
  if (
    sizeOf(wanted) < SHORTEST &&
    !said.some((line) => line.turn === turn && line.text !== "" && line.text === wanted)
  )
    return `the quote ${JSON.stringify(shown(text))} is too short to prove anything`;
  const found = said.filter((line) => holds(line.text, wanted));
  if (found.some((line) => line.turn === turn)) return undefined;
  if (found.length > 0)
    return `the quote ${JSON.stringify(shown(text))} does not stand in turn ${turn} but in turn ${found[0]!.turn}`;
  return `the quote ${JSON.stringify(shown(text))} does not stand in the transcript`;
}

/** Kept while the line is: every quote of every window is looked up in all of them. */
const plainLines = new WeakMap<Line, string>();

function plainLine(line: Line): string {
  const known = plainLines.get(line) ?? plain(line.text);
  plainLines.set(line, known);
  return known;
}

function holds(text: string, wanted: string): boolean {
  if (text.includes(wanted)) return true;
  const parts = wanted.split(/ ?(?:\[ ?\.\.\. ?\]|\( ?\.\.\. ?\)|\.\.\.) ?/).filter((part) => part !== "");
  if (parts.some((part) => sizeOf(part) < SHORTEST_PART) || !parts.some((part) => sizeOf(part) >= SHORTEST))
    return false;
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

/** What copying changes and meaning does not. */
export const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, (char) => (/\s/.test(char) ? " " : ""))
    .replaceAll(/[‘’‚‛`´′]/g, "'")
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]+|--+/g, "-")
    .replaceAll(/[*_>]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();

const shown = (text: string): string => shorten(text, 120);
