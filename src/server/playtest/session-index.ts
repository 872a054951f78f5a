/** All sessions of a workspace, with the folders they are in. Kept in memory and reread when their folders change. */
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Episode, SessionCard } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { exists, fileInfo, isInUse, listFolder } from "../../kernel/store/index.ts";
import { notFound } from "../problem.ts";
import { readCard, type ReadCard } from "./session-card.ts";
import type { ReadTools } from "./read-session.ts";

export type IndexedSession = SessionFolder & {
  sessionId: string;
  card: SessionCard;
  /** Those of its own turns. */ issues: readonly Episode[];
  /** Differs whenever something in the folder has changed. */ stamp: number;
};

export type SessionIndex = {
  /** Current, or up to a second old. */
  all(): Promise<readonly IndexedSession[]>;
  /**
   * Like `all`, but answers soon: with the sessions read so far, newest first, while folders are read for the first
   * time; later with those of the last check.
   */
  soFar(): Promise<{ sessions: readonly IndexedSession[]; reading?: { read: number; of: number } }>;
  /** Reads that one folder first, while all are read for the first time. Throws for an unknown session. */
  get(id: string): Promise<IndexedSession>;
  /** Something has changed: the next check is not delayed. */
  touch(): void;
};

type Kept = {
  folder: SessionFolder;
  stamp: number;
  read: ReadCard | undefined;
  live: boolean;
  locked: boolean;
  /** False: it changed just now, and the next change may have the same timestamp. */ settled: boolean;
};

/** Checking takes at most SHARE of the time, and results are never older than OLDEST_MS. */
const SHARE = 1 / 20;
const OLDEST_MS = 1_000;
/** Other requests are answered after this long. */
const AT_A_STRETCH_MS = 15;
/** A page waits no longer than this for folders that are read or checked; an event follows if something changed. */
const SOON_MS = 250;
/** The resolution of file times. */
const TICK_MS = 20;

/**
 * A folder is read again when its time has changed, which happens with every file moved into it: sessions write a file
 * under another name and move it into place.
 */
export function createSessionIndex({
  workspace,
  clock,
  tools,
  onChange = () => {},
  soonMs = SOON_MS,
}: {
  workspace: string;
  clock: Clock;
  tools: ReadTools;
  onChange?: (session: IndexedSession) => void;
  /** How long `soFar` waits. */ soonMs?: number;
}): SessionIndex {
  let kept = new Map<string, Kept>();
  let sessions: IndexedSession[] = [];
  let notBefore = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let hasLooked = false;
  /** The first check, while it runs. */
  let first: { found: ReadonlyMap<string, Kept>; of: number } | undefined;
  /** Something changed during the check, so the result may be outdated. */
  let touched = false;

  async function look(): Promise<void> {
    const began = clock.now();
    touched = false;
    const found = new Map<string, Kept>();
    let changed = false;
    let pause = began + AT_A_STRETCH_MS;
    let paused = 0;
    const folders = sessionFolders(workspace);
    if (!hasLooked) first = { found, of: folders.length };
    for (const folder of hasLooked ? folders : newestFirst(folders)) {
      const before = kept.get(folder.id);
      const now = await lookAt(folder, before);
      if (now === undefined) continue;
      found.set(folder.id, now);
      changed ||= now !== before;
      if (now !== before && now.read && hasLooked) onChange(shown(now));
      if (clock.now() < pause) continue;
      const stopped = clock.now();
      await setImmediate();
      paused += clock.now() - stopped;
      pause = clock.now() + AT_A_STRETCH_MS;
    }
    const isOther = changed || found.size !== kept.size;
    if (isOther)
      sessions = folders
        .flatMap(({ id }) => found.get(id) ?? [])
        .filter(({ read }) => read)
        .map(shown);
    kept = found;
    hasLooked = true;
    first = undefined;
    if (!touched) notBefore = clock.now() + Math.min(OLDEST_MS, (clock.now() - began - paused) / SHARE);
  }

  async function lookAt(folder: SessionFolder, before: Kept | undefined): Promise<Kept | undefined> {
    const found = fileInfo(folder.dir, { links: true });
    if (found?.kind !== "folder") return undefined;
    // Editing session.json in place does not change the folder's time.
    const stamp = Math.max(
      found.modifiedMs,
      fileInfo(join(folder.dir, "session.json"), { links: true })?.modifiedMs ?? 0,
    );
    if (before?.settled && before.stamp === stamp && before.folder.dir === folder.dir) {
      // A killed process leaves its folder unchanged.
      const live = before.locked && (await isInUse(folder.dir));
      if (live === before.live) return before;
    }
    const settled = clock.date().getTime() - stamp > TICK_MS;
    const locked = exists(join(folder.dir, ".lock"));
    const live = locked && (await isInUse(folder.dir));
    return { folder, stamp, settled, locked, live, read: readCard(folder.dir, tools) };
  }

  async function all(): Promise<readonly IndexedSession[]> {
    if (clock.now() >= notBefore) {
      looking ??= look().finally(() => (looking = undefined));
      await looking;
    }
    return sessions;
  }

  async function soFar(): ReturnType<SessionIndex["soFar"]> {
    const done = all();
    const now = await Promise.race([done, setTimeout(soonMs, undefined, { ref: false })]);
    if (now) return { sessions: now };
    // The caller that waits for all of them gets the error.
    done.catch(() => {});
    if (!first) return { sessions };
    const read = [...first.found.values()];
    return {
      sessions: read.filter(({ read }) => read).map(shown),
      reading: { read: read.length, of: first.of },
    };
  }

  /** While the first check runs: one session from the listed folders. Undefined: not there, or the check is done. */
  async function early(id: string): Promise<IndexedSession | undefined> {
    if (hasLooked) return undefined;
    // An error reaches those who wait for all sessions.
    all().catch(() => {});
    const folder = sessionFolders(workspace).find((each) => each.id === id);
    const now = first?.found.get(id) ?? (folder && (await lookAt(folder, undefined)));
    return now?.read && shown(now);
  }

  return {
    all,
    soFar,
    touch() {
      touched = true;
      notBefore = Number.NEGATIVE_INFINITY;
    },
    async get(id) {
      const session = (await early(id)) ?? (await all()).find((each) => each.id === id);
      if (!session) throw notFound("Session", id, "GET /api/sessions lists all sessions.");
      return session;
    },
  };
}

