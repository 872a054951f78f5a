/**
 * A/B tests and bisections in public: names, numbers and verdicts, without prompts, guides, findings or anything that
 * was said. Fields are listed one by one, and sentences are made again from the numbers, so that a new field or a
 * stored text stays private.
 */
import type { AbView, BisectView, Recommendation } from "../../contract/index.ts";
import { decisionOf, EMBEDDED, findingText, metricNames, winnerLine } from "../../playtest/index.ts";
import { publicMetricNames } from "./public-metrics.ts";

const isPublic = (metric: string): boolean => (publicMetricNames as readonly string[]).includes(metric);

export function publicAb(view: AbView): AbView {
  const { id, at, live, progress, a, b, metric, better, turns, times, untilDecided, alpha } = view;
  const shown = isPublic(metric);
  const checkpoints = view.checkpoints.map(({ sessionId, turn }) => ({ sessionId, turn }));
  const pairs: AbView["pairs"] = shown
    ? view.pairs.map((pair) => ({
        index: pair.index,
        checkpoint: pair.checkpoint,
        replicate: pair.replicate,
        a: pair.a,
        b: pair.b,
        crashed: [...pair.crashed],
        won: pair.won,
        sessions: {
          ...(pair.sessions.a !== undefined && { a: pair.sessions.a }),
          ...(pair.sessions.b !== undefined && { b: pair.sessions.b }),
        },
      }))
    : [];
  const [armA, armB] = [armOf(a), armOf(b)];
  const plan = {
    a: armA,
    b: armB,
    metric: shown ? metric : "overall",
    untilDecided,
    times,
    alpha,
    checkpoints,
  };
  const decision = decisionOf(plan, pairs);
  return {
    id,
    at,
    live,
    recommendation: {
      is: view.recommendation.is,
      says: shown
        ? winnerLine(plan, { decision })
        : "The primary metric is about private content, so its numbers are left out.",
    },
    facts: [],
    progress: { done: progress.done, planned: progress.planned, unit: progress.unit },
    house: view.house === null ? null : EMBEDDED,
    cost: costOf(view),
    endedBy: null,
    a: armA,
    b: armB,
    metric: plan.metric,
    better,
    scale: [...view.scale],
    turns,
    times,
    untilDecided,
    alpha,
    checkpoints,
    decision,
    pairs,
    running: view.running.map(Number),
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
  const { id, at, live, progress, sessionId, changed, turns, certainty, times } = view;
  // Whether a replay recovered would tell of a metric that is not public.
  const shown = !metricNames.some((metric) => !isPublic(metric) && view.criterion.includes(metric));
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
  const recommendation: Recommendation = {
    is: view.recommendation.is,
    says: findingText(finding, { changed: { label: changed, wish: {} }, checkpoints, turns }),
  };
  return {
    id,
    at,
    live,
    recommendation,
    facts: [],
    progress: { done: progress.done, planned: progress.planned, unit: progress.unit },
    house: view.house === null ? null : EMBEDDED,
    cost: costOf(view),
    endedBy: null,
    sessionId,
    criterion: "",
    changed,
    finding,
    turns,
    certainty,
    byTurn: shown
      ? view.byTurn.map((row) => ({
          turn: row.turn,
          replays: row.replays,
          recovered: row.recovered,
          missing: row.missing,
          interval: [row.interval[0], row.interval[1]],
        }))
      : [],
    belief,
    said: null,
    times,
    probes: view.probes.map((probe) => ({
      sessionId: probe.sessionId,
      turn: probe.turn,
      replicate: probe.replicate,
      recovered: shown ? probe.recovered : null,
      why: "",
      ...(probe.session !== undefined && { session: probe.session }),
    })),
  };
}
