import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { AbDecision, AbPair, AbPlan } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { inProcessEngine, type Engine, type Job } from "../../kernel/engine/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder } from "../../kernel/store/index.ts";
import { compareArms, higherIsBetter, isJudged, type ArmComparison, type MetricComparison, type MetricName, type Play } from "../compare/index.ts";
import { spentOnJudging, spentOnPlaying, sumOf, type Spent } from "../play/index.ts";
import { decide, type DecideOptions } from "./decide.ts";
import { noiseReplays, readNoise, type AbNoise } from "./noise.ts";
import { pairAt, readPair, type PlannedPair } from "./pair-of.ts";
import { playReplay, sessionsOfAb, type Replay } from "./play-arm.ts";
import { judgeAgain, scoresOf } from "./rejudge.ts";

export type AbNews = { doing: "noise" | "pairs"; done: number; of: number; decision?: AbDecision; cost: number };

export type RunAbOptions = {
  dir: string;
  plan: AbPlan;
  /** Replays played at once. */
  concurrency: number;
  /** A budget for the whole, what is spent included; otherwise the plan's. */
  budget?: number;
  signal?: AbortSignal;
  engine?: Engine;
  onNews?: (news: AbNews) => void;
};

export type AbRun = {
  decision: AbDecision;
  pairs: AbPair[];
  /** Every metric, over the pairs that the decision rests on. Null: no pair was played. */
  comparison: ArmComparison | null;
  /** Null: it was not asked for. */
  noise: AbNoise | null;
  spent: Spent;
  endedBy?: HarnessError;
};

/** A replay that fails is given one more chance before its arm has crashed. */
const ATTEMPTS = 2;

/** The noise floor first, then pair by pair until it is decided, all are played, or the money is spent. */
export async function runAb(harness: Harness, { dir, plan, concurrency, budget: cap = plan.budget, signal, engine = inProcessEngine, onNews }: RunAbOptions): Promise<AbRun> {
  makeFolder(sessionsOfAb(dir));
  const lock = await lockFolder(dir, { clock: harness.clock });
  try {
    const sharedBudget = createBudget({ cap, spent: spentOn(dir).atMost });
    const work = playReplay(harness, { dir, plan, sharedBudget });
    const isFinal = ({ exit }: HarnessError) => exit === 4 || exit === 130 || exit === 2;
    const pairs = new Map<number, AbPair>();
    const plays = new Map<number, { a: Play; b: Play }>();
    const options: DecideOptions = { ...plan, higherIsBetter: higherIsBetter(plan.metric as MetricName) };

    const noise = await playNoise();
    const endedBy = noise.endedBy ?? (await playPairs());
    const decision = decide([...pairs.values()], options);
    const used = Array.from({ length: decision.pairsUsed }, (_, index) => plays.get(index)!);
    const compared = used.length === 0 ? null : compareArms({ a: { name: `A (${plan.a.label})`, plays: used.map(({ a }) => a) }, b: { name: `B (${plan.b.label})`, plays: used.map(({ b }) => b) }, primary: plan.metric as MetricName });
    const comparison = compared && plan.untilDecided ? untested(compared) : compared;
    return { decision, pairs: [...pairs.values()].toSorted((x, y) => x.index - y.index), comparison, noise: noise.read, spent: spentOn(dir), endedBy };

    async function playNoise(): Promise<{ read: AbNoise | null; endedBy?: HarnessError }> {
      const replays = noiseReplays(plan).flat();
      if (replays.length === 0) return { read: null };
      let done = 0;
      const tell = () => onNews?.({ doing: "noise", done, of: replays.length, cost: sharedBudget.spent() });
      tell();
      const ended = await engine.run(work, replays.map(jobOf), { concurrency, attempts: ATTEMPTS, isFinal, signal, onEnd: () => void (done++, tell()) });
      const rejudge = plan.judge !== undefined && isJudged(plan.metric as MetricName);
      const again = rejudge && !ended.endedBy ? await judgeAgain(harness, { dir, plan, sharedBudget, concurrency, engine, isFinal, signal }) : ended;
      return { read: readNoise(dir, plan, (result) => (rejudge ? scoresOf(result, plan) : undefined)), ...again };
    }

    async function playPairs(): Promise<HarnessError | undefined> {
      const open = new Map<number, { planned: PlannedPair; left: number }>();
      const isDecided = () => plan.untilDecided && decide([...pairs.values()], options).decided;
      const tell = () => onNews?.({ doing: "pairs", done: pairs.size, of: plan.times, decision: decide([...pairs.values()], options), cost: sharedBudget.spent() });
      function* jobs(): Generator<Job<Replay>> {
        for (let index = 0; index < plan.times && !isDecided(); index++) {
          const planned = pairAt(plan, index);
          open.set(index, { planned, left: 2 });
          yield jobOf(planned.a);
          yield jobOf(planned.b);
        }
      }
      const { endedBy: ended } = await engine.run(work, jobs(), {
        concurrency,
        attempts: ATTEMPTS,
        isFinal,
        signal,
        onEnd: (end) => {
          // Stopped with all the others: no crash, and no pair yet.
          if ("error" in end && end.error.exit !== 3) return;
          const index = Number.parseInt(end.job.id, 10) - 1;
          const pair = open.get(index)!;
          if (--pair.left > 0) return;
          open.delete(index);
          const played = readPair(dir, plan, pair.planned);
          pairs.set(index, played.pair);
          plays.set(index, played.plays);
          tell();
        },
      });
      return ended;
    }
  } finally {
    await lock.release();
  }
}

/** Stopped by what was seen: a test of the same pairs that does not know it would lie. */
function untested({ primary, others, completed, ...comparison }: ArmComparison): ArmComparison {
  const bare = (metric: MetricComparison): MetricComparison => ({ ...metric, p: null, adjusted: null, verdict: null, interval: undefined });
  return { ...comparison, primary: bare(primary), others: others.map(bare), completed: { ...completed, p: null, verdict: "insufficient evidence" } };
}

const jobOf = (replay: Replay): Job<Replay> => ({ id: replay.sessionId, input: replay });

/** What all replays have cost by their journals. */
export function spentOn(dir: string): Spent {
  const folder = sessionsOfAb(dir);
  const sessions = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return sumOf(sessions.flatMap((session) => [spentOnPlaying(session), spentOnJudging(session)]));
}
