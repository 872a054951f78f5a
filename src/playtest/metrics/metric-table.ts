/**
 * Every metric of a session in one table: its value, scale, direction and source. Flags, gates, tables, comparisons and
 * reports loop over it.
 */
import {
  type BuiltInKind,
  type Episode,
  isBuiltIn,
  type QualityMetrics,
  type SessionMetrics,
} from "../../contract/index.ts";
import { beatsMeasured, type SessionState } from "../session/index.ts";
import type { Coverage } from "./reading-coverage.ts";

/** The source of a number: the classifier's beats, a reader, code alone, code and a reader, a judge, or several. */
type Source = "beats" | "reader" | "mechanical" | "both" | "judge" | "score";

/** The metrics without their source. */
type Numbers = Omit<SessionMetrics, "sources">;
type Scale = readonly [least: number, most: number];

type Metric = {
  source: Source;
  /** The minimum and maximum. */
  scale: Scale;
  better: "higher" | "lower";
  /** Null: it could not be measured. */
  value: (metrics: Numbers) => number | null;
  /** The kind of finding that it counts. */
  kind?: BuiltInKind;
};

const [SHARE, POINTS, LEVELS, JUDGED]: [Scale, Scale, Scale, Scale] = [
  [0, 1],
  [0, 100],
  [1, 5],
  [1, 10],
];

const scored = {
  overall: higher("score", POINTS, ({ overall }) => overall),
  craft: higher("both", POINTS, ({ score }) => score.craft),
  "points-lost": lower("both", [0, Infinity], ({ score }) =>
    score.craft === null ? null : score.pointsLost,
  ),
  // Until the session ends the rest may still be told. A branch covers only its own turns.
  completion: higher("beats", SHARE, ({ pulses, over, ownTurns }) =>
    over && !ownTurns ? pulses.completionRate : null,
  ),
  // Below 1 if several pulses are told in one turn.
  "turns-per-pulse": lower("beats", [0, Infinity], ({ pulses }) => pulses.turnsPerPulse),
  evenness: higher("beats", SHARE, ({ pulses }) => pulses.evenness),
  "recovery-rate": higher("reader", SHARE, ({ tangents }) => tangents.recoveryRate),
  "segue-quality": higher("reader", LEVELS, ({ tangents }) => tangents.avgSegueQuality),
  "failures-per-10-turns": lower("both", [0, Infinity], ({ failures }) => failures.perTenTurns),
  // To the player and to the moment.
  "private-fit": higher(
    "reader",
    SHARE,
    ({ privateMoments: { avgBackstoryAlignment, avgAppropriateness } }) =>
      avgBackstoryAlignment === null || avgAppropriateness === null
        ? null
        : (avgBackstoryAlignment + avgAppropriateness) / 2,
  ),
  "pay-off-rate": higher("reader", SHARE, ({ privateMoments }) => privateMoments.payoffRate),
  coherence: judged("coherence"),
  atmosphere: judged("atmosphere"),
  "player-agency": judged("playerAgency"),
  pacing: judged("pacing"),
  "story-guide-adherence": judged("storyGuideAdherence"),
  "character-integration": judged("characterIntegration"),
  "fun-factor": judged("funFactor"),
} satisfies Record<string, Metric>;

/** For counts lower is better, and they are final once the session ends. */
const counted = {
  failures: count("both", ({ failures }) => failures.total),
  breakdowns: count("both", ({ failures }) => failures.breakdowns, "breakdown"),
  loops: count("both", ({ failures }) => failures.loops, "loop"),
  contradictions: count("reader", ({ failures }) => failures.contradictions, "contradiction"),
  confusion: count("reader", ({ failures }) => failures.confusionEvents, "confusion"),
  stuck: count("mechanical", ({ failures }) => failures.stuckMoments, "stuck"),
  "secret-leaks": count("reader", ({ failures }) => failures.others["leak"] ?? null, "leak"),
  "ignored-players": count(
    "reader",
    ({ failures }) => failures.others["ignored-request"] ?? null,
    "ignored-request",
  ),
  "character-breaks": count("reader", ({ failures }) => failures.characterBreaks, "character-break"),
  "guide-deviations": count("reader", ({ failures }) => failures.guideDeviations, "guide-deviation"),
  "takes-over": count("reader", ({ failures }) => failures.others["takes-over"] ?? null, "takes-over"),
  rushed: count("reader", ({ failures }) => failures.others["rushed"] ?? null, "rushed"),
  "forced-segues": count("reader", ({ tangents }) => tangents.forcedSegueCount, "forced-segue"),
  // Without a tangent the longest is 0, but how long a return takes is unknown.
  "longest-tangent": count("reader", ({ tangents }) => (tangents.count === 0 ? 0 : tangents.maxLength)),
  "turns-to-recover": count("reader", ({ tangents }) => tangents.avgLength),
  "spoiled-moments": count("reader", ({ privateMoments }) => privateMoments.spoiled),
  "longest-gap": count("beats", ({ pulses }) => pulses.longestGap),
} satisfies Record<string, Metric>;

