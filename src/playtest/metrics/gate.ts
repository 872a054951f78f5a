/** CI gates: `--fail-under` and `--fail-over`, parsed, checked and explained. */
import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import {
  betterMetric,
  countedMetrics,
  countOf,
  isCount,
  judgedMetricNames,
  metricOf,
  needsBeats,
  needsReader,
  scaleOf,
  scoredMetrics,
  type CountedMetric,
  type ScoredMetric,
} from "./metric-table.ts";
import { unreadText } from "./reading-coverage.ts";
import { unjudgedText } from "./unjudged-text.ts";

export type GateMetric = ScoredMetric | CountedMetric;
/** The minimum or maximum of a metric. */
export type Gate = { metric: GateMetric; least: number } | { metric: GateMetric; most: number };

const metricsBetter = (which: "higher" | "lower"): GateMetric[] =>
  [...scoredMetrics, ...countedMetrics].filter((name) => betterMetric(name) === which);
const floors = metricsBetter("higher");
const ceilings = metricsBetter("lower");
/** The metrics that each flag accepts. */
export const gateMetrics: { under: readonly GateMetric[]; over: readonly GateMetric[] } = {
  under: floors,
  over: ceilings,
};

/** `overall ≥ 70`. */
export const gateName = (gate: Gate): string =>
  "least" in gate ? `${gate.metric} ≥ ${gate.least}` : `${gate.metric} ≤ ${gate.most}`;

const valueOf = (metrics: SessionMetrics, metric: GateMetric): number | null =>
  isCount(metric) ? countOf(metrics, metric) : metricOf(metrics, metric);

/** Reads the METRIC=N of `--fail-under`: higher is better. */
export function readGate(text: string): Gate {
  const { metric, number } = readBound(text, {
    flag: "--fail-under",
    known: floors,
    otherwise: { flag: "--fail-over", known: ceilings },
    example: "--fail-under overall=70 or --fail-under recovery-rate=0.8",
  });
  return { metric, least: number };
}

/** Reads the METRIC=N of `--fail-over`: lower is better. */
export function readCeiling(text: string): Gate {
  const { metric, number } = readBound(text, {
    flag: "--fail-over",
    known: ceilings,
    otherwise: { flag: "--fail-under", known: floors },
    example: "--fail-over turns-per-pulse=3 or --fail-over loops=0",
  });
  return { metric, most: number };
}

type Gating = { flag: string; known: readonly GateMetric[] };

/** Refuses a number outside the scale: every session would fail it, or none. */
function readBound(
  text: string,
  { flag, known, otherwise, example }: Gating & { otherwise: Gating; example: string },
): { metric: GateMetric; number: number } {
  const [, name = "", value = ""] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
  const metric = known.find((each) => each === name.trim());
  const number = value.trim() === "" ? Number.NaN : Number(value);
  const [lowest, highest] = metric === undefined ? [] : scaleOf(metric);
  if (metric !== undefined && Number.isFinite(number) && number >= lowest! && number <= highest!)
    return { metric, number };
  const wrong =
    metric === undefined && otherwise.known.some((each) => each === name.trim())
      ? `Use ${otherwise.flag} ${text}: ${otherwise.flag === "--fail-over" ? "lower" : "higher"} is better.`
      : metric === undefined
        ? `${suggestion(name, known)} Known: ${known.join(", ")}.`
        : value.trim() === ""
          ? "The number is missing: =N."
          : Number.isNaN(number)
            ? `"${value}" is not a number.`
            : `${metric} ranges from ${lowest} ${highest === Infinity ? "up" : `to ${highest}`}.`;
  throw new HarnessError({
    code: "bad-gate",
    message: `${flag} ${text} is not a gate. ${wrong.trim()}`,
    remedy: `Write METRIC=N, such as ${example}.`,
  });
}

