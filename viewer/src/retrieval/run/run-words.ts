/** Descriptions of runs. */
import type { CheckOutcome, RetrievalOverview, RunDigest } from "../../../../src/contract/index.ts";
import { count, when } from "../../ui/format.ts";

type Verdict = CheckOutcome["verdict"];
export const gateWords: Record<Verdict, string> = {
  failed: "gates failed",
  passed: "gates passed",
  undecided: "undecided",
  "no-verdict": "no verdict",
  "no-gate": "no gate",
};
export const gateTones = {
  failed: "bad",
  passed: "good",
  undecided: "warn",
  "no-verdict": "warn",
  "no-gate": "calm",
} as const;

export const groupWords = ({ tests, hard_fails }: { tests: number; hard_fails: number }): string =>
  hard_fails > 0 ? `${count(hard_fails, "hard fail")} of ${tests}` : count(tests, "test");

/** Later partial runs that failed: the scores on the page are not theirs, but their verdict must be seen. */
export const failedSince = (trend: readonly RunDigest[], latest: string): RunDigest[] =>
  trend
    .slice(trend.findIndex(({ results }) => results === latest) + 1)
    .filter(({ outcome }) => outcome?.verdict === "failed");

/** The caption of the trend: its range, and what is not part of it. */
export function trendCaption(whole: ReadonlyArray<Pick<RunDigest, "at">>, others: number): string {
  const reach =
    whole.length > 1
      ? `${when(whole[0]?.at)} to ${when(whole.at(-1)?.at)}, ${count(whole.length, "run")}.`
      : "One run so far; a trend needs two.";
  return others === 0 ? reach : `${reach} ${count(others, "partial run")} not shown.`;
}

/** The default target. Until there are results, "offline" is preferred to "built-in", which would need a key. */
export function firstTarget(
  { targets, usual, same }: RetrievalOverview["can_run"],
  hasResults: boolean,
): string {
  const wanted = same ?? usual;
  return !hasResults && wanted === "built-in" && targets.some(({ ask }) => ask === "offline")
    ? "offline"
    : wanted;
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
  target: targets.map(({ ask }) => ({
    value: ask,
    text: ask === "offline" ? "offline: needs no key" : ask,
  })),
  baseline: trend
    .toReversed()
    .map(({ results, at }) => ({ value: results, text: `${when(at)}: ${results}` })),
});
