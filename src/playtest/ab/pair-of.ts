import { join } from "node:path";
import type { AbPair, AbPlan, SessionResult } from "../../contract/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { loadLatest } from "../readings/index.ts";
import {
  higherIsBetter,
  judgedMetrics,
  measureTurns,
  onCommonParts,
  type MetricName,
  type Play,
} from "../compare/index.ts";
import { pairWon } from "./decide.ts";
import { checkpointOf, type Layout } from "./pair-layout.ts";
import { finishedReplay, type Replay } from "./play-arm.ts";

/** Two replays of one checkpoint with the same dice. */
export type PlannedPair = { index: number; checkpoint: number; replicate: number; a: Replay; b: Replay };

export const layoutOf = ({ times, untilDecided, checkpoints }: AbPlan): Layout => ({
  times,
  untilDecided,
  checkpoints: checkpoints.length,
});

/** Every pair throws dice of its own. Replicate 0 is what the parent itself threw. */
export function pairAt(plan: AbPlan, index: number): PlannedPair {
  const checkpoint = checkpointOf(layoutOf(plan), index);
  const replicate = index + 1;
  const { maxTurns } = plan.checkpoints[checkpoint]!;
  const replay = (arm: "a" | "b", { wish }: AbPlan["a"]): Replay => ({
    sessionId: `${String(index + 1).padStart(4, "0")}-${arm}`,
    checkpoint,
    replicate,
    wish: { ...wish, maxTurns },
  });
  return { index, checkpoint, replicate, a: replay("a", plan.a), b: replay("b", plan.b) };
}

export type PlayedPair = { pair: AbPair; plays: { a: Play; b: Play } };

/** What came of a pair, unless that is known already. An arm that has no result by now has crashed. Both are measured over the turns that both have. */
export function readPair(dir: string, plan: AbPlan, planned: PlannedPair, known?: AbPair): PlayedPair {
  const { index, checkpoint, replicate } = planned;
  const resultOf = (arm: "a" | "b") =>
    known?.crashed.includes(arm) ? undefined : finishedReplay(dir, plan, planned[arm]);
  const results = { a: resultOf("a"), b: resultOf("b") };
  const to = Math.min(results.a?.turns ?? Infinity, results.b?.turns ?? Infinity);
  const cluster = `checkpoint ${checkpoint + 1}`;
  const play = (result: SessionResult | undefined): Play => ({
    pair: `${cluster}/${replicate}`,
    cluster,
    outcome: result?.outcome ?? "crashed",
    metrics: result ? ownMetrics(result, { after: plan.checkpoints[checkpoint]!.turn, to }) : {},
  });
  const [a, b] = onCommonParts([play(results.a), play(results.b)]).sessions;
  const plays = { a: a!, b: b! };
  if (known) return { pair: known, plays };
  const crashed = (["a", "b"] as const).filter((arm) => results[arm] === undefined);
  const score = (arm: "a" | "b") => plays[arm].metrics[plan.metric] ?? null;
  const scored = { a: score("a"), b: score("b"), crashed };
  return {
    pair: {
      index,
      checkpoint,
      replicate,
      ...scored,
      won: pairWon(scored, higherIsBetter(plan.metric as MetricName)),
    },
    plays,
  };
}

/** A branch by the turns that it played itself; a judge's scores are of the whole transcript, whose past both arms share. */
export function ownMetrics(
  result: SessionResult,
  { after, to = result.turns }: { after: number; to?: number },
): Play["metrics"] {
  if (to <= after) return {};
  const { state } = loadLatest(result.dir);
  const totals = foldJournal(join(result.dir, JOURNAL_FILE)).fold.totals();
  return {
    ...measureTurns({ state, totals }, { from: after + 1, to }),
    ...(result.metrics && judgedMetrics(result.metrics)),
  };
}