export type ScoredMetric = keyof typeof scored;
type CountedMetric = keyof typeof counted;
export type JudgedMetric = {
  [Name in ScoredMetric]: (typeof scored)[Name]["source"] extends "judge" ? Name : never;
}[ScoredMetric];

const scoredMetrics = Object.keys(scored) as ScoredMetric[];
const countedMetrics = Object.keys(counted) as CountedMetric[];
export const judgedMetricNames = scoredMetrics.filter(
  (name): name is JudgedMetric => scored[name].source === "judge",
);

const all: Readonly<Record<string, Metric>> = { ...scored, ...counted };

export const metricNames: readonly string[] = Object.keys(all);

/** A name that is not in the table is a kind of the user's own: a reader counts its episodes. */
export const scaleOf = (name: string): Scale => all[name]?.scale ?? [0, Infinity];
export const betterMetric = (name: string): "higher" | "lower" => all[name]?.better ?? "lower";
export const needsBeats = (name: string): boolean => all[name]?.source === "beats";
/** Missing if the session was not read. */
export const needsReader = (name: string): boolean =>
  ["reader", "both"].includes(all[name]?.source ?? "reader");
/** They fall with every finding that costs points. */
const lostBy = new Set(["overall", "craft", "points-lost", "failures", "failures-per-10-turns"]);

/** The findings that a metric counts, or loses its points to. */
export function findingsBehind(metric: string, findings: readonly Episode[]): Episode[] {
  if (lostBy.has(metric)) return findings.filter(({ pointsLost }) => pointsLost > 0);
  const counts = metric in all ? all[metric]!.kind : metric;
  return findings.filter(({ kind }) => kind === counts);
}

/**
 * Every metric by its name, and the episodes of each kind of the user's own. Null: it could not be measured, or it is a
 * count and the session is unfinished, so that there may be more.
 */
export const metricsByName = (metrics: Numbers): Record<string, number | null> => ({
  ...Object.fromEntries(scoredMetrics.map((name) => [name, scored[name].value(metrics)])),
  ...Object.fromEntries(
    countedMetrics.map((name) => [name, metrics.over ? counted[name].value(metrics) : null]),
  ),
  ...Object.fromEntries(
    Object.entries(metrics.failures.others)
      .filter(([kind]) => !isBuiltIn(kind))
      .map(([kind, count]) => [kind, metrics.over ? count : null]),
  ),
});

/**
 * The source of each metric: `reader: MODEL`, `judge: MODEL`, `person`, `classifier: MODEL`, `mechanical`, `missing`.
 */
export function metricSources(
  metrics: Numbers,
  { state, read, judge = "judge" }: { state: SessionState; read: Coverage; judge?: string },
): Record<string, string> {
  const reader = read.enough ? [read.source!] : [];
  const by: Record<Source, string[]> = {
    beats: [beatSource(state)],
    reader,
    mechanical: ["mechanical"],
    both: [...reader, "mechanical"],
    judge: [judge],
    score: [
      ...(metrics.score.completion === null ? [] : [beatSource(state)]),
      ...reader,
      "mechanical",
      ...(metrics.score.judge === undefined ? [] : [judge]),
    ],
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, { source, value }]) => [
      name,
      value(metrics) === null ? "missing" : [...new Set(by[source])].join(", "),
    ]),
  );
}

/** Beats come from the classifier, or from the narrator's own markers, which code reads. */
function beatSource({ records, config }: SessionState): string {
  if (!beatsMeasured(records, config.storyGuide)) return "missing";
  const asked = records.findLast(({ classification }) => classification.model !== undefined);
  return asked ? `classifier: ${asked.classification.model}` : "mechanical";
}

function higher<From extends Source>(source: From, scale: Scale, value: Metric["value"]) {
  return { source, scale, better: "higher" as const, value };
}
function lower<From extends Source>(source: From, scale: Scale, value: Metric["value"]) {
  return { source, scale, better: "lower" as const, value };
}
function count(source: Source, value: Metric["value"], kind?: BuiltInKind) {
  return { ...lower(source, [0, Infinity], value), kind };
}
function judged(name: keyof QualityMetrics) {
  return higher("judge", JUDGED, ({ quality }) => quality[name]);
}
