/**
 * Tells listeners what has changed: which session, experiment or job. They fetch it themselves, so no event is kept.
 * While there are listeners, the workspace is watched for changes by other processes.
 */
import {
  experimentKind,
  type ExperimentKind,
  type LiveEvent,
  type SessionCard,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import type { Experiments } from "./experiments/index.ts";
import type { SessionIndex } from "./session-index.ts";

export type LiveEvents = {
  session(id: string, card: Pick<SessionCard, "turns" | "outcome" | "live">): void;
  experiment(of: NonNullable<SessionCard["of"]>): void;
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
  /** Several parts of the server notice the same change: what each session was last told as. */
  const told = new Map<string, string>();
  return {
    session(id, { turns, outcome, live }) {
      const state = `${turns} ${outcome} ${live}`;
      if (told.get(id) === state) return;
      told.set(id, state);
      tell({ type: "session", session: id, turn: turns });
    },
    experiment: (of) => tell({ type: "experiment", ...of }),
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

type Watched = {
  clock: Clock;
  index: SessionIndex;
  experiments: Experiments;
  live: LiveEvents;
  onBug: (error: unknown) => void;
};

/**
 * Checks the workspace while there are listeners; the index reports every changed session. `join` returns a function to
 * call on leaving.
 */
export function createWatch({ clock, index, experiments, live, onBug }: Watched): { join(): () => void } {
  const listeners = new Set<object>();
  const running = new Set<string>();
  let isLooking = false;
  let resting = new AbortController();

  /** Of every experiment that has begun or ended. What its sessions do is told as they change. */
  async function tellOf(kind: ExperimentKind): Promise<void> {
    const { ids, isLive } = experiments[kind];
    for (const id of ids()) {
      const now = await isLive(id).catch(() => false);
      const key = `${kind} ${id}`;
      if (now === running.has(key)) continue;
      if (now) running.add(key);
      else running.delete(key);
      live.experiment({ kind, id });
    }
  }

  async function look(): Promise<void> {
    isLooking = true;
    try {
      while (listeners.size > 0 && !live.ended) {
        await index.all();
        for (const kind of experimentKind.options) await tellOf(kind);
        resting = new AbortController();
        await clock.sleep(LOOK_EVERY_MS, resting.signal).catch(() => {});
      }
    } finally {
      isLooking = false;
    }
  }

  return {
    join() {
      const listener = {};
      listeners.add(listener);
      // A listener who reconnects immediately joins the loop that is still running.
      if (!isLooking) look().catch(onBug);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) resting.abort();
      };
    },
  };
}
