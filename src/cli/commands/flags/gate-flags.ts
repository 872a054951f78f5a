/** Reads --fail-under and --fail-over. Gates that no session could pass are refused before anything is paid for. */
import { HarnessError } from "../../../kernel/errors/index.ts";
import { isJudged, readCeiling, readGate, type Gate, type MetricName } from "../../../playtest/index.ts";

export const readGates = ({
  failUnder,
  failOver,
}: {
  failUnder: readonly string[];
  failOver: readonly string[];
}): Gate[] => [...failUnder.map(readGate), ...failOver.map(readCeiling)];

export function requireMeasurable(gates: readonly Gate[], { judge }: { judge?: string | undefined }): void {
  const judged = gates.filter(({ metric }) => isJudged(metric as MetricName)).map(({ metric }) => metric);
  if (judge !== undefined || judged.length === 0) return;
  const [one, scores] = judged.length === 1 ? [true, "is a judge's score"] : [false, "are judge's scores"];
  throw new HarnessError({
    code: "bad-gate",
    message: `${judged.join(" and ")} ${scores}, but no judge is set: the ${one ? "gate" : "gates"} cannot pass.`,
    remedy: `Add --judge MODEL, or remove the ${one ? "gate" : "gates"}.`,
  });
}
