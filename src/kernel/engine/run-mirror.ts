/**
 * Copies of the newest queued runs on this disk, kept up to date in the background and laid out like a workspace, so that whoever
 * reads folders can read them. Only reads the database.
 */
import { join } from "node:path";
import type { Clock } from "../clock/index.ts";
import { refreshFolder, type CopiedFiles, type Database } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import {
  checkName,
  exists,
  lockFolder,
  makeFolder,
  MIRROR_FILE,
  namesIn,
  readText,
  remove,
  replaceWorkingCopy,
} from "../store/index.ts";
import { CONNECTED, isOver, type RunState } from "./queued-runs.ts";

export type RunMirror = AsyncDisposable & {
  /** Holds `matrices/RUN` and `abs/RUN`. */
  readonly dir: string;
  /** Whether workers are playing this run or this session now, by its folder. */
  isLive(dir: string): boolean;
  /** Resolves when everything was looked at once. */
  readonly ready: Promise<void>;
};

export type MirrorOptions = {
  /** One process at a time: throws "folder-locked". */
  dir: string;
  clock: Clock;
  /** How many runs, the newest first. Others are removed from the copy. */
  most?: number;
  everyMs?: number;
  /** Called when the database cannot be read any more, and with undefined when it can be again. */
  onTrouble?: (error: HarnessError | undefined) => void;
};

/** Where a workspace keeps runs of each kind. */
const FOLDERS: Readonly<Record<string, string>> = { matrix: "matrices", ab: "abs" };
/** Says in which state a run was copied in full. */
const COPIED_FILE = ".copied";
const EVERY_MS = 2_000;
export const MOST_RUNS = 20;

type Listed = { id: string; kind: string; state: RunState; version: string; created: string };
type Changed = { run: string; name: string; version: string };
type Followed = {
  dir: string;
  /** Another run may have the name of one that was deleted. */
  created: string;
  /** The oldest transaction that was open at the last look: only it and later ones can have changed a folder since. */
  since: string | undefined;
  /** The transaction that last changed each folder, as it was copied. */
  versions: Map<string, string>;
  /** Of sessions that are being played, so that only what is new is fetched. */
  copied: Map<string, CopiedFiles>;
};

export async function mirrorRuns(
  database: Database,
  { dir: place, clock, most = MOST_RUNS, everyMs = EVERY_MS, onTrouble = () => {} }: MirrorOptions,
): Promise<RunMirror> {
  makeFolder(place);
  const lock = await lockFolder(place, { clock });
  // Below the lock: nothing else can be written to a folder that is marked as a mirror.
  const dir = join(place, "runs");
  makeFolder(dir);
  replaceWorkingCopy(join(dir, MIRROR_FILE), Buffer.from(`${database.address}\n`));
  const stop = new AbortController();
  const followed = new Map<string, Followed>();
  let live = new Set<string>();
  const firstLook = Promise.withResolvers<void>();

  async function look(): Promise<void> {
    const runs = (
      await database.query<Listed>(
        `SELECT id, kind, state, concat_ws(' ', state, start, created) AS version, created::text AS created FROM rehearse.run
         WHERE kind = ANY($1) ORDER BY created DESC, id LIMIT $2`,
        [Object.keys(FOLDERS), most],
      )
    ).filter(({ id }) => isName(id));
    removeOthers(runs);
    const open = runs.filter((run) => !isCopied(run));
    live = await playing(open);
    for (const run of open) {
      await copyRun(run);
      if (stop.signal.aborted) return;
    }
  }

  const folderOf = ({ kind, id }: Listed) => join(dir, FOLDERS[kind]!, id);
  const isCopied = (run: Listed): boolean => {
    const path = join(folderOf(run), COPIED_FILE);
    return isOver(run.state) && exists(path) && readText(path) === run.version;
  };

  function removeOthers(runs: readonly Listed[]): void {
    const kept = new Set(runs.map(folderOf));
    for (const folder of Object.values(FOLDERS))
      for (const name of namesIn(join(dir, folder)))
        if (!kept.has(join(dir, folder, name))) {
          remove(join(dir, folder, name));
          followed.delete(name);
        }
  }

  async function playing(runs: readonly Listed[]): Promise<Set<string>> {
    const rows = await database.query<{ run: string; id: string }>(
      `SELECT session.run, session.id FROM rehearse.session JOIN rehearse.worker ON worker.id = session.worker
       WHERE session.run = ANY($1) AND session.state = 'playing' AND ${CONNECTED}`,
      [runs.map(({ id }) => id)],
    );
    const places = new Map(runs.map((run) => [run.id, folderOf(run)]));
    return new Set([
      ...runs.filter(({ state }) => state === "playing" || state === "stopping").map(folderOf),
      ...rows.map(({ run, id }) => join(places.get(run)!, "sessions", id)),
    ]);
  }

  async function copyRun(run: Listed): Promise<void> {
    const ended = isOver(run.state);
    let own = followed.get(run.id);
    if (own?.created !== run.created) {
      // What an earlier process copied of it may be out of date.
      remove(folderOf(run));
      own = {
        dir: folderOf(run),
        created: run.created,
        since: undefined,
        versions: new Map(),
        copied: new Map(),
      };
      followed.set(run.id, own);
    }
    // Not by time: a transaction may commit long after one that began later.
    const [now] = await database.query<{ oldest: string }>(
      "SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS oldest",
    );
    const changed = await database.query<Changed>(
      `SELECT run, name, xmin::text AS version FROM rehearse.folder
       WHERE run = $1 AND ($2::text IS NULL OR age(xmin) <= age($2::text::xid)) ORDER BY (name = '') = $3, name`,
      // The report of an ended run is newer than its sessions; the plan of another one makes it a run.
      [run.id, own.since ?? null, ended],
    );
    for (const { name, version } of changed) {
      if (own.versions.get(name) === version || (name !== "" && !isName(name))) continue;
      const copied: CopiedFiles = own.copied.get(name) ?? new Map();
      const place = name === "" ? own.dir : join(own.dir, "sessions", name);
      if (copied.size === 0 && name !== "") remove(place);
      own.copied.set(name, copied);
      await refreshFolder(database, { run: run.id, name, dir: place, copied });
      own.versions.set(name, version);
      if (ended || !live.has(place)) own.copied.delete(name);
      if (stop.signal.aborted) return;
    }
    own.since = now!.oldest;
    if (!ended) return;
    makeFolder(own.dir);
    replaceWorkingCopy(join(own.dir, COPIED_FILE), Buffer.from(run.version));
  }

  async function follow(): Promise<void> {
    let troubled = false;
    while (!stop.signal.aborted) {
      try {
        await look();
        if (troubled) onTrouble(undefined);
        troubled = false;
        firstLook.resolve();
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error;
        // The database may have been replaced by a copy that counts transactions anew.
        for (const own of followed.values()) own.since = undefined;
        if (!troubled) onTrouble(error);
        troubled = true;
      }
      await clock.sleep(everyMs, stop.signal).catch(() => {});
    }
  }

  const following = follow().finally(() => firstLook.resolve());
  // Thrown again when it is closed.
  following.catch(() => {});
  return {
    dir,
    ready: firstLook.promise,
    isLive: (place) => live.has(place),
    async [Symbol.asyncDispose]() {
      stop.abort();
      try {
        await following;
      } finally {
        await lock.release();
      }
    },
  };
}

/** Names become paths; those of another program in the database are left out. */
function isName(name: string): boolean {
  try {
    return checkName(name, "run") === name;
  } catch {
    return false;
  }
}
