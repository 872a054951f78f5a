/** Descriptions of runs. */
import type { CheckOutcome, RetrievalOverview, RunDigest } from "../../../src/contract/index.ts";
import { count, when } from "../ui/format.ts";

export const gateWords: Record<CheckOutcome["verdict"]["outcome"], string> = {
  failed: "gates failed",
  passed: "gates passed",
  undecided: "undecided",
  stopped: "stopped",
  done: "no gate",
};

/** Later partial runs that failed: the scores on the page are not theirs, but their verdict must be seen. */
export const failedSince = (trend: readonly RunDigest[], latest: string): RunDigest[] =>
  trend
    .slice(trend.findIndex(({ results }) => results === latest) + 1)
    .filter(({ verdict }) => verdict?.outcome === "failed");

/** The default target. Until there are results, "offline" is preferred to "built-in", which would need a key. */
export function firstTarget(
  { targets, usual, same }: RetrievalOverview["can_run"],
  hasResults: boolean,
): string {
  const wanted = same ?? usual;
  return !hasResults && wanted === "built-in" && targets.includes("offline") ? "offline" : wanted;
}

/** Results may be of a system that the server was not started with. */
export const cannotAsk = ({
  target,
  can_run: { same },
}: Pick<RetrievalOverview, "target" | "can_run">): string | null =>
  same === null
    ? `This server cannot ask ${target}: start it with serve --target, or set retrieval.target in the settings.`
    : null;

/** What this server has to check, to ask and to compare with. */
export const checkChoices = ({ can_run: { banks, targets }, trend }: RetrievalOverview) => ({
  banks: banks.map(({ mechanism, tests }) => ({
    value: mechanism,
    text: `${mechanism}: ${count(tests, "test")}`,
    disabled: tests === 0,
  })),
  target: targets.map((ask) => ({
    value: ask,
    text: ask === "offline" ? "offline: needs no key" : ask,
  })),
  baseline: trend
    .toReversed()
    .map(({ results, at }) => ({ value: results, text: `${when(at)}: ${results}` })),
});
