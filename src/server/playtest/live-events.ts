/**
 * Tells listeners what has changed: which session, experiment or job. They fetch it themselves, so no event is kept.
 * While there are listeners, the workspace is watched for changes by other processes.
 */
import type { LiveEvent, SessionCard } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import type { ExperimentProgress, Experiments } from "./experiments/index.ts";
import type { SessionIndex } from "./session-index.ts";

export type LiveEvents = {
  session(id: string, card: Pick<SessionCard, "turns" | "outcome" | "live">): void;
  experiment(progress: ExperimentProgress): void;
  job(id: string): void;
  /** Calls `hear` with each event, and `onEnd` when no more follow. Returns a function to call on leaving. */
  listen(hear: (event: LiveEvent) => void, onEnd: () => void): () => void;
  readonly listeners: number;
  readonly ended: boolean;
  end(): void;
};

export function createLiveEvents(): LiveEvents {
  const listeners = new Set<{ hear: (event: LiveEvent) => void; onEnd: () => void }>();
  let ended = false;
  const tell = (event: LiveEvent) => {
    for (const { hear } of listeners) hear(event);
  };
  /** Several parts of the server notice the same change: what each session and experiment was last told as. */
  const told = new Map<string, string>();
  const tellOnce = (event: LiveEvent, what: string, facts: readonly unknown[]) => {
    const state = JSON.stringify(facts);
    if (told.get(what) === state) return;
    told.set(what, state);
    tell(event);
  };
  return {
    session: (id, { turns, outcome, live }) =>
      tellOnce({ type: "session", session: id, turn: turns }, `session ${id}`, [turns, outcome, live]),
    experiment: ({ kind, id, done, planned, live }) =>
      tellOnce({ type: "experiment", kind, id }, `${kind} ${id}`, [done, planned, live]),
    job: (id) => tell({ type: "job", job: id }),
    listen(hear, onEnd) {
      const listener = { hear, onEnd };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get listeners() {
      return listeners.size;
    },
    get ended() {
      return ended;
    },
    end() {
      ended = true;
      for (const { onEnd } of listeners) onEnd();
    },
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
  experiments,
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
  const isHeard = () => listeners > 0 && !live.ended;

  /** Tells of everything that is being played, and once more when it has ended. */
  async function tellOf(
    {
      ids,
      isLive,
      progress: progressOf,
    }: {
      ids(): string[];
      isLive(id: string): Promise<boolean>;
      progress(id: string): Promise<ExperimentProgress>;
    },
    wasLive: Set<string>,
  ): Promise<void> {
    for (const id of ids()) {
      if (!wasLive.has(id) && !(await isLive(id).catch(() => false))) continue;
      const progress = await progressOf(id).catch(() => undefined);
      if (!progress || !(progress.live || wasLive.delete(id))) continue;
      if (progress.live) wasLive.add(id);
      live.experiment(progress);
    }
  }

  async function look(): Promise<void> {
    const kinds = [experiments.matrices, experiments.abs, experiments.bisects].map((kind) => ({
      kind,
      wasLive: new Set<string>(),
    }));
    isLooking = true;
    try {
      while (isHeard()) {
        await index.all();
        for (const { kind, wasLive } of kinds) await tellOf(kind, wasLive);
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
