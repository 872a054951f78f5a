/** The pairs of an A/B test: what each replays, who won it, and the log that keeps it. */
import { join } from "node:path";
import { abPair, type AbArm, type AbPair, type AbPlan, type SessionResult } from "../../../contract/index.ts";
import { exists, openLineLog, readLineLog, type LineLog } from "../../../kernel/store/index.ts";
import { measureSession } from "../../metrics/index.ts";
import { loadLatest } from "../../readings/index.ts";
import type { TurnRange } from "../../session/index.ts";
import { finishedReplay, type Replay } from "../checkpoint-replay.ts";

type PlannedPair = { index: number; checkpoint: number; replicate: number; a: Replay; b: Replay };

export const replayName = (index: number, arm: "a" | "b"): string =>
  `${String(index + 1).padStart(4, "0")}-${arm}`;

/** Checkpoints alternate. Every pair has its own dice: replicate 0 is the parent's own draw. */
export function pairAt(plan: AbPlan, index: number): PlannedPair {
  const checkpoint = index % plan.checkpoints.length;
  const replicate = index + 1;
  const { maxTurns } = plan.checkpoints[checkpoint]!;
  const { playerModel, classifier, seed } = plan;
  const replay = (arm: "a" | "b"): Replay => ({
    sessionId: replayName(index, arm),
    checkpoint,
    replicate,
    wish: { ...plan[arm].wish, playerModel, classifier, seed, maxTurns },
  });
  return { index, checkpoint, replicate, a: replay("a"), b: replay("b") };
}

/** The outcome of a pair whose replays have ended. An arm without a result has crashed. */
export function readPair(dir: string, plan: AbPlan, planned: PlannedPair): AbPair {
  const { index, checkpoint, replicate } = planned;
  const results = { a: finishedReplay(dir, plan, planned.a), b: finishedReplay(dir, plan, planned.b) };
  const { turn } = plan.checkpoints[checkpoint]!;
  const both = {
    from: turn + 1,
    to: Math.min(results.a?.turns ?? turn, results.b?.turns ?? turn),
  };
  const a = armOf(results.a, { both, plan });
  const b = armOf(results.b, { both, plan });
  const crashed = (["a", "b"] as const).filter((arm) => results[arm] === undefined);
  return { index, checkpoint, replicate, a, b, crashed, won: wonBy({ a, b }) };
}

/** Points are counted over the turns that both arms played. A finding may come back in any of the replay's own turns. */
function armOf(
  result: SessionResult | undefined,
  { both, plan }: { both: TurnRange; plan: AbPlan },
): AbArm | null {
  if (!result || both.to < both.from) return null;
  const { state } = loadLatest(result.dir);
  const measured = (turns: TurnRange) =>
    measureSession(state, { turns, cut: true, points: result.metrics?.score.points });
  const { craft, pointsLost, byKind } = measured(both).metrics.score;
  if (craft === null) return null;
  const { finding } = plan;
  if (!finding) return { pointsLost, byKind };
  const cameBack = measured({ ...both, to: state.turn }).episodes.some(
    // A stall may have begun before the checkpoint: it came back if the replay went on with it.
    ({ kind, turn }) => kind === finding.kind && (turn >= both.from || kind === "stuck"),
  );
  return { pointsLost, byKind, cameBack };
}

/** The arm that lost fewer points, or in which the finding did not come back. */
export function wonBy({ a, b }: Pick<AbPair, "a" | "b">): AbPair["won"] {
  if (a === null || b === null) return "missing";
  const loss = ({ cameBack, pointsLost }: AbArm) => (cameBack === undefined ? pointsLost : Number(cameBack));
  const [lossA, lossB] = [loss(a), loss(b)];
  return lossA === lossB ? "tie" : lossB < lossA ? "b" : "a";
}

/** In the order in which pairs ended. The last line about a pair counts. */
export const PAIRS_FILE = "pairs.jsonl";

export const openPairLog = (dir: string): LineLog => openLineLog(join(dir, PAIRS_FILE)).log;

/** The pairs that have ended, in a test that another process may be playing. Nothing is written. */
export function endedPairs(dir: string, plan: Pick<AbPlan, "pairs">): AbPair[] {
  const known = new Map<number, AbPair>();
  const path = join(dir, PAIRS_FILE);
  if (exists(path))
    readLineLog(path, ({ value }) => {
      const read = abPair.safeParse(value);
      if (read.success && read.data.index < plan.pairs) known.set(read.data.index, read.data);
    });
  return inOrder(known.values());
}

export const inOrder = (pairs: Iterable<AbPair>): AbPair[] =>
  [...pairs].toSorted((one, other) => one.index - other.index);
