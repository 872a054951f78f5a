/**
 * A bisect as a strategy: rounds of replays until the turn is known. Which replays a turn gets, with which dice, is
 * fixed by the plan, so that neither the order in which they end nor an interruption changes the answer.
 */
import { relative } from "node:path";
import type { BisectFinding, BisectPlan, BisectResult } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf } from "../../../kernel/journal/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { finishedReplay, startReplay, type Replay } from "../checkpoint-replay.ts";
import {
  runExperiment,
  sessionsOf,
  spentOnSessions,
  type Experiment,
  type RunOptions,
} from "../run-experiment.ts";
import {
  BISECT_RESULT,
  bisectReport,
  bisectResultNow,
  endedProbes,
  readProbe,
  replayAt,
} from "./bisect-result.ts";
import { replaysOf, searchOn } from "./bisect-search.ts";
import { bisectPlanFile } from "./plan-bisect.ts";

export type BisectNews = {
  finding: BisectFinding;
  /** At most `of`, in nearly every search. */
  replays: { ended: number; of: number };
  cost: number;
};

export type BisectRun = { result: BisectResult; endedBy?: HarnessError };

export const runBisect = (
  harness: Harness,
  options: RunOptions<BisectPlan, BisectNews>,
): Promise<BisectRun> => runExperiment(bisect, harness, options);

const bisect: Experiment<BisectPlan, Replay, BisectNews, BisectRun> = {
  planFile: bisectPlanFile,
  resultFile: BISECT_RESULT,
  files: ({ result }) => ({ result: `${JSON.stringify(result, null, 2)}\n`, report: bisectReport(result) }),
  open({ harness, dir, plan, tell }) {
    const probes = new Map(endedProbes(dir, plan).map((probe) => [probe.sessionId, probe]));
    const { most } = replaysOf(plan);
    let round: Replay[] = [];
    let crashes: HarnessError[] = [];
    const tellAll = (): void => {
      const of = Math.max(most, probes.size);
      const { finding } = searchOn(plan, [...probes.values()]);
      tell({ finding, replays: { ended: probes.size, of } });
    };
    return {
      finished: (replay) => finishedReplay(dir, plan, replay),
      start: (replay, watch) => startReplay(harness, { dir, plan, replay, ...watch }),
      metered: sessionsOf(dir),
      spentBefore: atMostOf(spentOnSessions(dir)),
      nextRound() {
        const { next } = searchOn(plan, [...probes.values()]);
        tellAll();
        if (next.length === 0) return undefined;
        crashes = [];
        round = next.flatMap(({ turn, replays }) =>
          Array.from({ length: replays }, (_, at) => replayAt(plan, turn, at + 1)).filter(
            ({ sessionId }) => !probes.has(sessionId),
          ),
        );
        return round;
      },
      onEnd(replay, end) {
        if (end.how === "stopped") return;
        if (end.how === "crashed") crashes.push(end.error);
        probes.set(
          replay.sessionId,
          readProbe(dir, plan, { replay, error: end.how === "crashed" ? end.error : undefined }),
        );
        tellAll();
      },
      onRoundEnd: () =>
        crashes.length < round.length
          ? undefined
          : new HarnessError({
              code: "no-result",
              message: `None of the last ${crashes.length} replays could be played: ${crashes[0]!.message}`,
              remedy: crashes[0]!.remedy,
              exit: 3,
            }),
      found: ({ endedBy }) => ({
        result: bisectResultNow(dir, plan, {
          probes: [...probes.values()],
          endedBy: endedBy?.message ?? null,
          command: harness.command,
          at: relative(harness.workspace, dir),
        }),
        endedBy,
      }),
    };
  },
};
