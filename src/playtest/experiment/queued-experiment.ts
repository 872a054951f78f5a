/** Matrices and A/B tests that workers play: one plays a session, another coordinates, each with its own working copy of the folder. */
import type { Pinned } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import type { OpenRun, RunRow, WorkerTasks } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { ab, runAb } from "./ab/ab-strategy.ts";
import { isAb, readAbPlan } from "./ab/plan-ab.ts";
import { isMatrix, readPlan } from "./matrix/matrix-plan-file.ts";
import { matrixBeside, runMatrix } from "./matrix/matrix-strategy.ts";
import {
  ATTEMPTS,
  playOrResume,
  stopsAllSessions,
  type Experiment,
  type RunOptions,
} from "./run-experiment.ts";

type Options = {
  harnessFor(pinned: Pinned | undefined): Harness;
  /** The money of a run, which all workers share. */
  moneyOf(run: RunRow): Budget & Partial<AsyncDisposable>;
};

export function queuedTasks({ harnessFor, moneyOf }: Options): WorkerTasks {
  return {
    async openRun(run, dir) {
      if (isMatrix(dir)) return opened(matrixBeside(undefined), run, dir);
      if (isAb(dir)) return opened(ab, run, dir);
      throw unknown(run);
    },
    async conduct(run, dir, engine, fetchEnded) {
      const conductor = isMatrix(dir) ? matrixOf(dir) : isAb(dir) ? abOf(dir) : undefined;
      if (!conductor) throw unknown(run);
      await fetchEnded(conductor.files);
      const harness = harnessFor(conductor.pinned);
      try {
        const { endedBy } = await conductor.play(harness, {
          dir,
          concurrency: Infinity,
          budget: run.cap ?? undefined,
          retry: run.retried ?? undefined,
          engine,
        });
        return endedBy;
      } finally {
        await harness.close();
      }
    },
  };

  function opened<
    Plan extends { pinned?: Pinned; budget?: number; lost?: number },
    Session extends { sessionId: string },
  >(
    experiment: Pick<Experiment<Plan, Session, never, never>, "player" | "planFile">,
    run: RunRow,
    dir: string,
  ): OpenRun {
    const plan = experiment.planFile.read(dir);
    const harness = harnessFor(plan.pinned);
    const player = experiment.player({ harness, dir, plan });
    const sharedBudget = moneyOf(run);
    return {
      work: ({ onTurn, drain }) => {
        const work = playOrResume(harness, { dir, player, sharedBudget, drain, onTurn: () => onTurn() });
        return { name: work.name, run: (input, context) => work.run(input as Session, context) };
      },
      attempts: ATTEMPTS,
      isFinal: stopsAllSessions,
      async close() {
        await harness.close();
        await sharedBudget[Symbol.asyncDispose]?.();
      },
    };
  }
}

type Conductor = {
  pinned: Pinned | undefined;
  /** Read of a played session. Undefined: all. */
  files?: readonly string[];
  play(
    harness: Harness,
    options: Omit<RunOptions<never, unknown>, "plan">,
  ): Promise<{ endedBy?: HarnessError }>;
};

/** Its rows and its report come from the results. A session may still await its judge: only its journals tell what it has cost. */
function matrixOf(dir: string): Conductor {
  const plan = readPlan(dir);
  return {
    pinned: plan.pinned,
    files: ["session.json", ...(plan.config.judge === undefined ? [] : ["calls.jsonl", "judging/%"])],
    play: (harness, options) => runMatrix(harness, { ...options, plan }),
  };
}

/** Pairs are measured from their turns. */
function abOf(dir: string): Conductor {
  const plan = readAbPlan(dir);
  return { pinned: plan.pinned, play: (harness, options) => runAb(harness, { ...options, plan }) };
}

const unknown = ({ id, kind }: RunRow) =>
  new HarnessError({
    code: "unknown-kind",
    message: `The run ${id} is of the kind "${kind}", which this version of rehearse cannot play.`,
    remedy: "Upgrade rehearse on this machine.",
  });
