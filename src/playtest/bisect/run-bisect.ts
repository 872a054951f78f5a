import { join } from "node:path";
import type { BisectFinding, BisectPlan, BisectProbe } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { inProcessEngine, type Engine } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { atMostOf, foldJournal, type LostCalls, type Spent } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder, midRun, refuseToReplaceNewer } from "../../kernel/store/index.ts";
import { finishedReplay, playReplay, spentOnReplays, replaysIn, type Replay } from "../ab/index.ts";
import { loadLatest } from "../readings/index.ts";
import { holdsForAll, sessionsBelow, wholeBudget } from "../play/index.ts";
import { BISECT_RESULT, readBisectPlan, rewriteBisectPlan } from "./bisect-files.ts";
import { conclude } from "./conclude.ts";
import { recoveryOf } from "./criterion.ts";
import { nextProbes } from "./next-probes.ts";
import { posteriorOf, type Posterior, type Seen } from "./posterior.ts";

export type BisectNews = { done: number; of: number; finding: BisectFinding; cost: number };

export type RunBisectOptions = {
  dir: string;
  plan: BisectPlan;
  /** A budget for the whole, what is spent included; otherwise the plan's. */
  budget?: number;
  signal?: AbortSignal;
  engine?: Engine;
  onNews?: (news: BisectNews) => void;
};

export type BisectRun = {
  finding: BisectFinding;
  posterior: Posterior;
  probes: BisectProbe[];
  spent: Spent;
  /** What journals of its replays lack. */
  lost: LostCalls[];
  endedBy?: HarnessError;
};

/** A replay that fails is given one more chance before it counts as missing. */
const ATTEMPTS = 2;

/**
 * Replays in batches until the turn is known, all are played, or the money is spent. Each batch is chosen by what those
 * before it have shown, so that the search is the same in whatever order replays end, and after any stop.
 */
export async function runBisect(
  harness: Harness,
  { dir, plan, budget, signal, engine = inProcessEngine, onNews }: RunBisectOptions,
): Promise<BisectRun> {
  makeFolder(replaysIn(dir));
  const lock = await lockFolder(dir, { clock: harness.clock });
  try {
    refuseToReplaceNewer(join(dir, BISECT_RESULT));
    const { cap, lost, calls } = wholeBudget(sessionsBelow(replaysIn(dir)), { plan, budget });
    // The budget and the number of replays that were given last hold, also after the next stop.
    const kept = { ...plan, budget: cap, ...(calls > 0 && { lost: calls }) };
    if (JSON.stringify(kept) !== JSON.stringify(readBisectPlan(dir))) await rewriteBisectPlan(dir, kept);
    const sharedBudget = createBudget({ cap, spent: atMostOf(spentOnReplays(dir)) });
    const work = playReplay(harness, { dir, plan, sharedBudget });
    const probes: BisectProbe[] = [];
    let endedBy: HarnessError | undefined;
    for (;;) {
      const { posterior, finding } = believed(plan, probes);
      onNews?.({ done: probes.length, of: plan.times, finding, cost: sharedBudget.spent() });
      if (endedBy || finding.decided || probes.length >= plan.times)
        return { posterior, finding, probes, spent: spentOnReplays(dir), lost, endedBy };
      const batch = nextBatch(plan, posterior, probes);
      const crashes = new Map<string, HarnessError>();
      const ended = await engine.run(
        work,
        batch.map((replay) => ({ id: replay.sessionId, input: replay })),
        {
          concurrency: plan.atOnce,
          attempts: ATTEMPTS,
          isFinal: holdsForAll,
          signal,
          onEnd: (end) => void ("error" in end && crashes.set(end.job.id, end.error)),
        },
      );
      const read = batch.map((replay) => readProbe(dir, plan, replay, crashes.get(replay.sessionId)));
      // Of a batch that was stopped, those in order up to the first that is not there: the quick ones must not count for more.
      const whole = ended.endedBy
        ? read.slice(0, (read.findIndex(({ missing }) => missing) + 1 || read.length + 1) - 1)
        : read;
      probes.push(...whole.map(({ probe }) => probe));
      endedBy =
        ended.endedBy ??
        (crashes.size === batch.length ? allCrashed(batch.length, [...crashes.values()][0]!) : undefined);
    }
  } catch (error) {
    throw midRun(error);
  } finally {
    await lock.release();
  }
}

/** What the replays so far show. */
export function believed(
  plan: Pick<BisectPlan, "checkpoints" | "certainty" | "within" | "endedAt">,
  probes: ReadonlyArray<Pick<BisectProbe, "turn" | "recovered">>,
): { posterior: Posterior; finding: BisectFinding } {
  const seen = probes.flatMap(({ turn, recovered }): Seen[] =>
    recovered === null ? [] : [{ turn, recovered }],
  );
  const posterior = posteriorOf(
    plan.checkpoints.map(({ turn }) => turn),
    seen,
  );
  return { posterior, finding: conclude(posterior, plan) };
}

/** Every replay has dice of its own: with the same ones, neighbouring turns would show the same luck twice. */
function nextBatch(
  { checkpoints, times, atOnce, changed, maxTurns }: BisectPlan,
  posterior: Posterior,
  probes: readonly BisectProbe[],
): Replay[] {
  const chosen = nextProbes(posterior, {
    count: Math.min(atOnce, times - probes.length),
    before: probes.map(({ turn }) => turn),
  });
  return chosen.map((turn, index) => {
    const replicate = probes.length + index + 1;
    return {
      sessionId: `${String(replicate).padStart(4, "0")}-t${turn}`,
      checkpoint: checkpoints.findIndex((each) => each.turn === turn),
      replicate,
      wish: { ...changed.wish, maxTurns },
    };
  });
}

function readProbe(
  dir: string,
  plan: BisectPlan,
  replay: Replay,
  crash: HarnessError | undefined,
): { probe: BisectProbe; missing: boolean } {
  const { sessionId, replicate, checkpoint } = replay;
  const { turn } = plan.checkpoints[checkpoint]!;
  const result = finishedReplay(dir, plan, replay);
  if (!result)
    return {
      missing: true,
      probe: {
        sessionId,
        turn,
        replicate,
        recovered: null,
        why: crash?.message ?? "it was not played to its end",
      },
    };
  const { state } = loadLatest(result.dir);
  const totals = foldJournal(join(result.dir, JOURNAL_FILE)).fold.totals();
  return {
    missing: false,
    probe: {
      sessionId,
      turn,
      replicate,
      ...recoveryOf({ state, totals }, { from: turn + 1, to: state.turn }, plan.criterion),
    },
  };
}

const allCrashed = (count: number, { message, remedy }: HarnessError): HarnessError =>
  new HarnessError({
    code: "replays-crashed",
    message: `None of the last ${count} replays could be played: ${message}`,
    remedy,
    exit: 3,
  });
