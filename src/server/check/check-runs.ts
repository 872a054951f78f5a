import type { CheckRunView, JobView, TestResult } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { noteLines } from "../../kernel/report/index.ts";
import { testVerdictOf } from "../../retrieval/index.ts";
import { problemOf, Refusal } from "../problem.ts";
import type { BegunCheck, CheckAsk, Checker } from "./checker.ts";

/** A background check that can be inspected and stopped. */
type CheckRun = {
  readonly id: string;
  view(): CheckRunView;
  stop(): Promise<void>;
};

export type CheckRuns = {
  /** Throws what a blocking check would throw before its first test. */
  start(ask: CheckAsk): Promise<CheckRun>;
  /** Newest first. */
  list(): CheckRun[];
  get(id: string): CheckRun;
};

type CheckRunsOptions = {
  checker: Checker;
  clock: Clock;
  onBug: (error: unknown) => void;
  /** Called with the id of a run after each change. */ onChange?: (id: string) => void;
};

/** Each takes memory and calls; further ones wait. */
const MOST_AT_ONCE = 8;
const REMEMBERED = 100;
/** Tests below 100 that are shown during a run; the others are counted. */
const MOST_SHOWN = 8;

export function createCheckRuns({ checker, clock, onBug, onChange = () => {} }: CheckRunsOptions): CheckRuns {
  const runs = new Map<string, CheckRun>();
  let [started, starting] = [0, 0];
  const isRunning = (run: CheckRun) => run.view().status === "running";

  return {
    async start(ask) {
      if (starting + [...runs.values()].filter(isRunning).length >= MOST_AT_ONCE)
        throw new Refusal({
          status: 429,
          code: "busy",
          message: `${MOST_AT_ONCE} runs are already active.`,
          remedy: "Wait until one ends, or stop one.",
        });
      starting += 1;
      try {
        const begun = await checker.begin(ask);
        const stamp = clock.date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
        const run = follow(begun, {
          id: `check-${stamp}-${++started}`,
          clock,
          onBug,
          onChange,
        });
        runs.set(run.id, run);
        for (const old of [...runs.values()].filter((run) => !isRunning(run)).slice(0, -REMEMBERED))
          runs.delete(old.id);
        return run;
      } finally {
        starting -= 1;
      }
    },
    list: () => [...runs.values()].toReversed(),
    get(id) {
      const run = runs.get(id);
      if (!run)
        throw new Refusal({
          status: 404,
          code: "unknown-job",
          message: `Run ${JSON.stringify(id.slice(0, 200))} not found.`,
          remedy: "GET /api/check-runs lists the runs since the server started.",
        });
      return run;
    },
  };
}

function follow(
  begun: BegunCheck,
  {
    id,
    clock,
    onBug,
    onChange,
  }: { id: string } & Required<Pick<CheckRunsOptions, "clock" | "onBug" | "onChange">>,
): CheckRun {
  const stopping = new AbortController();
  const began = clock.now();
  let view: CheckRunView = {
    id,
    status: "running",
    target: begun.target,
    started_at: clock.date().toISOString(),
    ended_at: null,
    progress: { done: 0, total: begun.total, left_ms: null },
    notes: [...begun.notes],
    summary: null,
    below: { count: 0, latest: [] },
    error: null,
  };
  const change = (part: Partial<CheckRunView>) => {
    view = { ...view, ...part };
    onChange(id);
  };

  function onResult(result: TestResult, { done, total }: { done: number; total: number }): void {
    const verdict = testVerdictOf(result);
    const { count, latest } = view.below;
    change({
      progress: { done, total, left_ms: Math.round(((clock.now() - began) / done) * (total - done)) },
      ...(verdict.score !== 100 && {
        below: { count: count + 1, latest: [verdict, ...latest].slice(0, MOST_SHOWN) },
      }),
    });
  }

  async function work(): Promise<void> {
    try {
      const { answer } = await begun.run({ signal: stopping.signal, onResult });
      change({
        status: "done",
        ended_at: clock.date().toISOString(),
        summary: answer,
        notes: [...view.notes, ...noteLines(answer.notes)],
      });
    } catch (error) {
      const { body, isBug } = problemOf(error);
      if (isBug) onBug(error);
      const stopped = body.error.code === "interrupted";
      change({
        status: stopped ? "stopped" : "failed",
        ended_at: clock.date().toISOString(),
        error: body.error,
      });
    }
  }

  onChange(id);
  const ended = work();
  return {
    id,
    view: () => view,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** A check in the list of jobs. */
export const checkJob = ({
  id,
  status,
  target,
  started_at,
  ended_at,
  progress: { done, total, left_ms },
  summary,
  error,
}: CheckRunView): JobView => ({
  id,
  kind: "check",
  name: target,
  status,
  sessions: [],
  unit: "test",
  done,
  total,
  turns: 0,
  playing: 0,
  failed: 0,
  cost: null,
  startedAt: started_at,
  endedAt: ended_at,
  leftMs: status === "running" ? left_ms : null,
  ...(summary?.outcome?.verdict === "failed" && { gatesFailed: summary.outcome.says }),
  ...(error && status === "failed" && { error: error.message, remedy: error.remedy }),
});
