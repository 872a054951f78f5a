import { join } from "node:path";
import type { AbDecision, AbPair, AbPlan, DeviationCount } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { inProcessEngine, type Engine, type Job } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { atMostOf, sumOf, type LostCalls, type Spent } from "../../kernel/journal/index.ts";
import { countDeviations } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder, midRun, refuseToReplaceNewer } from "../../kernel/store/index.ts";
import {
  higherIsBetter,
  isJudged,
  type ArmComparison,
  type MetricName,
  type Play,
} from "../compare/index.ts";
import { holdsForAll, lastResult, sessionsBelow, spentOnSession, wholeBudget } from "../play/index.ts";
import { AB_RESULT, openPairEnds, readAbPlan, writePlanOfAb, type PairEnds } from "./ab-files.ts";
import { compareUsed } from "./compare-used.ts";
import { decide, type DecideOptions } from "./decide.ts";
import { noiseReplays, readNoise, type AbNoise } from "./noise.ts";
import { layoutOf, pairAt, readPair, type PlannedPair } from "./pair-of.ts";
import { playReplay, sessionsOfAb, type Replay } from "./play-arm.ts";
import { judgeAgain, scoresOf } from "./rejudge.ts";

export type AbNews = {
  doing: "noise" | "pairs";
  done: number;
  of: number;
  decision?: AbDecision;
  cost: number;
};

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
  /** What journals of its replays lack. */
  lost: LostCalls[];
  /** What did not go as asked for, over all replays. */
  deviations: DeviationCount[];
  endedBy?: HarnessError;
};

/** A replay that fails is given one more chance before its arm has crashed. */
const ATTEMPTS = 2;

/** The noise floor first, then pair by pair until it is decided, all are played, or the money is spent. One process at a time. */
export async function runAb(harness: Harness, options: RunAbOptions): Promise<AbRun> {
  const { dir } = options;
  makeFolder(sessionsOfAb(dir));
  const lock = await lockFolder(dir, { clock: harness.clock });
  try {
    refuseToReplaceNewer(join(dir, AB_RESULT));
    const ends = openPairEnds(dir);
    return await playOn(harness, options, ends).finally(() => ends.close());
  } catch (error) {
    throw midRun(error);
  } finally {
    await lock.release();
  }
}

async function playOn(
  harness: Harness,
  { dir, plan, concurrency, budget, signal, engine = inProcessEngine, onNews }: RunAbOptions,
  ends: PairEnds,
): Promise<AbRun> {
  const { cap, lost, calls } = wholeBudget(sessionsBelow(sessionsOfAb(dir)), { plan, budget });
  // The budget and the number of pairs that were given last hold, also after the next stop.
  const kept = { ...plan, budget: cap, ...(calls > 0 && { lost: calls }) };
  if (JSON.stringify(kept) !== JSON.stringify(readAbPlan(dir))) await writePlanOfAb(dir, kept);
  const sharedBudget = createBudget({ cap, spent: atMostOf(spentOn(dir)) });
  const work = playReplay(harness, { dir, plan, sharedBudget });
  const isFinal = holdsForAll;
  const pairs = new Map<number, AbPair>();
  const plays = new Map<number, { a: Play; b: Play }>();
  let crash: HarnessError | undefined;
  const options: DecideOptions = {
    ...layoutOf(plan),
    alpha: plan.alpha,
    higherIsBetter: higherIsBetter(plan.metric as MetricName),
  };
  takeUp();

  const noise = await playNoise();
  const endedBy = noise.endedBy ?? (await playPairs()) ?? nothingPlayed();
  const decision = decide([...pairs.values()], options);
  const used = Array.from({ length: decision.pairsUsed }, (_, index) => plays.get(index)!);
  return {
    decision,
    pairs: [...pairs.values()].toSorted((x, y) => x.index - y.index),
    comparison: compareUsed(plan, used, decision),
    noise: noise.read,
    spent: spentOn(dir),
    lost,
    deviations: deviationsIn(dir),
    endedBy,
  };

  /** Pairs that ended before. One that neither arm could play is tried again, unless the test is over. */
  function takeUp(): void {
    const known = [...ends.known.values()].filter(({ index }) => index < plan.times);
    const { decided } = decide(known, options);
    for (const pair of known) {
      if (!decided && pair.crashed.length === 2) continue;
      pairs.set(pair.index, pair);
      plays.set(pair.index, readPair(dir, plan, pairAt(plan, pair.index), pair).plays);
    }
  }

  function nothingPlayed(): HarnessError | undefined {
    if (![...pairs.values()].every(({ crashed }) => crashed.length === 2)) return undefined;
    return new HarnessError({
      code: "nothing-played",
      exit: 3,
      message: `No pair could be played: both arms crashed in each.${crash ? ` ${crash.message}` : ""}`,
      remedy: crash?.remedy ?? "Try again later.",
      cause: crash,
    });
  }

  async function playNoise(): Promise<{ read: AbNoise | null; endedBy?: HarnessError }> {
    const replays = noiseReplays(plan).flat();
    if (replays.length === 0) return { read: null };
    let done = 0;
    const tell = () => onNews?.({ doing: "noise", done, of: replays.length, cost: sharedBudget.spent() });
    tell();
    const ended = await engine.run(work, replays.map(jobOf), {
      concurrency,
      attempts: ATTEMPTS,
      isFinal,
      signal,
      onEnd: () => void (done++, tell()),
    });
    const rejudge = plan.judge !== undefined && isJudged(plan.metric as MetricName);
    const again =
      rejudge && !ended.endedBy
        ? await judgeAgain(harness, { dir, plan, sharedBudget, concurrency, engine, isFinal, signal })
        : ended;
    return {
      read: readNoise(dir, plan, (result) => (rejudge ? scoresOf(result, plan) : undefined)),
      ...again,
    };
  }

  async function playPairs(): Promise<HarnessError | undefined> {
    const open = new Map<number, { planned: PlannedPair; left: number }>();
    const isDecided = () => decide([...pairs.values()], options).decided;
    const tell = () =>
      onNews?.({
        doing: "pairs",
        done: pairs.size,
        of: plan.times,
        decision: decide([...pairs.values()], options),
        cost: sharedBudget.spent(),
      });
    function* jobs(): Generator<Job<Replay>> {
      for (let index = 0; index < plan.times && !isDecided(); index++) {
        if (pairs.has(index)) continue;
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
        // Stopped with all the others, or before its second chance: no crash, and no pair yet.
        if ("error" in end && (isFinal(end.error) || end.attempts < ATTEMPTS)) return;
        if ("error" in end) crash = end.error;
        const index = Number.parseInt(end.job.id, 10) - 1;
        const pair = open.get(index)!;
        if (--pair.left > 0) return;
        open.delete(index);
        const played = readPair(dir, plan, pair.planned);
        pairs.set(index, played.pair);
        plays.set(index, played.plays);
        ends.keep(played.pair);
        tell();
      },
    });
    return ended;
  }
}

const jobOf = (replay: Replay): Job<Replay> => ({ id: replay.sessionId, input: replay });

/** What all replays have cost by their journals. */
export const spentOn = (dir: string): Spent => sumOf(sessionsBelow(sessionsOfAb(dir)).map(spentOnSession));

/** What did not go as asked for in all replays, by their results. */
export const deviationsIn = (dir: string): DeviationCount[] =>
  countDeviations(sessionsBelow(sessionsOfAb(dir)).map((replay) => lastResult(replay)?.deviations ?? []));
