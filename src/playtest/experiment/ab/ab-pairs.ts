/** The pairs of an A/B test: which checkpoint each replays, what came of it, and the log that keeps it. */
import { join } from "node:path";
import { abPair, type AbPair, type AbPlan, type SessionResult } from "../../../contract/index.ts";
import { foldJournal } from "../../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { openLineLog } from "../../../kernel/store/index.ts";
import { loadLatest } from "../../readings/index.ts";
import {
  higherIsBetter,
  judgedMetrics,
  measureTurns,
  onCommonParts,
  type MetricName,
  type Play,
} from "../../compare/index.ts";
import { finishedReplay, type Replay } from "../checkpoint-replay.ts";
import { FEWEST_PAIRS } from "../../../kernel/stats/index.ts";

type PlannedPair = { index: number; checkpoint: number; replicate: number; a: Replay; b: Replay };

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

type PlayedPair = { pair: AbPair; plays: { a: Play; b: Play } };

/** The outcome of a pair, unless `known`. An arm without a result has crashed. Both are measured over the turns that both have. */
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

/** A crashed arm loses its pair; if both crashed, the pair is missing. */
export function pairWon(
  { a, b, crashed }: Pick<AbPair, "a" | "b" | "crashed">,
  higherIsBetter: boolean,
): AbPair["won"] {
  if (crashed.length === 2) return "missing";
  if (crashed.length === 1) return crashed[0] === "a" ? "b" : "a";
  if (a === null || b === null) return "missing";
  if (Math.abs(b - a) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))) return "tie";
  return b > a === higherIsBetter ? "b" : "a";
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

/** What a test's pairs are laid out by. */
export type Layout = { times: number; untilDecided: boolean; /** How many. */ checkpoints: number };

/**
 * From six checkpoints on each is one piece of evidence, however often it is replayed: a change that helps at one of
 * them helps there every time. With fewer, pairs are, and what they show holds for these checkpoints only.
 */
export const unitOf = ({ checkpoints }: Pick<Layout, "checkpoints">): "pair" | "checkpoint" =>
  checkpoints >= FEWEST_PAIRS ? "checkpoint" : "pair";

/** How many of them there are when all is played. */
export const unitsIn = (layout: Layout): number =>
  unitOf(layout) === "pair" ? layout.times : Math.min(layout.times, layout.checkpoints);

/**
 * The number of pairs where none is given. A test that stops early needs room: with 20 pairs it finds an arm that wins 70 % of them in
 * one case of five. Where each checkpoint counts once, more pairs of it add no evidence.
 */
export const usualTimes = ({ untilDecided, checkpoints }: Omit<Layout, "times">): number =>
  !untilDecided ? 20 : unitOf({ checkpoints }) === "pair" ? 100 : Math.max(20, checkpoints);

/** Fixed beforehand, so that results cannot change it. */
export const pairsOf = ({ times, checkpoints }: Layout, checkpoint: number): number =>
  Math.floor(times / checkpoints) + (checkpoint < times % checkpoints ? 1 : 0);

/**
 * Checkpoints take turns, so that a test that ends early has seen them all alike. Where each is one look of the
 * e-process, they come one after the other: what was looked at once never changes any more.
 */
export function checkpointOf(layout: Layout, index: number): number {
  if (!layout.untilDecided || unitOf(layout) === "pair") return index % layout.checkpoints;
  let checkpoint = 0;
  for (let left = index - pairsOf(layout, 0); left >= 0; left -= pairsOf(layout, checkpoint)) checkpoint++;
  return checkpoint;
}

/** `pairs.jsonl`, in the order in which pairs ended. A pair stays as it ended, a crash included: resuming does not throw its dice again. */
type PairEnds = {
  known: ReadonlyMap<number, AbPair>;
  keep(pair: AbPair): void;
  close(): Promise<void>;
};

export function openPairEnds(dir: string): PairEnds {
  const known = new Map<number, AbPair>();
  const { log } = openLineLog(join(dir, "pairs.jsonl"), {
    onLine: ({ value }) => {
      const read = abPair.safeParse(value);
      if (read.success) known.set(read.data.index, read.data);
    },
  });
  return { known, keep: (pair) => void log.append(pair), close: () => log.close() };
}
