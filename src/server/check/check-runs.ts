import type { CheckRunView, JobView, TestResult } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { testVerdictOf } from "../../retrieval/index.ts";
import { createEventLog, type EventLog } from "../events/index.ts";
import { problemOf, Refusal } from "../problem.ts";
import type { BegunCheck, CheckAsk, Checker } from "./checker.ts";

/** A background check that can be inspected, followed and stopped. */
type CheckRun = {
  readonly id: string;
  readonly log: EventLog;
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

export type CheckRunsOptions = {
  checker: Checker;
  clock: Clock;
  onBug: (error: unknown) => void;
  /** Called with each change that a list of jobs shows. */ onChange?: (run: CheckRunView) => void;
  /** How many events of a run are kept for reconnecting listeners. */ buffered?: number;
};

/** Each takes memory and calls; further ones wait. */
const MOST_AT_ONCE = 8;
const REMEMBERED = 100;
/** Five updates a second are enough for a progress bar. */
const PROGRESS_MS = 200;

export function createCheckRuns({
  checker,
  clock,
  onBug,
  onChange = () => {},
  buffered = 1_000,
}: CheckRunsOptions): CheckRuns {
  const runs = new Map<string, CheckRun>();
  let [started, starting] = [0, 0];
  const isRunning = (run: CheckRun) => run.view().status === "running";

  return {
    async start(ask) {
      if (starting + [...runs.values()].filter(isRunning).length >= MOST_AT_ONCE)
        throw new Refusal({
          status: 429,
          code: "too-many-runs",
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
          buffered,
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
          code: "unknown-run",
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
    buffered,
  }: { id: string } & Required<Pick<CheckRunsOptions, "clock" | "onBug" | "onChange" | "buffered">>,
): CheckRun {
  const log = createEventLog({ most: buffered });
  const stopping = new AbortController();
  const began = clock.now();
  const events = `/api/check-runs/${id}/events`;
  let view: CheckRunView = {
    id,
    status: "running",
    target: begun.target,
    started_at: clock.date().toISOString(),
    ended_at: null,
    progress: { done: 0, total: begun.total, left_ms: null },
    notes: [...begun.notes],
    summary: null,
    error: null,
    events,
  };
  let shown = Number.NEGATIVE_INFINITY;

  const showProgress = () => {
    const { done, total } = view.progress;
    if (done < total && clock.now() - shown < PROGRESS_MS) return;
    shown = clock.now();
    log.append("progress", view.progress);
    onChange(view);
  };

  function onResult(result: TestResult, { done, total }: { done: number; total: number }): void {
    view = {
      ...view,
      progress: { done, total, left_ms: Math.round(((clock.now() - began) / done) * (total - done)) },
    };
    log.append("result", testVerdictOf(result));
    showProgress();
  }

  async function work(): Promise<void> {
    try {
      const { answer } = await begun.run({ signal: stopping.signal, onResult });
      view = {
        ...view,
        status: "done",
        ended_at: clock.date().toISOString(),
        summary: answer,
        notes: [...view.notes, ...answer.notes],
      };
      log.append("done", answer);
    } catch (error) {
      const { body, isBug } = problemOf(error);
      if (isBug) onBug(error);
      const stopped = body.error.code === "interrupted";
      view = {
        ...view,
        status: stopped ? "stopped" : "failed",
        ended_at: clock.date().toISOString(),
        error: body.error,
      };
      log.append("error", body);
    }
    log.end();
    onChange(view);
  }

  for (const note of begun.notes) log.append("note", { note });
  showProgress();
  const ended = work();
  return {
    id,
    log,
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
