/** What a finding rests on, in words. */
import type { IssueRow, Quote } from "../../../src/contract/index.ts";
import { percent } from "../ui/format.ts";

/** The quote it is compared with, then the one of its own turn: the earliest and the latest if there are more. */
export function sidesOf({ turn, evidence }: Pick<IssueRow, "turn" | "evidence">): Quote[] {
  const own = evidence.findLast((quote) => quote.turn === turn) ?? evidence.at(-1);
  const other = evidence.find((quote) => quote !== own && quote.text !== own?.text);
  return [other, own].flatMap((quote) => quote ?? []).sort((a, b) => a.turn - b.turn);
}

/** Who found it, and why it counts: a reader's own confidence does not decide. */
export const foundWords = ({ source, confidence }: Pick<IssueRow, "source" | "confidence">): string =>
  source.includes("reader: ")
    ? `Found by ${sourceWords(source)}, ${percent(confidence)} sure at first; confirmed by a second look`
    : `Found by ${sourceWords(source)}`;

/** "mechanical, reader: MODEL" in words; a source of another form stays as it is. */
export function sourceWords(source: string): string {
  const parts = /^(mechanical)?(?:, )?(?:reader: (.+))?$/.exec(source);
  const by = [parts?.[1] && "a mechanical check", parts?.[2] && `reader model ${parts[2]}`].filter(Boolean);
  return by.length > 0 ? by.join(" and ") : source;
}
