/**
 * The pairs of an A/B test: what each replays, who won it, and the log that keeps it. And who wins the test: the sign
 * e-process, looked at after every pair. It names one of two equal arms in at most 5 % of tests, however often one looks
 * and whenever one stops. Ties and missing pairs drop out.
 */
import { join } from "node:path";
import {
  abPair,
  type AbArm,
  type AbDecision,
  type AbPair,
  type AbPlan,
  type SessionResult,
} from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { eValue } from "../../../kernel/stats/index.ts";
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
  const { score, pulses } = measured(both).metrics;
  const { craft, pointsLost, byKind } = score;
  if (craft === null) return null;
  const arm = { pointsLost, byKind, beats: pulses.detected ?? undefined };
  const { finding } = plan;
  if (!finding) return arm;
  const cameBack = measured({ ...both, to: state.turn }).episodes.some(
    // A stall may have begun before the checkpoint: it came back if the replay went on with it.
    ({ kind, turn }) => kind === finding.kind && (turn >= both.from || kind === "stuck"),
  );
  return { ...arm, cameBack };
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

/** An E-value of this size decides. */
export const THRESHOLD = 20;

/** Fewer pairs that differ cannot decide, even if one arm wins them all. */
export const FEWEST_PAIRS = 8;

/** Pairs count in the order of their index: the order in which they finish must not decide. */
export function decide(pairs: readonly AbPair[]): AbDecision {
  const decision: AbDecision = {
    winner: null,
    decided: false,
    eValue: 1,
    pairs: 0,
    wins: { a: 0, b: 0 },
    ties: 0,
    missing: 0,
  };
  const { wins } = decision;
  for (const { index, won } of inOrder(pairs)) {
    // After a gap, pairs that are still being played come first.
    if (index !== decision.pairs || decision.decided) break;
    decision.pairs += 1;
    if (won === "tie") decision.ties += 1;
    else if (won === "missing") decision.missing += 1;
    else wins[won] += 1;
    decision.eValue = eValue({ wins: wins.b, losses: wins.a });
    decision.decided = decision.eValue >= THRESHOLD;
  }
  if (decision.decided) decision.winner = wins.b > wins.a ? "b" : "a";
  return decision;
}

/** The pairs that a decision rests on. */
export const usedOf = (pairs: readonly AbPair[], { pairs: used }: AbDecision): AbPair[] =>
  inOrder(pairs).slice(0, used);

/** The share of tests that decide within so many pairs, each won by an arm with its chance; the others tie. */
function decidedShare(pairs: number, chance: Readonly<Record<"a" | "b", number>>): number {
  let open = new Map([["0,0", { a: 0, b: 0, share: 1 }]]);
  let decided = 0;
  for (let played = 0; played < pairs; played++) {
    const next: typeof open = new Map();
    for (const { a, b, share } of open.values())
      for (const [wonA, wonB, won] of [
        [1, 0, chance.a],
        [0, 1, chance.b],
        [0, 0, 1 - chance.a - chance.b],
      ] as const) {
        const wins = { a: a + wonA, b: b + wonB };
        if (eValue({ wins: wins.b, losses: wins.a }) >= THRESHOLD) decided += share * won;
        else {
          const key = `${wins.a},${wins.b}`;
          next.set(key, { ...wins, share: (next.get(key)?.share ?? 0) + share * won });
        }
      }
    open = next;
  }
  return decided;
}

/** As benches/ab-decisions.ts throws them. A finding decides a pair if only one of the replays has it. */
const recurring = (inA: number, inB: number) => ({ a: inB * (1 - inA), b: inA * (1 - inB) });

/** Said before anything is played: with so few pairs, a single one that goes the other way leaves it undecided. */
export const fewPairsText = ({ pairs }: Pick<AbPlan, "pairs">): string | undefined =>
  eValue({ wins: pairs - 1, losses: 1 }) >= THRESHOLD
    ? undefined
    : `Few pairs: at least ${FEWEST_PAIRS} must differ, all in one direction.`;

/** In words, for the plan and the dry run. */
export function powerText({ pairs, finding }: Pick<AbPlan, "pairs" | "finding">): string {
  if (pairs < FEWEST_PAIRS)
    return `${counted(pairs, "pair")} cannot decide: at least ${FEWEST_PAIRS} are needed.`;
  const percent = (chance: { a: number; b: number }) => `${Math.round(100 * decidedShare(pairs, chance))} %`;
  return finding
    ? `Within ${pairs} pairs, ${percent(recurring(0.6, 0.1))} of tests reach a decision if the finding recurs in 60 % ` +
        `of unchanged replays and 10 % of changed ones; ${percent(recurring(0.3, 0.1))} with 30 and 10 %.`
    : `Within ${pairs} pairs, ${percent({ a: 0.2, b: 0.8 })} of tests reach a decision if B is better in 80 % ` +
        `of the pairs that differ; ${percent({ a: 0.3, b: 0.7 })} with 70 %.`;
}
