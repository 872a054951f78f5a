/** CI gates: `--fail-under` and `--fail-over`, parsed, checked and explained. */
import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import {
  betterMetric,
  judgedMetricNames,
  metricNames,
  metricsByName,
  needsBeats,
  needsReader,
  scaleOf,
} from "./metric-table.ts";
import { ENOUGH_READ, unreadText } from "./reading-coverage.ts";
import { failedText } from "../../kernel/report/index.ts";

/** The minimum or maximum of a metric, or the most episodes of a kind of the user's own. */
export type Gate = { metric: string } & ({ least: number } | { most: number });

/** The metrics that each flag accepts. */
export const gateMetrics: { under: readonly string[]; over: readonly string[] } = {
  under: metricNames.filter((name) => betterMetric(name) === "higher"),
  over: metricNames.filter((name) => betterMetric(name) === "lower"),
};

/** `overall ≥ 70`. `of`: " of house", in a matrix. */
export const gateName = (gate: Gate, of = ""): string =>
  `${gate.metric}${of} ${"least" in gate ? `≥ ${gate.least}` : `≤ ${gate.most}`}`;

type Flags = { failUnder?: readonly string[]; failOver?: readonly string[] };

/** Reads the METRIC=N of both flags. `own`: names of kinds of the user's own, whose episodes are counted. */
export function readGates({ failUnder = [], failOver = [] }: Flags, own: readonly string[] = []): Gate[] {
  const under: Gating = { option: "failUnder", known: gateMetrics.under };
  const over: Gating = { option: "failOver", known: [...gateMetrics.over, ...own] };
  return [
    ...failUnder.map((text) => {
      const { metric, number } = readBound(text, { ...under, otherwise: over, example: "overall=70" });
      return { metric, least: number };
    }),
    ...failOver.map((text) => {
      const { metric, number } = readBound(text, { ...over, otherwise: under, example: "loops=0" });
      return { metric, most: number };
    }),
  ];
}

type Gating = { option: "failUnder" | "failOver"; known: readonly string[] };

/** Refuses a number outside the scale: every session would fail it, or none. */
function readBound(
  text: string,
  { option, known, otherwise, example }: Gating & { otherwise: Gating; example: string },
): { metric: string; number: number } {
  const [, name = "", value = ""] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
  const metric = known.find((each) => each === name.trim());
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (metric !== undefined && isOnScale(metric, number)) return { metric, number };
  throw new HarnessError({
    code: "bad-value",
    option,
    message: `${optionText(option, text)} ${whyNot().trim()}`,
    remedy: `Write METRIC=N, such as ${optionText(option, example)}.`,
  });

  function whyNot(): string {
    if (metric === undefined && otherwise.known.some((each) => each === name.trim())) {
      const better = otherwise.option === "failOver" ? "lower" : "higher";
      return `is the wrong way. Use ${optionText(otherwise.option, text)}: ${better} is better.`;
    }
    if (metric === undefined)
      return `names no metric. ${suggestion(name, known)} Known: ${known.join(", ")}.`;
    if (value.trim() === "") return "lacks a number: =N.";
    if (Number.isNaN(number)) return `is wrong: "${value}" is not a number.`;
    return `is out of range: ${rangeText(metric)}`;
  }
}

export function isOnScale(metric: string, number: number): boolean {
  const [lowest, highest] = scaleOf(metric);
  return Number.isFinite(number) && number >= lowest && number <= highest;
}

export function rangeText(metric: string): string {
  const [lowest, highest] = scaleOf(metric);
  const end = highest === Infinity ? "up" : `to ${highest}`;
  return `${metric} ranges from ${lowest} ${end}.`;
}

/** What a gate is judged by; the rest says why numbers of a reader or a judge are missing. */
type Judged = Pick<SessionResult, "metrics" | "read" | "unjudged">;
type GateResult = { name: string; is: "passed" | "failed" | "missing"; says: string };

/** A missing value passes no gate. */
export function judgeGate(gate: Gate, { metrics, ...causes }: Judged): GateResult {
  const { metric } = gate;
  const name = gateName(gate);
  const value = metrics && metricsByName(metrics)[metric];
  const [required, holds, fails] = "least" in gate ? [gate.least, "≥", "<"] : [gate.most, "≤", ">"];
  if (value === null || value === undefined || !Number.isFinite(value)) {
    const why = metrics && reasonMissing(metrics, metric, causes);
    const because = why ? `: ${why.replace(/\.$/, "")}` : "";
    const says = `${metric} could not be measured${because} (required: ${holds} ${required}).`;
    return { name, is: "missing", says };
  }
  const passed = "least" in gate ? value >= required : value <= required;
  const says = `${metric} ${Number(value.toFixed(3))} ${passed ? holds : fails} ${required}.`;
  return { name, is: passed ? "passed" : "failed", says };
}

/** Too few turns were read for the reader's numbers. */
const isUnread = ({ read }: SessionMetrics): boolean => read.turns.length < ENOUGH_READ * read.of;

/** Undefined: there was no occasion to measure it. */
export function reasonMissing(
  metrics: SessionMetrics,
  metric: string,
  { read, unjudged }: Omit<Judged, "metrics">,
): string | undefined {
  const lacks = new Map(metrics.score.missing.map(({ name, why }) => [name, why]));
  if (needsReader(metric) && isUnread(metrics) && read)
    return `${metrics.read.turns.length} of ${metrics.read.of} turns were read. ${unreadText(read)}`;
  if (metric === "overall") return [...lacks.values()].join("; ") || undefined;
  if (metric === "craft" || metric === "points-lost") return lacks.get("craft");
  if (needsBeats(metric) && metrics.pulses.expected === undefined) return "the guide has no beats";
  if (needsBeats(metric) && metrics.pulses.detected === null) return lacks.get("completion");
  if (unjudged && judgedMetricNames.some((name) => name === metric)) return unjudgedText(unjudged);
  if (read?.notLookedFor.includes(metric)) return "it was not looked for";
  return metrics.over ? undefined : "the session is unfinished";
}

/** Why the requested judge's scores are missing, without a full stop. */
export const unjudgedText = ({ judge, why, attempts }: NonNullable<SessionResult["unjudged"]>): string =>
  why === undefined
    ? `judge ${judge} has not been asked yet`
    : `judge ${failedText(judge, { why, attempts })}; scores are missing`;
