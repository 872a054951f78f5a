/** The pairs of an A/B test: the checkpoint each replays, its outcome, and the log that keeps it. */
import { join } from "node:path";
import { abPair, type AbPair, type AbPlan, type SessionResult } from "../../../contract/index.ts";
import { foldJournal } from "../../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { exists, openLineLog, readLineLog, type LogLine } from "../../../kernel/store/index.ts";
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

export const layoutOf = ({
  times,
  untilDecided,
  checkpoints,
}: Pick<AbPlan, "times" | "untilDecided"> & { checkpoints: readonly unknown[] }): Layout => ({
  times,
  untilDecided,
  checkpoints: checkpoints.length,
});

/** Every pair has its own dice. Replicate 0 is the parent's own draw. */
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

/**
 * The outcome of a pair, unless `known`. An arm without a result has crashed. Both are measured over their common
 * turns.
 */
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

/** A branch by its own turns; a judge's scores cover the whole transcript, and both arms share its past. */
export function ownMetrics(
  result: SessionResult,
  { after, to = result.turns }: { after: number; to?: number },
): Play["metrics"] {
  if (to <= after) return {};
  const { state } = loadLatest(result.dir);
  const totals = foldJournal(join(result.dir, JOURNAL_FILE)).totals();
  return {
    ...measureTurns({ state, totals }, { from: after + 1, to }),
    ...(result.metrics && judgedMetrics(result.metrics)),
  };
}

/** The layout of a test's pairs. */
export type Layout = { times: number; untilDecided: boolean; /** How many. */ checkpoints: number };

/**
 * From six checkpoints on each is one unit, however often it is replayed: a change that helps at one of them helps
 * there every time. With fewer, pairs are the units, and the result covers only these checkpoints.
 */
export const unitOf = ({ checkpoints }: Pick<Layout, "checkpoints">): "pair" | "checkpoint" =>
  checkpoints >= FEWEST_PAIRS ? "checkpoint" : "pair";

/** The number of units when all is played. */
export const unitsIn = (layout: Layout): number =>
  unitOf(layout) === "pair" ? layout.times : Math.min(layout.times, layout.checkpoints);

/**
 * The default number of pairs. A test that stops early needs room: with 20 pairs it detects an arm that wins 70 % of
 * them in one case of five. If each checkpoint counts once, more pairs of it add no evidence.
 */
export const usualTimes = ({ untilDecided, checkpoints }: Omit<Layout, "times">): number =>
  !untilDecided ? 20 : unitOf({ checkpoints }) === "pair" ? 100 : Math.max(20, checkpoints);

/** Fixed in advance, so that results cannot change it. */
export const pairsOf = ({ times, checkpoints }: Layout, checkpoint: number): number =>
  Math.floor(times / checkpoints) + (checkpoint < times % checkpoints ? 1 : 0);

/**
 * Checkpoints alternate, so that a test that ends early has seen them equally. If each is one look of the e-process,
 * they come one after the other, so that a look never changes later.
 */
export function checkpointOf(layout: Layout, index: number): number {
  if (!layout.untilDecided || unitOf(layout) === "pair") return index % layout.checkpoints;
  let checkpoint = 0;
  for (let left = index - pairsOf(layout, 0); left >= 0; left -= pairsOf(layout, checkpoint)) checkpoint++;
  return checkpoint;
}

/**
 * `pairs.jsonl`, in the order in which pairs ended. A finished pair is final, including a crash: resuming does not draw
 * its dice again.
 */
type PairEnds = {
  known: ReadonlyMap<number, AbPair>;
  keep(pair: AbPair): void;
  close(): Promise<void>;
};

export const PAIRS_FILE = "pairs.jsonl";

export function openPairEnds(dir: string): PairEnds {
  const known = new Map<number, AbPair>();
  const { log } = openLineLog(join(dir, PAIRS_FILE), { onLine: (line) => keepPair(known, line) });
  return { known, keep: (pair) => void log.append(pair), close: () => log.close() };
}

const keepPair = (known: Map<number, AbPair>, { value }: LogLine): void => {
  const read = abPair.safeParse(value);
  if (read.success) known.set(read.data.index, read.data);
};

/** The pairs that have ended, in a test that another process may be playing. Nothing is written. */
export function endedPairs(dir: string): Map<number, AbPair> {
  const known = new Map<number, AbPair>();
  const path = join(dir, PAIRS_FILE);
  if (exists(path)) readLineLog(path, (line) => keepPair(known, line));
  return known;
}
