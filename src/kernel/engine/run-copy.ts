/** Copies of queued runs as ordinary folders. A copy that nobody has changed can be brought up to date. */
import { basename, dirname, join, resolve } from "node:path";
import { fetchFolder, fetchFolders, type Database } from "../database/index.ts";
import { HarnessError } from "../errors/index.ts";
import {
  checkName,
  exists,
  fileInfo,
  isInUse,
  listFolder,
  makeFolder,
  move,
  namesIn,
  readJson,
  remove,
  writeFileSafely,
} from "../store/index.ts";
import { findRun, type RunState } from "./queued-runs.ts";

const COPY_FILE = ".exported.json";
const sessionsIn = (dir: string) => join(dir, "sessions");

/** Copied beside its place and moved there when it is whole, so that a stopped copy can be repeated. */
export async function copyRun(
  database: Database,
  { run, to, onSession }: { run: string; to: string; onSession?: (done: number, of: number) => void },
): Promise<{ state: RunState; sessions: number }> {
  const { state } = await findRun(database, run);
  await refuseOther(to, { run, address: database.address });
  const partial = join(dirname(resolve(to)), `.${basename(resolve(to))}.partial`);
  remove(partial);
  makeFolder(partial);
  let sessions = 0;
  await fetchRun(database, {
    run,
    dir: partial,
    onSession: (done, of) => {
      sessions = of;
      onSession?.(done, of);
    },
  });
  // The last file: anything newer was changed here.
  await writeFileSafely(
    join(partial, COPY_FILE),
    `${JSON.stringify({ run, address: database.address, state, at: database.clock.date().toISOString() })}\n`,
  );
  remove(to);
  move(partial, to);
  return { state, sessions };
}

/** A copy in which no session was played further. Looks at folders only: every saved turn changes its folder's time. */
export function isUnchangedCopy(dir: string): boolean {
  const copied = fileInfo(join(dir, COPY_FILE));
  return (
    copied !== undefined &&
    namesIn(sessionsIn(dir)).every(
      (name) => (fileInfo(join(sessionsIn(dir), name))?.modifiedMs ?? Infinity) <= copied.modifiedMs,
    )
  );
}

/** Replaces nothing but an earlier copy of the same run that nobody has changed. */
async function refuseOther(to: string, now: { run: string; address: string }): Promise<void> {
  const refuse = (why: string) =>
    new HarnessError({
      code: "folder-in-the-way",
      message: `${to} ${why}. Nothing was changed.`,
      remedy: "Choose another folder with --to, or move that one.",
    });
  const found = fileInfo(to);
  if (found && found.kind !== "folder") throw refuse("is a file");
  if (namesIn(to).length === 0) return;
  const file = join(to, COPY_FILE);
  if (!exists(file)) throw refuse("is not empty");
  const copied = readJson(file, (problem) => refuse(`has a damaged ${COPY_FILE}: ${problem}`)) as Partial<
    typeof now
  >;
  if (copied.run !== now.run || copied.address !== now.address)
    throw refuse(`holds a copy of another run, ${copied.run} at ${copied.address}`);
  if (await isInUse(to)) throw refuse("is in use");
  const at = fileInfo(file)!.modifiedMs;
  const sessions = sessionsIn(to);
  // Everything else can be made from the sessions again.
  const changed = (exists(sessions) ? listFolder(sessions, { deep: true }) : []).find(
    ({ name, kind }) => kind === "file" && fileInfo(join(sessions, name))!.modifiedMs > at,
  );
  if (changed) throw refuse(`was changed since it was copied: sessions/${changed.name} is newer`);
}

/** Copies a run to a folder as it is stored now: the plan, the report, and every session. */
export async function fetchRun(
  database: Database,
  { run, dir, onSession }: { run: string; dir: string; onSession?: (done: number, of: number) => void },
): Promise<void> {
  await findRun(database, run);
  await fetchFolder(database, { run, name: "", dir });
  const names = await database.query<{ name: string }>(
    "SELECT name FROM rehearse.folder WHERE run = $1 AND name <> '' ORDER BY name",
    [run],
  );
  await fetchFolders(database, {
    run,
    names: names.map(({ name }) => name),
    dirOf: (name) => join(dir, "sessions", checkName(name, "session")),
    onFetched: (done) => onSession?.(done, names.length),
  });
}
