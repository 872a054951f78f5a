import type { Quote } from "../../contract/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import { holds, isTooShort, normaliseQuote, plainQuote } from "../text/index.ts";
import type { Line } from "./transcript.ts";

/**
 * Whether quoted words stand in the transcript, in the turn that is named. Spacing, kinds of quotation marks and dashes,
 * emphasis and capitals are forgiven; what was left out may be marked by dots. Gives what is wrong, or nothing.
 */
export function quoteProblem({ turn, text }: Quote, lines: readonly Line[]): string | undefined {
  const wanted = plainQuote(text);
  const said = lines.map((line) => ({ turn: line.turn, text: plainLine(line) }));
  if (
    isTooShort(wanted) &&
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
  const known = plainLines.get(line) ?? normaliseQuote(line.text);
  plainLines.set(line, known);
  return known;
}

const shown = (text: string): string => shorten(text, 120);