const shown = ({ folder, stamp, live, read }: Kept): IndexedSession => ({
  ...folder,
  stamp,
  sessionId: read!.sessionId,
  issues: read!.issues,
  card: {
    id: folder.id,
    ...(folder.of && { of: folder.of }),
    ...read!.card,
    live,
  },
});

/** By the time of the folder, so that the first rows of a list are there first. */
const newestFirst = (folders: readonly SessionFolder[]): SessionFolder[] =>
  folders
    .map((folder) => ({ folder, at: fileInfo(folder.dir, { links: true })?.modifiedMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .map(({ folder }) => folder);

/** A folder that may hold a session, and its id. */
type SessionFolder = {
  id: string;
  dir: string;
  /** The folder that contains it; its parent session is looked for there first. */ beside: string;
  of?: SessionCard["of"];
};

export const SESSIONS = "sessions";
export const MATRICES = "matrices";
export const AB = "ab";
export const BISECTS = "bisects";
type Kind = NonNullable<SessionCard["of"]>["kind"];
/** Folders of things that hold many sessions, each in its own `sessions` folder. */
export const HOLDERS: ReadonlyArray<[folder: string, kind: Kind]> = [
  [MATRICES, "matrix"],
  [AB, "ab"],
  [BISECTS, "bisect"],
];

/** Joins the names in an id. */
const JOINT = "~";
/** A name that contains the separator must not look like two names. */
const inId = (name: string): string => name.replaceAll("=", "=3D").replaceAll(JOINT, "=7E");

/** One name: a session by itself. Two: of a matrix. Three: of an A/B test or bisection. Ids are unique. */
export function sessionId(name: string, of?: SessionCard["of"]): string {
  if (!of) return inId(name);
  return [...(of.kind === "matrix" ? [] : [of.kind]), inId(of.id), inId(name)].join(JOINT);
}

/**
 * Every folder of a workspace that may be a session. Ids of requests are looked up among these and never turned into a
 * path; links are left out, so that nothing leads outside the workspace.
 */
function sessionFolders(workspace: string): SessionFolder[] {
  const inHolders = HOLDERS.flatMap(([folder, kind]) =>
    [...holdersIn(workspace, folder)].flatMap(([id, dir]) => sessionsOf(dir, { kind, id })),
  );
  return [...foldersOf(join(workspace, SESSIONS)), ...inHolders];
}

/** The folder of each matrix, A/B test or bisection, by its name. */
export const holdersIn = (workspace: string, folder: string): Map<string, string> =>
  new Map(foldersIn(join(workspace, folder)).map((name) => [name, join(workspace, folder, name)]));

const sessionsOf = (holder: string, of: NonNullable<SessionCard["of"]>): SessionFolder[] =>
  foldersIn(holder).includes(SESSIONS) ? foldersOf(join(holder, SESSIONS), of) : [];

const foldersOf = (beside: string, of?: SessionCard["of"]): SessionFolder[] =>
  foldersIn(beside).map((name) => ({
    id: sessionId(name, of),
    dir: join(beside, name),
    beside,
    ...(of && { of }),
  }));

/** Folders, without links; none if the folder cannot be read. */
function foldersIn(dir: string): string[] {
  try {
    return listFolder(dir).flatMap(({ name, kind }) =>
      kind === "folder" && !name.startsWith(".") ? [name] : [],
    );
  } catch {
    return [];
  }
}
