/**
 * A folder that is kept in the database and has a working copy on this disk. Taking it fences off whoever had it before: every
 * change carries the epoch of the lease, and the database refuses changes of an older one.
 */
import { basename, dirname, join } from "node:path";
import { HarnessError } from "../errors/index.ts";
import {
  attachReplica,
  extendWorkingCopy,
  makeFolder,
  remove,
  replaceWorkingCopy,
  resolveInside,
  writeWorkingCopy,
  type Metered,
  type Replica,
} from "../store/index.ts";
import type { Database } from "./connection.ts";

export type DatabaseFolder = AsyncDisposable & {
  readonly epoch: number;
  /** Aborted when another holder has taken the folder, or when it cannot be stored any more. */
  readonly lost: AbortSignal;
  committed(): Promise<void>;
  /** Stores what is left, unless the folder was lost. */
  close(): Promise<void>;
};

type Address = {
  run: string;
  /** Empty: the run's own files. Otherwise a session's. */
  name: string;
};

type Change = { kind: "put" | "append" | "remove"; path: string; at: number; data: Buffer };

/** Takes the folder, copies what is stored to `dir`, and passes every change there on to the database. */
export async function takeFolder(
  database: Database,
  { run, name, dir, holder }: Address & { dir: string; holder: string },
): Promise<DatabaseFolder> {
  const [taken] = await database.query<{ id: string; epoch: string }>(
    `INSERT INTO rehearse.folder AS had (run, name, epoch, holder) VALUES ($1, $2, 1, $3)
     ON CONFLICT (run, name) DO UPDATE SET epoch = had.epoch + 1, stored = 0, holder = excluded.holder, changed = now()
     RETURNING id, epoch`,
    [run, name, holder],
  );
  const { id } = taken!;
  const epoch = Number(taken!.epoch);
  await fetchById(database, id, dir);
  const lost = new AbortController();
  const queue: Change[] = [];
  const meters = new Map<string, () => Metered>();
  const dirty = new Set<string>();
  let running: Promise<void> | undefined;
  let failure: HarnessError | undefined;
  let given = 0;
  let stored = 0;

  /** Everything that waits goes in one trip. */
  async function store(): Promise<void> {
    const changes = queue.splice(0);
    const upTo = given;
    const money = [...dirty].map((path) => ({ path, ...meters.get(path)!() }));
    dirty.clear();
    try {
      const [answer] = await database.query<{ stored: boolean }>(
        "SELECT rehearse.store($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS stored",
        [
          id,
          epoch,
          upTo,
          changes.map(({ kind }) => kind),
          changes.map(({ path }) => path),
          changes.map(({ at }) => at),
          changes.map(({ data }) => data),
          money.map(({ path }) => path),
          money.map(({ cost }) => cost),
          money.map(({ atMost }) => atMost),
        ],
      );
      if (!answer!.stored) throw leaseLost(run, name);
      stored = upTo;
    } catch (error) {
      failure = error as HarnessError;
      lost.abort(failure);
    } finally {
      running = undefined;
    }
  }
  const change = (one: Change): void => {
    if (failure) throw failure;
    queue.push(one);
    given++;
  };
  const committed = async (): Promise<void> => {
    const wanted = given;
    while (stored < wanted && !failure) await (running ??= store());
    if (failure) throw failure;
  };
  const nothing = Buffer.alloc(0);
  const replica: Replica = {
    root: dir,
    put: (path, data) => change({ kind: "put", path, at: 0, data }),
    append(path, at, data) {
      change({ kind: "append", path, at, data });
      if (meters.has(path)) dirty.add(path);
    },
    remove: (path) => change({ kind: "remove", path, at: 0, data: nothing }),
    meter: (path, read) => void meters.set(path, read),
    committed,
  };
  const detach = attachReplica(replica);
  const close = async () => {
    detach();
    if (!failure) await committed();
  };
  return {
    epoch,
    lost: lost.signal,
    committed,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Copies a folder as it is stored now, also while somebody works in it. False: there is none. */
export async function fetchFolder(
  database: Database,
  { run, name, dir }: Address & { dir: string },
): Promise<boolean> {
  const [found] = await database.query<{ id: string }>(
    "SELECT id FROM rehearse.folder WHERE run = $1 AND name = $2",
    [run, name],
  );
  if (found) await fetchById(database, found.id, dir);
  return found !== undefined;
}

/** Folders of a run that are fetched with one statement, and how many of those run at once. */
const GROUP = 10;
const AT_ONCE = 4;

/** Copies many folders of a run, or some of their files. Folders that are not stored are left out. */
export async function fetchFolders(
  database: Database,
  {
    run,
    names,
    files: wanted,
    dirOf,
    onFetched,
  }: {
    run: string;
    names: readonly string[];
    /** Paths, as patterns of LIKE. Default: all. */
    files?: readonly string[];
    dirOf: (name: string) => string;
    onFetched?: (done: number) => void;
  },
): Promise<void> {
  let begun = 0;
  let done = 0;
  const fetchGroups = async (): Promise<void> => {
    while (begun < names.length) {
      const group = names.slice(begun, (begun += GROUP));
      const files = await database.query<StoredFile & { name: string }>(
        `SELECT f.name, stored.* FROM rehearse.folder f JOIN LATERAL (${FILES_OF("f.id", "path LIKE ANY($3)")}) stored ON true
         WHERE f.run = $1 AND f.name = ANY($2)`,
        [run, group, wanted ?? ["%"]],
      );
      for (const [name, own] of Map.groupBy(files, (file) => file.name)) writeFiles(own, dirOf(name));
      done += group.length;
      onFetched?.(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchGroups));
}

type StoredFile = { path: string; data: Buffer };

/** Each file whole: what was put, and what was appended to it. One statement sees one state. */
const FILES_OF = (
  folder: string,
  wanted = "true",
) => `SELECT path, string_agg(data, ''::bytea ORDER BY at) AS data FROM (
  SELECT path, -1 AS at, data FROM rehearse.file WHERE folder = ${folder}
  UNION ALL SELECT path, at, data FROM rehearse.line WHERE folder = ${folder}) part WHERE ${wanted} GROUP BY path`;

const fetchById = async (database: Database, id: string, dir: string): Promise<void> =>
  writeFiles(await database.query<StoredFile>(FILES_OF("$1"), [id]), dir);

/** Paths are checked once per folder: to check every file takes longer than to fetch it. */
function writeFiles(files: readonly StoredFile[], dir: string): void {
  makeFolder(dir);
  for (const [folder, own] of Map.groupBy(files, ({ path }) => dirname(path))) {
    const place = resolveInside(dir, folder);
    makeFolder(place);
    for (const { path, data } of own) writeWorkingCopy(join(place, basename(path)), data);
  }
}

/** What a copy holds of a file: which version, and how many bytes. */
type Copied = { changed: string | null; size: number };
export type CopiedFiles = Map<string, Copied>;

type Part = {
  path: string;
  changed: string | null;
  size: number;
  /** Null: the copy has it. */
  data: Buffer | null;
};

/**
 * Brings a copy up to date while others read it: fetches only what is new since the last time. `copied` is filled here, and starts
 * empty with an empty folder.
 */
export async function refreshFolder(
  database: Database,
  { run, name, dir, copied }: Address & { dir: string; copied: CopiedFiles },
): Promise<void> {
  const known = [...copied];
  // One statement sees one state.
  const parts = await database.query<Part>(
    `WITH target AS (SELECT id FROM rehearse.folder WHERE run = $1 AND name = $2),
     part AS (
       SELECT path, -1::bigint AS at, data, changed FROM rehearse.file WHERE folder = (SELECT id FROM target)
       UNION ALL
       SELECT line.path, line.at, line.data, file.changed FROM rehearse.line
       LEFT JOIN rehearse.file ON file.folder = line.folder AND file.path = line.path
       WHERE line.folder = (SELECT id FROM target)
     )
     SELECT part.path, part.changed::text AS changed, octet_length(part.data) AS size,
       CASE WHEN known.path IS NULL OR known.changed IS DISTINCT FROM part.changed::text OR part.at >= known.size THEN part.data END AS data
     FROM part LEFT JOIN unnest($3::text[], $4::text[], $5::bigint[]) AS known (path, changed, size) ON known.path = part.path
     ORDER BY part.changed NULLS FIRST, part.path, part.at`,
    [
      run,
      name,
      known.map(([path]) => path),
      known.map(([, { changed }]) => changed),
      known.map(([, { size }]) => size),
    ],
  );
  const files = Map.groupBy(parts, ({ path }) => path);
  const isStale = ([path, pieces]: [string, Part[]]): boolean =>
    pieces.some(({ data }) => data === null) &&
    sizeOf(pieces.filter(({ data }) => data === null)) !== copied.get(path)?.size;
  // Removed and written anew since: what the copy has is of no use.
  if ([...files].some(isStale)) {
    for (const path of copied.keys()) copied.set(path, { changed: "", size: 0 });
    return refreshFolder(database, { run, name, dir, copied });
  }
  makeFolder(dir);
  for (const [path, pieces] of files) {
    const target = resolveInside(dir, path);
    const fresh = pieces.flatMap(({ data }) => data ?? []);
    if (fresh.length > 0) {
      makeFolder(dirname(target));
      (fresh.length === pieces.length ? replaceWorkingCopy : extendWorkingCopy)(target, Buffer.concat(fresh));
    }
    copied.set(path, { changed: pieces[0]!.changed, size: sizeOf(pieces) });
  }
  for (const path of copied.keys())
    if (!files.has(path)) {
      remove(resolveInside(dir, path));
      copied.delete(path);
    }
}

const sizeOf = (pieces: readonly Part[]): number => pieces.reduce((sum, { size }) => sum + size, 0);

export function leaseLost(run: string, name: string): HarnessError {
  return new HarnessError({
    code: "lease-lost",
    message: `${name === "" ? `The run ${run}` : `The session ${name} of the run ${run}`} was taken over by another worker. Nothing more is written here.`,
    remedy: "Nothing needs to be done: the other worker continues it.",
    exit: 3,
  });
}
