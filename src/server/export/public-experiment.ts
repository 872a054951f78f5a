/**
 * A/B tests and bisections in public: names, numbers and verdicts, without prompts, guides, findings or anything that
 * was said. Fields are listed one by one, and sentences are made again from the numbers, so that a new field or a
 * stored text stays private.
 */
import type { AbView, BisectView, Recommendation } from "../../contract/index.ts";
import {
  betterOf,
  decisionOf,
  EMBEDDED,
  findingText,
  metricNames,
  scaleOfMetric,
  winnerLine,
  type MetricName,
} from "../../playtest/index.ts";
import { publicMetricNames } from "./public-metrics.ts";

export const isPublic = (metric: string): boolean =>
  (publicMetricNames as readonly string[]).includes(metric);

/** The result would reveal private content. */
export const hidden = (metric: string): Recommendation => ({
  is: "not shown",
  says: `${metric} is about private content, so this file leaves out the result.`,
});
export const isHidden = ({ recommendation }: { recommendation: Recommendation }): boolean =>
  recommendation.is === "not shown";

/** Ending before the maximum would reveal that it was decided. */
const asPlayed = ({ progress: { done, unit } }: AbView | BisectView): AbView["progress"] => ({
  done,
  planned: done,
  unit,
});

export function publicAb(view: AbView): AbView {
  const { id, at, live, progress, a, b, turns, alpha } = view;
  const shown = isPublic(view.metric);
  const checkpoints = view.checkpoints.map(({ sessionId, turn }) => ({ sessionId, turn }));
  const pairs = view.pairs.map((pair): AbView["pairs"][number] => ({
    index: pair.index,
    checkpoint: pair.checkpoint,
    replicate: pair.replicate,
    ...(shown
      ? { a: pair.a, b: pair.b, crashed: [...pair.crashed], won: pair.won }
      : { a: null, b: null, crashed: [], won: "missing" }),
    sessions: {
      ...(pair.sessions.a !== undefined && { a: pair.sessions.a }),
      ...(pair.sessions.b !== undefined && { b: pair.sessions.b }),
    },
  }));
  const [armA, armB] = [armOf(a), armOf(b)];
  const plan = {
    a: armA,
    b: armB,
    metric: shown ? view.metric : "overall",
    untilDecided: shown && view.untilDecided,
    times: shown ? view.times : progress.done,
    alpha,
    checkpoints,
  };
  const decision = decisionOf(plan, pairs);
  return {
    id,
    at,
    live,
    recommendation: shown
      ? { is: view.recommendation.is, says: winnerLine(plan, { decision }) }
      : hidden("The primary metric"),
    facts: [],
    progress: shown
      ? { done: progress.done, planned: progress.planned, unit: progress.unit }
      : asPlayed(view),
    house: view.house === null ? null : EMBEDDED,
    cost: costOf(view),
    endedBy: null,
    a: armA,
    b: armB,
    metric: plan.metric,
    better: betterOf(plan.metric as MetricName),
    scale: scaleOfMetric(plan.metric as MetricName),
    turns,
    times: plan.times,
    untilDecided: plan.untilDecided,
    alpha,
    checkpoints,
    decision,
    pairs,
    running: shown ? view.running.map(Number) : [],
    comparison: null,
    notes: [],
    noise: null,
    differs: { values: {}, texts: [] },
    findings: [],
  };
}

const armOf = ({ label }: AbView["a"]): AbView["a"] => ({ label });

const costOf = ({ cost }: Pick<AbView, "cost">): AbView["cost"] => ({
  total: cost.total,
  atMost: cost.atMost,
  unpriced: cost.unpriced,
  text: "",
});

export function publicBisect(view: BisectView): BisectView {
  const { id, at, live, progress, sessionId, changed, turns, certainty } = view;
  const head = {
    id,
    at,
    live,
    facts: [],
    house: view.house === null ? null : EMBEDDED,
    cost: costOf(view),
    endedBy: null,
    sessionId,
    criterion: "",
    changed,
    turns,
    certainty,
    said: null,
  };
  if (metricNames.some((metric) => !isPublic(metric) && view.criterion.includes(metric)))
    return {
      ...head,
      recommendation: hidden("The criterion"),
      progress: asPlayed(view),
      times: progress.done,
      finding: {
        kind: "undecided",
        decided: false,
        turn: null,
        probability: 0,
        span: null,
        noSingleTurn: 0,
      },
      byTurn: [],
      belief: [],
      // The turns that were replayed surround the one that was found.
      probes: [],
    };
  const { kind, decided, turn, probability, span, noSingleTurn, shape } = view.finding;
  const finding: BisectView["finding"] = {
    kind,
    decided,
    turn,
    probability,
    span: span && { from: span.from, to: span.to, probability: span.probability },
    noSingleTurn,
    ...(shape !== undefined && { shape }),
  };
  const belief = view.belief.map((one) => ({ turn: one.turn, probability: one.probability }));
  const checkpoints = belief.flatMap((one) =>
    one.turn === null ? [] : [{ file: "", sessionId, turn: one.turn }],
  );
  return {
    ...head,
    recommendation: {
      is: view.recommendation.is,
      says: findingText(finding, { changed: { label: changed, wish: {} }, checkpoints, turns }),
    },
    progress: { done: progress.done, planned: progress.planned, unit: progress.unit },
    times: view.times,
    finding,
    byTurn: view.byTurn.map((row) => ({
      turn: row.turn,
      replays: row.replays,
      recovered: row.recovered,
      missing: row.missing,
      interval: [row.interval[0], row.interval[1]],
    })),
    belief,
    probes: view.probes.map((probe) => ({
      sessionId: probe.sessionId,
      turn: probe.turn,
      replicate: probe.replicate,
      recovered: probe.recovered,
      why: "",
      ...(probe.session !== undefined && { session: probe.session }),
    })),
  };
}
