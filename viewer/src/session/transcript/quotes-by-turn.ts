import type { Issue } from "../../../../src/contract/index.ts";
import type { WantedQuote } from "./mark-quotes.ts";

/** Both quotes of every issue, by the turn they are from. */
export function quotesByTurn(
  issues: readonly Issue[],
  chosen: Issue | undefined,
): Map<number, WantedQuote[]> {
  const all = issues.flatMap((issue) =>
    issue.evidence.map(({ turn, text }) => ({ turn, text, chosen: issue === chosen })),
  );
  return Map.groupBy(all, ({ turn }) => turn);
}
