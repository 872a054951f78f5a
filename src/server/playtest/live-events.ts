/**
 * Notifies listeners of changed sessions, matrices and jobs, and watches the workspace while there are
 * listeners.
 */
import type { JobView, LiveEvent, SessionCard, SessionResult } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { createEventLog, type EventLog } from "../events/index.ts";
import type { ExperimentProgress, Experiments, MatrixProgress } from "./experiments/index.ts";
import type { SessionIndex } from "./session-index.ts";

/** Changes in the workspace, each sent once. */
export type LiveEvents = {
  readonly log: EventLog;
  session(id: string, card: SessionNews): void;
  /** A session that this server has played. */
  ended(id: string, result: Pick<SessionResult, "turns" | "outcome" | "overall" | "cost">): void;
  matrix(progress: MatrixProgress): void;
  experiment(progress: ExperimentProgress): void;
  job(job: JobView, options?: { step?: boolean }): void;
};

type SessionNews = Pick<SessionCard, "turns" | "outcome" | "live"> &
  Partial<Pick<SessionCard, "of" | "issues" | "cost" | "overall">>;

const KEPT = 1_000;
/** How many sessions and matrices are remembered; a change of another may be sent twice. */
const MOST_TOLD = 2_000;

export function createLiveEvents({
  clock,
  kept = KEPT,
}: {
  clock: Clock;
  kept?: number | undefined;
}): LiveEvents {
  // Numbers start at the current time, so that those of an earlier server are never mistaken for ours.
  const log = createEventLog({ most: kept, from: clock.date().getTime() });
  const told = new Map<string, string>();
  const tell = (event: LiveEvent, facts: unknown[] = []) => {
    const [what, state] = [
      `${event.type} ${"session" in event ? event.session : "matrix" in event ? event.matrix : "id" in event ? `${event.kind} ${event.id}` : ""}`,
      JSON.stringify(facts),
    ];
    if (facts.length > 0 && told.get(what) === state) return;
    told.delete(what);
    told.set(what, state);
    for (const old of [...told.keys()].slice(0, -MOST_TOLD)) told.delete(old);
    log.append(event.type, event);
  };
  const session: LiveEvents["session"] = (
    id,
    { turns, outcome, live, of, issues = null, cost = null, overall = null },
  ) =>
    tell(
      { type: "session", session: id, turn: turns, outcome, live, issues, cost, overall, ...(of && { of }) },
      [turns, outcome, live],
    );
  return {
    log,
    session,
    ended: (id, { turns, outcome, overall, cost }) =>
      session(id, { turns, outcome, overall, cost: cost.total, live: false }),
    matrix: ({ matrix, done, planned, live }) =>
      tell({ type: "matrix", matrix, done, planned, live }, [done, planned, live]),
    experiment: (experiment) =>
      tell({ type: "experiment", ...experiment }, [experiment.done, experiment.planned, experiment.live]),
    job: (job, { step = false } = {}) => tell({ type: "job", job, step }),
  };
}

/** How often the files of other processes are checked. */
const LOOK_EVERY_MS = 1_000;

/**
 * Checks the workspace while there are listeners; the index reports every changed session. `join` returns a function to
 * call on leaving.
 */
export function createWatch({
  clock,
  index,
  experiments: { matrices, abs, bisects },
  live,
  onBug,
}: {
  clock: Clock;
  index: SessionIndex;
  experiments: Experiments;
  live: LiveEvents;
  onBug: (error: unknown) => void;
}): { join(): () => void } {
  let listeners = 0;
  let isLooking = false;
  let resting = new AbortController();
  const isHeard = () => listeners > 0 && !live.log.ended;

  /** Tells of everything that is being played, and once more when it has ended. */
  async function tellOf<Progress extends { live: boolean }>(
    {
      ids,
      isLive = async () => true,
      progress: progressOf,
    }: {
      ids(): string[];
      isLive?(id: string): Promise<boolean>;
      progress(id: string): Promise<Progress>;
    },
    wasLive: Set<string>,
    tell: (progress: Progress) => void,
  ): Promise<void> {
    for (const id of ids()) {
      if (!wasLive.has(id) && !(await isLive(id).catch(() => false))) continue;
      const progress = await progressOf(id).catch(() => undefined);
      if (!progress || !(progress.live || wasLive.delete(id))) continue;
      if (progress.live) wasLive.add(id);
      tell(progress);
    }
  }

  async function look(): Promise<void> {
    const wasLive = { matrices: new Set<string>(), abs: new Set<string>(), bisects: new Set<string>() };
    isLooking = true;
    try {
      while (isHeard()) {
        await index.all();
        await tellOf(matrices, wasLive.matrices, live.matrix);
        await tellOf(abs, wasLive.abs, live.experiment);
        await tellOf(bisects, wasLive.bisects, live.experiment);
        resting = new AbortController();
        await clock.sleep(LOOK_EVERY_MS, resting.signal).catch(() => {});
      }
    } finally {
      isLooking = false;
    }
  }

  return {
    join() {
      listeners += 1;
      // A listener who reconnects immediately joins the loop that is still running.
      if (!isLooking) look().catch(onBug);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        listeners -= 1;
        if (listeners === 0) resting.abort();
      };
    },
  };
}
