import type { AbPlan, SessionResult } from "../../contract/index.ts";
import type { Engine } from "../../kernel/engine/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadLatest } from "../readings/index.ts";
import { judgedMetrics } from "../compare/index.ts";
import {
  CALIBRATIONS,
  hasScores,
  judgeStored,
  qualityOf,
  readCalibrations,
  rubricOf,
  verdictsOn,
} from "../judge/index.ts";
import { sessionMetrics } from "../metrics/index.ts";
import type { SharedBudget } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";
import { noiseReplays } from "./noise.ts";
import { finishedReplay } from "./play-arm.ts";

type Again = Required<SharedBudget> & {
  dir: string;
  plan: AbPlan;
  concurrency: number;
  engine: Engine;
  isFinal: (error: HarnessError) => boolean;
  signal?: AbortSignal;
};

/** Every replay of the noise floor is judged a second time: how far one judge is from itself. */
export function judgeAgain(
  harness: Harness,
  { dir, plan, sharedBudget, concurrency, engine, isFinal, signal }: Again,
): Promise<{ endedBy?: HarnessError }> {
  const jobs = noiseReplays(plan)
    .flat()
    .map((replay) => ({ id: replay.sessionId, input: replay }));
  return engine.run(
    {
      name: "playtest-rejudge",
      async run(replay, context) {
        const result = finishedReplay(dir, plan, replay);
        if (!result) return {};
        const { state } = loadLatest(result.dir);
        if (scored(state, result.dir).length > 1) return {};
        await judgeStored(harness, {
          dir: result.dir,
          state,
          model: harness.catalog.resolve(state.config.judgeModel!),
          rubric: rubricOf(state.config),
          calibrations: readCalibrations(CALIBRATIONS),
          budget: sharedBudget,
          signal: context.signal,
          again: true,
        });
        return {};
      },
    },
    jobs,
    { concurrency, attempts: 2, isFinal, signal },
  );
}

/** An answer that could not be used is no second opinion. */
const scored = (state: SessionState, dir: string) => verdictsOn(state, dir).filter(hasScores);

/** The metric by each verdict on a session. */
export function scoresOf(result: SessionResult, { metric }: AbPlan): number[] {
  const { state } = loadLatest(result.dir);
  return scored(state, result.dir).flatMap((verdict) => {
    const score = judgedMetrics(sessionMetrics(state, { quality: qualityOf([verdict]) }))[metric as never] as
      | number
      | null;
    return score === null ? [] : [score];
  });
}
