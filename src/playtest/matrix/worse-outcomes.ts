import type { BaselineResult, MatrixRow } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { mcnemar } from "../../kernel/stats/index.ts";
import { p } from "./shown.ts";

export type RowPair = { before: MatrixRow; after: MatrixRow };

const ALPHA = 0.05;

const failed = ({ outcome }: MatrixRow): boolean => outcome === "failed" || outcome === "crashed";
const timeout = ({ outcome }: MatrixRow): boolean => outcome === "timeout";

/** A session that crashed is counted as failed. */
export function outcomesOf(pairs: readonly RowPair[]): BaselineResult["outcomes"] {
  const count = (of: "before" | "after") => ({
    failed: pairs.filter((pair) => failed(pair[of])).length,
    timeout: pairs.filter((pair) => timeout(pair[of])).length,
  });
  return { before: count("before"), after: count("after") };
}

/**
 * Did sessions end worse than before? Sessions end badly by luck too, so that one more is no evidence: more is worse
 * by McNemar's test over groups. Only where nothing failed before is a failure told at once, past what is tolerated.
 */
export function worseOutcomes(
  pairs: readonly RowPair[],
  { tolerate = 0 }: { tolerate?: number } = {},
): string[] {
  const { before, after } = outcomesOf(pairs);
  const line = (what: string, from: number, to: number, why: string) =>
    `${what}: ${from} before, ${to} now, of ${counted(pairs.length, "paired session")}${why}.`;
  const tested = (is: (row: MatrixRow) => boolean) => {
    const value = testOf(pairs, is);
    return value !== null && value <= ALPHA ? ` (McNemar over groups, p ${p(value)})` : null;
  };
  const fresh =
    before.failed === 0 && after.failed > tolerate ? (tolerate > 0 ? ` (tolerated: ${tolerate})` : "") : null;
  const moreFailed = fresh ?? tested(failed);
  if (moreFailed !== null) return [line("More sessions failed", before.failed, after.failed, moreFailed)];
  // One that failed and now runs out of turns has not got worse; one that ended and now runs out of turns has.
  const moreBad = tested((row) => failed(row) || timeout(row));
  return moreBad === null
    ? []
    : [
        line(
          "More sessions failed or ran out of turns",
          before.failed + before.timeout,
          after.failed + after.timeout,
          moreBad,
        ),
      ];
}

/** Null: it did not get worse. Sessions of one group have their luck in common, so that a group counts once. */
function testOf(pairs: readonly RowPair[], is: (row: MatrixRow) => boolean): number | null {
  const changes = [...Map.groupBy(pairs, ({ after }) => `${after.story}/${after.seed}`).values()].map(
    (group) =>
      Math.sign(group.reduce((sum, { before, after }) => sum + Number(is(after)) - Number(is(before)), 0)),
  );
  const [worse, better] = [
    changes.filter((change) => change > 0).length,
    changes.filter((change) => change < 0).length,
  ];
  return worse <= better ? null : mcnemar(worse, better);
}
