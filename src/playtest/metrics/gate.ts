import type { SessionMetrics } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { missingFrom } from "./composite.ts";
import { lessIsBetter, metricOf, scaleOf, scoredMetrics, type ScoredMetric } from "./scored-metrics.ts";

/** The least that a metric must reach. */
export type Gate = { metric: ScoredMetric; least: number };

const gated = scoredMetrics.filter((name) => !lessIsBetter.has(name));

/** Reads `METRIC=N`. What nothing could reach, or nothing could miss, is no gate. */
export function readGate(text: string): Gate {
  const [, name = "", value = ""] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
  const metric = gated.find((known) => known === name.trim());
  const least = value.trim() === "" ? Number.NaN : Number(value);
  const [lowest, highest] = metric === undefined ? [] : scaleOf(metric);
  if (metric !== undefined && least >= lowest! && least <= highest!) return { metric, least };
  const wrong =
    metric === undefined ? `${suggestion(name, gated)} Known: ${gated.join(", ")}.`
    : value.trim() === "" ? "Its number is missing: =N."
    : Number.isNaN(least) ? `"${value}" is no number.`
    : `${metric} goes from ${lowest} to ${highest}.`;
  throw new HarnessError({ code: "bad-gate", message: `--fail-under ${text} is no gate. ${wrong.trim()}`, remedy: "Write METRIC=N, such as --fail-under overall=70 or --fail-under recovery-rate=0.8." });
}

/** What gates asked for and got, one line each: for a run in which all of them passed. */
export const passedGates = (metrics: SessionMetrics | null, gates: readonly Gate[]): string[] => gates.map(({ metric, least }) => `Gate passed: ${metric} is ${shown(metrics && metricOf(metrics, metric))}, at least ${least}.`);

const shown = (value: number | null): string => (value === null ? "-" : String(Number(value.toFixed(3))));

/**
 * Why gates failed, one line each. What could not be measured passes none. Nor does a score that lacks the part of a
 * judge who was asked for: else who confounds the judge would be spared its part.
 */
export function failedGates(metrics: SessionMetrics | null, gates: readonly Gate[], { judged = false }: { judged?: boolean } = {}): string[] {
  const unscored = judged && metrics !== null && missingFrom(metrics.composite).includes("quality");
  return gates.flatMap(({ metric, least }) => {
    const value = metrics && metricOf(metrics, metric);
    if (value === null || !Number.isFinite(value)) return [`${metric} could not be measured, and what is missing passes no gate (asked for: ${least}).`];
    if (metric === "overall" && unscored) return [`${metric} is ${value} without the judge's part, which was asked for and is missing: that passes no gate (asked for: ${least}).`];
    return value < least ? [`${metric} is ${shown(value)}, under ${least}.`] : [];
  });
}
