/** Gates of a matrix: what the means over its sessions must come up to. */
import type { MatrixPlan, MatrixRow } from "../../../../contract/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { isJudged, metricNames } from "../../../compare/index.ts";
import { failedGate, needsReader, passedGate, type Gate } from "../../../metrics/index.ts";
import { counts, summaryOf } from "../metric-summaries.ts";

const judged = metricNames.filter(isJudged);

/** Why gates failed, one line each: the mean over all sessions that were played and not broken by players. A metric that no session has fails. */
export function failedMeans(
  rows: readonly MatrixRow[],
  gates: readonly Gate[],
  { config }: Pick<MatrixPlan, "config">,
): string[] {
  // A session that the judge could not score must not drop out of the mean.
  const unscored =
    config.judge === undefined
      ? 0
      : rows.filter((row) => counts(row) && judged.every((metric) => row.metrics[metric] == null)).length;
  // Nor may a session that the reader could not read drop out of a mean unnoticed.
  const read = Map.groupBy(rows.filter(counts), ({ metrics }) => metrics["failures"] != null);
  const asked = read.has(true) || (config.observer ?? "none") !== "none";
  const unread = asked ? (read.get(false) ?? []).length : 0;
  return gates.flatMap((gate) => {
    const { metric } = gate;
    const { mean, n } = summaryOf(rows, metric);
    if (unread > 0 && mean !== null && (metric === "overall" || needsReader(metric)))
      return [`Gate failed: ${metric}: too few turns were read in ${counted(unread, "session")}.`];
    if (metric === "overall" && "least" in gate && mean !== null && unscored > 0)
      return [
        `Gate failed: ${metric} lacks the judge's part in ${counted(unscored, "session")} (required: ≥ ${gate.least}).`,
      ];
    return (
      failedGate(gate, mean, { missing: "could not be measured in any session", average: averageOver(n) }) ??
      []
    );
  });
}

/** Those that passed, with what was reached. */
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
