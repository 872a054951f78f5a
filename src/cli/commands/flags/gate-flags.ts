/** --fail-under and --fail-over. Gates that no session could pass are refused before anything is paid for. */
import { HarnessError } from "../../../kernel/errors/index.ts";
import { judgedMetricNames, type Gate } from "../../../playtest/index.ts";

export { readGates } from "../../../playtest/index.ts";

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