/** Why a value does not pass; undefined: it passes. A missing value passes no gate. */
export function failedGate(
  gate: Gate,
  value: number | null | undefined,
  { missing = "could not be measured", average = "" }: { missing?: string; average?: string } = {},
): string | undefined {
  const { metric } = gate;
  const asked = "least" in gate ? gate.least : gate.most;
  if (value === null || value === undefined || !Number.isFinite(value))
    return `Gate failed: ${metric} ${missing} (required: ${"least" in gate ? "≥" : "≤"} ${asked}).`;
  if ("least" in gate ? value >= gate.least : value <= gate.most) return undefined;
  return `Gate failed: ${metric} ${shown(value)} ${"least" in gate ? "<" : ">"} ${asked}${average}.`;
}

/** The gates that passed, with the values, one line each. */
export const passedGates = (metrics: SessionMetrics | null, gates: readonly Gate[]): string[] =>
  gates.flatMap((gate) =>
    metrics === null || failedGates(metrics, [gate]).length > 0
      ? []
      : [passedGate(gate, valueOf(metrics, gate.metric)!)],
  );

export const passedGate = (gate: Gate, value: number, { average = "" }: { average?: string } = {}): string =>
  `Gate passed: ${gate.metric} ${shown(value)} ${"least" in gate ? `≥ ${gate.least}` : `≤ ${gate.most}`}${average}.`;

const shown = (value: number): string => String(Number(value.toFixed(3)));

/** What says why a reader's or a judge's numbers are missing. */
type Causes = Partial<Pick<SessionResult, "read" | "unjudged">>;

/**
 * Why gates failed, one line each. A score without its judge's or reader's part passes none: otherwise a narrator that
 * confuses them would avoid those parts.
 */
export function failedGates(
  metrics: SessionMetrics | null,
  gates: readonly Gate[],
  causes: Causes = {},
): string[] {
  const unscored = metrics?.composite.missing.find(({ needs }) => needs === "judge");
  return gates.flatMap((gate) => {
    const value = metrics && valueOf(metrics, gate.metric);
    if (gate.metric === "overall" && "least" in gate && unscored && Number.isFinite(value))
      return [
        `Gate failed: overall ${value} lacks the judge's part: ${unscored.why} (required: ≥ ${gate.least}).`,
      ];
    if (gate.metric === "overall" && metrics && isUnread(metrics) && Number.isFinite(value))
      return [
        `Gate failed: overall ${value} lacks the reader's parts: ${metrics.read.turns.length} of ${metrics.read.of} turns were read.${causes.read ? ` ${unreadText(causes.read)}` : ""} To do without them, gate a part such as completion.`,
      ];
    return failedGate(gate, value, { missing: whyMissing(metrics, gate.metric, causes) }) ?? [];
  });
}

/** Too few turns were read for a score of the whole. */
const isUnread = ({ read }: SessionMetrics): boolean => read.turns.length < 0.9 * read.of;

function whyMissing(
  metrics: SessionMetrics | null,
  metric: GateMetric,
  { read, unjudged }: Causes,
): string | undefined {
  const nobodyNamed =
    metrics?.pulses.expected !== undefined && metrics.pulses.detected === null && needsBeats(metric);
  if ((metric === "overall" || nobodyNamed) && metrics?.composite.why !== undefined)
    return `could not be measured: ${metrics.composite.why}`;
  if (metrics?.pulses.expected === undefined && needsBeats(metric) && metrics !== null)
    return "could not be measured: the guide has no beats";
  if (metrics && needsReader(metric) && isUnread(metrics))
    return `could not be measured: ${metrics.read.turns.length} of ${metrics.read.of} turns were read${read ? `. ${unreadText(read).replace(/\.$/, "")}` : ""}`;
  if (unjudged && judgedMetricNames.some((name) => name === metric))
    return `could not be measured: ${unjudgedText(unjudged)}`;
  return metrics?.over === false && (metric === "completion" || isCount(metric))
    ? "could not be measured: the session is unfinished"
    : undefined;
}
