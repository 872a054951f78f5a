/** The runs that one worker knows: those it has opened, and those it cannot play. */
import { join } from "node:path";
import type { Database } from "../database/index.ts";
import { fetchFolder } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import { namesIn, remove } from "../store/index.ts";
import type { Engine, Work } from "./in-process-engine.ts";
import type { RunRow } from "./queued-runs.ts";
import { allRefuse, isLeftToOthers } from "./refusals.ts";

/** What a kind of run means. Paths are working copies on this disk. */
export type WorkerTasks = {
  /** Opens a run for playing its sessions, once per start. */
  openRun(run: RunRow, dir: string): Promise<OpenRun>;
  /** Plays a run to its end with the given engine, and writes its report. Returns why it ended early. */
  conduct(
    run: RunRow,
    dir: string,
    engine: Engine,
    /**
     * Copies the sessions that have ended before to `dir`; the engine copies those that end. `files`: which files of a played session
     * are read, as patterns of LIKE. Default: all. To write them takes longer than everything else.
     */
    fetchEnded: (files?: readonly string[]) => Promise<void>,
  ): Promise<HarnessError | undefined>;
};

export type OpenRun = {
  /** `drain` is aborted when a session is to stop after the turn under way. */
  work(watch: {
    /** Which turn of the session has ended. Default: the one after the last. */
    onTurn: (turn?: number) => void;
    drain: AbortSignal;
  }): Work<unknown, unknown>;
  attempts: number;
  isFinal: (error: HarnessError) => boolean;
  close(): Promise<void>;
};

export type WorkerRuns = ReturnType<typeof createWorkerRuns>;

const MOST_OPEN_RUNS = 10;

export function createWorkerRuns({
  database,
  tasks,
  id,
  version,
  busyRuns,
}: {
  database: Database;
  tasks: WorkerTasks;
  id: string;
  version: string;
  /** Runs that this worker is playing or coordinating now. */
  busyRuns: () => Set<string>;
}) {
  const closing = new Map<string, Promise<void>>();
  const openRuns = new Map<string, { of: string; opened: Promise<OpenRun> }>();
  /** A run that was deleted may be queued again by the same name. */
  const keyOf = ({ start, created }: RunRow) => `${start} ${created.getTime()}`;

  /** Gives back a job of a run that this worker has refused, while another worker may play it. */
  async function refuseKnown(run: string, start: number): Promise<void> {
    if (await isLeftToOthers(database, { run, start, worker: id })) throw cannotPlay(run);
  }

  const outdatedFor = (run: RunRow): HarnessError | undefined =>
    isOlder(version, run.version) ? olderWorker(version, run) : undefined;

  /** Notes that this worker cannot play a run. True: neither can any other that is connected, or that may be restarting. */
  const refuse = ({ id: run, start }: RunRow, { message }: HarnessError): Promise<boolean> =>
    allRefuse(database, { run, start, worker: id, why: message });

  /** Plan, models and prices of a run are read once. A run that was resumed is read again. */
  function opened(run: RunRow, place: string): Promise<OpenRun> {
    const known = openRuns.get(run.id);
    if (known && known.of === keyOf(run)) return known.opened;
    const opening = (async () => {
      await closing.get(run.id);
      await (await known?.opened.catch(() => undefined))?.close();
      // What is left of an earlier run of this name must not be taken for this one's. Sessions remove their own.
      for (const name of namesIn(place)) if (name !== "sessions") remove(join(place, name));
      await fetchFolder(database, { run: run.id, name: "", dir: place });
      return tasks.openRun(run, place);
    })();
    openRuns.delete(run.id);
    openRuns.set(run.id, { of: keyOf(run), opened: opening });
    closeIdle();
    // What failed once may work the next time.
    opening.catch(() => openRuns.delete(run.id));
    return opening;
  }

  /** A worker sees many runs. Those that have not been opened lately are closed. */
  function closeIdle(): void {
    const busy = busyRuns();
    for (const [runId, { opened: idle }] of openRuns) {
      if (openRuns.size <= MOST_OPEN_RUNS) return;
      if (busy.has(runId)) continue;
      openRuns.delete(runId);
      closing.set(
        runId,
        idle
          .then((one) => one.close())
          .catch(() => {})
          .finally(() => closing.delete(runId)),
      );
    }
  }

  async function closeAll(): Promise<void> {
    for (const { opened: open } of openRuns.values()) await (await open.catch(() => undefined))?.close();
  }

  return { refuseKnown, outdatedFor, refuse, opened, closeAll };
}

const cannotPlay = (run: string) =>
  new HarnessError({
    code: "refused-here",
    message: `The run ${run} cannot be played on this worker.`,
    remedy: "Another worker plays it. This worker's log says what is missing here.",
    exit: 3,
  });

const olderWorker = (version: string, run: RunRow) =>
  new HarnessError({
    code: "older-worker",
    message: `The run ${run.id} was queued by rehearse ${run.version}; this worker is ${version} and does not play it.`,
    remedy: "Upgrade rehearse on this machine. Workers of that version or a newer one play the run.",
  });

/** By major, minor and patch. An unknown version is not older. */
function isOlder(version: string, than: string | null): boolean {
  const numbers = (text: string | null) =>
    /^(\d+)\.(\d+)\.(\d+)/
      .exec(text ?? "")
      ?.slice(1)
      .map(Number);
  const [own, other] = [numbers(version), numbers(than)];
  if (!own || !other) return false;
  const at = own.findIndex((number, index) => number !== other[index]);
  return at >= 0 && own[at]! < other[at]!;
}
