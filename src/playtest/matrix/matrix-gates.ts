import type { MatrixPlan, MatrixRow } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { Gate } from "../metrics/index.ts";
import { counts, summaryOf } from "./summaries.ts";

const judged = ["coherence", "atmosphere", "player-agency", "pacing", "story-guide-adherence", "character-integration", "fun-factor"];

/** Why gates failed, one line each: the mean over all sessions that were played and not broken by players. What nobody has passes none. */
export function failedMeans(rows: readonly MatrixRow[], gates: readonly Gate[], { config }: Pick<MatrixPlan, "config">): string[] {
  // Else who confounds the judge would be spared its part.
  const unscored = config.judge === undefined ? 0 : rows.filter((row) => counts(row) && judged.every((metric) => row.metrics[metric] == null)).length;
  return gates.flatMap(({ metric, least }) => {
    const { mean, n } = summaryOf(rows, metric);
    if (mean === null) return [`${metric} could not be measured in any session, and what is missing passes no gate (asked for: ${least}).`];
    if (metric === "overall" && unscored > 0) return [`${metric} of ${counted(unscored, "session")} is without the judge's part, which was asked for and is missing: that passes no gate (asked for: ${least}).`];
    return mean < least ? [`${metric} is ${Number(mean.toFixed(3))} on average over ${counted(n, "session")}, under ${least}.`] : [];
  });
}
