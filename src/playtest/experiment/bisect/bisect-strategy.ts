/**
 * A bisect as a strategy: replays in batches until the turn is known or all are played. Each batch depends only on the
 * earlier batches, so the search does not depend on the order in which replays end, or on interruptions.
 */
import { basename, join } from "node:path";
import type { BisectFinding, BisectPlan, BisectProbe, BisectResult } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, foldJournal } from "../../../kernel/journal/index.ts";
import { JOURNAL_FILE, type Harness } from "../../../kernel/run/index.ts";
import { sessionFoldersIn } from "../../play/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { finishedReplay, startReplay, type Replay } from "../checkpoint-replay.ts";
import {
  runExperiment,
  sessionsFolder,
  spentOnSessions,
  type Experiment,
  type RunOptions,
} from "../run-experiment.ts";
import type { Posterior } from "./bisect-belief.ts";
import { BISECT_RESULT, bisectFiles, bisectResult, type BisectRun } from "./bisect-report.ts";
import { believed, nextProbes } from "./bisect-search.ts";
import { recoveryOf } from "./criterion.ts";
import { bisectPlanFile } from "./plan-bisect.ts";

export type BisectNews = {
  /** Replays that the finding counts. */
  done: number;
  of: number;
  finding: BisectFinding;
  replays: { ended: number; of: number };
  cost: number;
};

export type RunBisectOptions = Omit<RunOptions<BisectPlan, BisectNews>, "concurrency">;

/** The plan sets the batch size: with another size the search would differ. */
export const runBisect = (harness: Harness, options: RunBisectOptions): Promise<Found> =>
  runExperiment(bisect, harness, { ...options, concurrency: options.plan.atOnce });

type Found = BisectRun & { result: BisectResult };

const bisect: Experiment<BisectPlan, Replay, BisectNews, Found> = {
  planFile: bisectPlanFile,
  resultFile: BISECT_RESULT,
  files: bisectFiles,
  player: ({ harness, dir, plan }) => ({
    finished: (replay) => finishedReplay(dir, plan, replay),
    start: (replay, watch) => startReplay(harness, { dir, plan, replay, ...watch }),
  }),
  open({ dir, plan, tell }) {
    const probes: BisectProbe[] = [];
    let batch: Replay[] = [];
    let crashes = new Map<string, HarnessError>();
    const started = startedTurns(dir, plan);
    let ended = 0;
    let { finding: last } = believed(plan, probes);
    const tellAll = (): void =>
      tell({
        done: probes.length,
        of: plan.times,
        finding: last,
        replays: { ended: probes.length + ended, of: plan.times },
      });
    return {
      metered: sessionFoldersIn(sessionsFolder(dir)),
      spentBefore: atMostOf(spentOnSessions(dir)),
      nextRound() {
        const { posterior, finding } = believed(plan, probes);
        last = finding;
        tellAll();
        // Another version may have decided later. Replays that have begun still count.
        if (probes.length >= plan.times || (finding.decided && !started.has(probes.length + 1)))
          return undefined;
        crashes = new Map();
        batch = nextBatch(plan, { posterior, probes, started });
        return batch;
      },
      onEnd({ sessionId }, end) {
        if (end.how === "crashed") crashes.set(sessionId, end.error);
        if (end.how === "stopped") return;
        ended += 1;
        tellAll();
      },
      onRoundEnd(endedBy) {
        const read = batch.map((replay) => readProbe(dir, plan, replay, crashes.get(replay.sessionId)));
        // Of a stopped batch only the replays before the first missing one count. Otherwise quick replays would be favoured.
        const gap = read.findIndex(({ missing }) => missing);
        const whole = endedBy && gap !== -1 ? read.slice(0, gap) : read;
        probes.push(...whole.map(({ probe }) => probe));
        ended = 0;
        return crashes.size === batch.length ? allCrashed([...crashes.values()]) : undefined;
      },
      found({ lost, endedBy }) {
        const { posterior, finding } = believed(plan, probes);
        // Includes the replays of the stopped batch.
        last = finding;
        if (endedBy) tellAll();
        const run = { posterior, finding, probes, spent: spentOnSessions(dir), lost, endedBy };
        return { ...run, result: bisectResult(dir, plan, run) };
      },
    };
  },
};

/** Every replay has its own seed: with a shared one, neighbouring turns would repeat the same chance. */
function nextBatch(
  { checkpoints, times, atOnce, changed, maxTurns }: BisectPlan,
  {
    posterior,
    probes,
    started,
  }: { posterior: Posterior; probes: readonly BisectProbe[]; started: ReadonlyMap<number, number> },
): Replay[] {
  const chosen = nextProbes(posterior, {
    count: Math.min(atOnce, times - probes.length),
    before: probes.map(({ turn }) => turn),
  });
  return chosen.map((next, index) => {
    const replicate = probes.length + index + 1;
    const turn = started.get(replicate) ?? next;
    return {
      sessionId: `${String(replicate).padStart(4, "0")}-t${turn}`,
      checkpoint: checkpoints.findIndex((each) => each.turn === turn),
      replicate,
      wish: { ...changed.wish, maxTurns },
    };
  });
}

/** The turns of replays that have begun. Another version or another --times might choose other turns and play them again. */
export function startedTurns(dir: string, { checkpoints }: BisectPlan): Map<number, number> {
  const turns = new Map<number, number>();
  for (const folder of sessionFoldersIn(sessionsFolder(dir))) {
    const [, replicate, turn] = /^(\d+)-t(\d+)$/.exec(basename(folder)) ?? [];
    if (turn !== undefined && checkpoints.some((each) => each.turn === Number(turn)))
      turns.set(Number(replicate), Number(turn));
  }
  return turns;
}

export function readProbe(
  dir: string,
  plan: BisectPlan,
  replay: Replay,
  crash?: HarnessError,
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
        why: crash?.message ?? "it is unfinished",
      },
    };
  const { state } = loadLatest(result.dir);
  const totals = foldJournal(join(result.dir, JOURNAL_FILE)).totals();
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

function allCrashed(crashes: readonly HarnessError[]): HarnessError {
  const { message, remedy } = crashes[0]!;
  return new HarnessError({
    code: "replays-crashed",
    message: `None of the last ${crashes.length} replays could be played: ${message}`,
    remedy,
    exit: 3,
  });
}
