/** --fail-under and --fail-over. Gates that no session could pass are refused before anything is paid for. */
import { HarnessError } from "../../../kernel/errors/index.ts";
import { judgedMetricNames, type Gate } from "../../../playtest/index.ts";

export { readGates } from "../../../playtest/index.ts";

/** Of one session. */
export const gateFlags = {
  failUnder: {
    type: "list",
    value: "METRIC=N",
    help: "Exit 1 if a metric is below N or could not be measured: overall=70, recovery-rate=0.8, …",
  },
  failOver: {
    type: "list",
    value: "METRIC=N",
    help: "Exit 1 if a metric is above N or could not be measured: turns-per-pulse=3, points-lost=20, loops=0, …",
  },
} as const;

export function requireMeasurable(gates: readonly Gate[], { judge }: { judge?: string | undefined }): void {
  const judged = gates
    .map(({ metric }) => metric)
    .filter((metric) => judgedMetricNames.some((name) => name === metric));
  if (judge !== undefined || judged.length === 0) return;
  const [one, scores] = judged.length === 1 ? [true, "is a judge's score"] : [false, "are judge's scores"];
  throw new HarnessError({
    code: "missing-option",
    message: `${judged.join(" and ")} ${scores}, but no judge is set: the ${one ? "gate" : "gates"} cannot pass.`,
    remedy: `Add --judge MODEL, or remove the ${one ? "gate" : "gates"}.`,
  });
}
