/** Gates of a matrix: limits on the means over its sessions, and no regression from the baseline. */
import type { BaselineResult, MatrixPlan, MatrixRow, NoteCount } from "../../../../contract/index.ts";
import { counted, pText } from "../../../../kernel/report/index.ts";
import { isJudged, metricNames } from "../../../compare/index.ts";
import { failedGate, needsReader, passedGate, type Gate } from "../../../metrics/index.ts";
import { isOver, namesJudge } from "../matrix-rows.ts";
import { summaryOf } from "../metric-summaries.ts";

const judged = metricNames.filter(isJudged);

/** Why gates failed, one line each. The mean is over finished sessions. A metric that no session has fails. */
export function failedMeans(
  rows: readonly MatrixRow[],
  gates: readonly Gate[],
  { config, notes = [] }: Pick<MatrixPlan, "config"> & { notes?: readonly NoteCount[] },
): string[] {
  // A session that the judge could not score must not drop out of the mean.
  const unscored = namesJudge(config)
    ? rows.filter((row) => isOver(row) && judged.every((metric) => row.metrics[metric] == null)).length
    : 0;
  // Nor may a session that the reader could not read drop out of a mean unnoticed.
  const read = Map.groupBy(rows.filter(isOver), ({ metrics }) => metrics["failures"] != null);
  const asked = read.has(true) || (config.observer ?? "none") !== "none";
  const unread = asked ? (read.get(false) ?? []).length : 0;
  const why = unreadIn(notes);
  return gates.flatMap((gate) => {
    const { metric } = gate;
    const { mean, n } = summaryOf(rows, metric);
    if (unread > 0 && mean !== null && (metric === "overall" || needsReader(metric)))
      return [
        `Gate failed: ${metric}: too few turns were read in ${counted(unread, "session")}.${why === undefined ? "" : ` ${why}.`}`,
      ];
    if (metric === "overall" && "least" in gate && mean !== null && unscored > 0)
      return [
        `Gate failed: ${metric} lacks the judge's part in ${counted(unscored, "session")} (required: ≥ ${gate.least}).`,
      ];
    return (
      failedGate(gate, mean, {
        missing: `could not be measured in any session${why !== undefined && needsReader(metric) ? `: ${why}` : ""}`,
        average: averageOver(n),
      }) ?? []
    );
  });
}

/** What was not read, over all sessions, and the most frequent reason. Undefined: everything was, or nobody was asked. */
export function unreadIn(notes: readonly NoteCount[]): string | undefined {
  const unread = notes.find(({ code }) => code === "unread-turn");
  return (
    unread &&
    `${counted(unread.turns, "turn")} in ${counted(unread.sessions, "session")} not read (most often: ${unread.text})`
  );
}

/** The passed gates, with the values reached. */
export const passedMeans = (
  rows: readonly MatrixRow[],
  gates: readonly Gate[],
  plan: Pick<MatrixPlan, "config">,
): string[] =>
  gates.flatMap((gate) => {
    const { mean, n } = summaryOf(rows, gate.metric);
    return mean === null || failedMeans(rows, [gate], plan).length > 0
      ? []
      : [passedGate(gate, mean, { average: averageOver(n) })];
  });

const averageOver = (sessions: number): string => ` on average over ${counted(sessions, "session")}`;

/** A gate that cannot be judged fails. A passed gate says what was tested and what could not be. */
export function baselineGate(
  result: BaselineResult,
  { strict = false }: { strict?: boolean } = {},
): { passed: string[]; failed: string[] } {
  const { baseline, paired, prompts, withheld = [], testable = true, regressions, needs } = result;
  const { notJudged = [] } = result;
  const beside = `against the baseline ${baseline}`;
  const failed = [
    ...regressions,
    ...notJudged.map((what) => `Gate failed: it could not be judged ${beside}. ${what}`),
    ...(withheld.length > 0
      ? [
          `Gate failed: it could not be judged ${beside} (${withheld.join("; ")}). Use the same --max-turns and weights, or another baseline.`,
        ]
      : paired === 0
        ? [`Gate failed: no session could be paired with the baseline ${baseline}.`]
        : !testable && notJudged.length === 0
          ? [
              `Gate failed: ${counted(Math.max(...prompts.map(({ pairs, outcomeTest }) => outcomeTest?.groups ?? pairs)), "group")} cannot show a regression ${beside}.${needs ? ` Play at least ${needs.groups} to test how sessions end, ${needs.pairs} to test ${result.primaryMetric} too.` : " Play more."}`,
            ]
          : []),
  ];
  if (failed.length > 0) return { passed: [], failed };
  return {
    failed,
    passed: prompts
      .filter(({ pairs, outcomeTest }) => pairs > 0 || outcomeTest)
      .map(
        (each) =>
          `${isTested(each, result) ? "Gate passed" : "Nothing got worse (--strict), but neither test could run"}: prompt ${each.prompt} ${beside}: ${[...outcomeWords(each, needs), metricWords(each, result), ...(strict ? ["no session failed or crashed for the first time (--strict)"] : [])].join("; ")}.`,
      ),
  };
}

type OfPrompt = BaselineResult["prompts"][number];

const hasTooFewGroups = ({ outcomeTest: test }: OfPrompt, needs: BaselineResult["needs"]): boolean =>
  test?.method === "worse against better groups" && needs !== undefined && test.groups < needs.groups;

/** At least one of the two tests could have failed the gate. */
const isTested = (each: OfPrompt, { needs }: BaselineResult): boolean =>
  needs === undefined || each.pairs >= needs.pairs || !hasTooFewGroups(each, needs);

function outcomeWords(each: OfPrompt, needs: BaselineResult["needs"]): string[] {
  const { outcomeTest: test } = each;
  if (test === undefined) return [];
  return hasTooFewGroups(each, needs)
    ? [
        `sessions that end badly could not be tested (${counted(test.groups, "group")}; needs at least ${needs!.groups})`,
      ]
    : [`sessions that end badly ${pText(test.p)} (one-sided; ${test.alpha} or less fails)`];
}

/** Says so if there are too few pairs, or too few that differ. */
export function metricWords(
  { pairs, differ = pairs, p, verdict }: OfPrompt,
  { primaryMetric, needs }: Pick<BaselineResult, "primaryMetric" | "needs">,
): string {
  if (needs && differ < needs.pairs && verdict !== "better" && verdict !== "worse")
    return `${primaryMetric} ${pairs < needs.pairs ? `could not be tested (${counted(pairs, "pair")}` : `not significant (${differ} of ${counted(pairs, "pair")} ${differ === 1 ? "differs" : "differ"}`}; needs at least ${needs.pairs} pairs that differ)`;
  if (p === null) return `${primaryMetric} was not tested`;
  return `${primaryMetric} ${pText(p)} (two-sided${needs ? `; ${needs.alphaOfMetric} or less fails if it is worse` : ""})`;
}
