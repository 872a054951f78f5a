/** All sessions of a workspace, with the folders they are in. Kept in memory and reread when their folders change. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Damage, SessionCard } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { exists, fileInfo, isInUse, listFolder } from "../../kernel/store/index.ts";
import { Refusal } from "../problem.ts";
import { readCard, type OwnIssue, type ReadCard } from "./session-card.ts";
import type { ReadTools } from "./read-session.ts";

/** A session as it was when its folder last changed. */
export type IndexedSession = SessionFolder & {
  sessionId: string;
  card: SessionCard;
  /** Of its own turns. */ issues: readonly OwnIssue[];
  /** Another stamp: something in the folder has changed. */ stamp: number;
};

export type SessionIndex = {
  /** As they are now, or were a moment ago. */
  all(): Promise<readonly IndexedSession[]>;
  /** Throws where there is no such session. */
  get(id: string): Promise<IndexedSession>;
  /** Whoever read all of a session's files tells what is spoiled among them: lists say so from then on. */
  note(session: IndexedSession, damage: readonly Damage[]): void;
  /** Something has changed for sure: the next look is not put off. */
  touch(): void;
};

type Kept = {
  folder: SessionFolder;
  stamp: number;
  read: ReadCard | undefined;
  live: boolean;
  locked: boolean;
  /** Changed just now: the next change may bear the same time. */ settled: boolean;
};

/** Looking takes at most this share of the time, however many sessions there are; but what is shown is never older than that. */
const SHARE = 1 / 20;
const OLDEST_MS = 1_000;
/** Others get their turn after so long. */
const AT_A_STRETCH_MS = 15;
/** File systems tell times no finer than this. */
const TICK_MS = 20;

/**
 * What lists need of every session, in memory. A folder is read again when its time has changed, which it does with
 * every file that is put into it: sessions write a file under another name and move it there.
 */
export function createSessionIndex({
  workspace,
  clock,
  tools,
  onChange = () => {},
  onLooked = () => {},
}: {
  workspace: string;
  clock: Clock;
  tools: ReadTools;
  onChange?: (session: IndexedSession) => void;
  /** After every look at the folders that found something new. */ onLooked?: (
    sessions: readonly IndexedSession[],
  ) => void;
}): SessionIndex {
  let kept = new Map<string, Kept>();
  let sessions: IndexedSession[] = [];
  let notBefore = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let hasLooked = false;
  /** Something changed while it was being looked: what was seen may be of before. */
  let touched = false;

  /** What was found in a session's files, as long as they are what they were. */
  const noted = new Map<string, { stamp: number; damage: readonly Damage[] }>();
  const withNote = (session: IndexedSession): IndexedSession => {
    const note = noted.get(session.id);
    return note?.stamp === session.stamp
      ? { ...session, card: { ...session.card, damage: [...note.damage] } }
      : session;
  };

  async function look(): Promise<void> {
    const began = clock.now();
    touched = false;
    const found = new Map<string, Kept>();
    let changed = false;
    let pause = began + AT_A_STRETCH_MS;
    let paused = 0;
    for (const folder of sessionFolders(workspace)) {
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
      sessions = [...found.values()].filter(({ read }) => read).map((each) => withNote(shown(each)));
    for (const [id, { stamp }] of noted) if (found.get(id)?.stamp !== stamp) noted.delete(id);
    kept = found;
    hasLooked = true;
    if (isOther) onLooked(sessions);
    if (!touched) notBefore = clock.now() + Math.min(OLDEST_MS, (clock.now() - began - paused) / SHARE);
  }

  async function lookAt(folder: SessionFolder, before: Kept | undefined): Promise<Kept | undefined> {
    const found = fileInfo(folder.dir, { links: true });
    if (found?.kind !== "folder") return undefined;
    // A result that is edited in its place leaves no mark on the folder.
    const stamp = Math.max(
      found.modifiedMs,
      fileInfo(join(folder.dir, "session.json"), { links: true })?.modifiedMs ?? 0,
    );
    if (before?.settled && before.stamp === stamp) {
      // A process that is killed changes nothing in its folder.
      const live = before.locked && (await isInUse(folder.dir));
      if (live === before.live) return before;
    }
    const settled = clock.date().getTime() - stamp > TICK_MS;
    const locked = exists(join(folder.dir, ".lock"));
    const live = locked && (await isInUse(folder.dir));
    return { folder, stamp, settled, locked, live, read: readCard(folder.dir, { ...tools, live }) };
  }

  async function all(): Promise<readonly IndexedSession[]> {
    if (clock.now() >= notBefore) {
      looking ??= look().finally(() => (looking = undefined));
      await looking;
    }
    return sessions;
  }

  return {
    all,
    note({ id, stamp }, damage) {
      if (damage.length === 0) return;
      noted.set(id, { stamp, damage });
      const before = sessions.find((session) => session.id === id);
      if (!before) return;
      const now = withNote(before);
      sessions = sessions.map((session) => (session === before ? now : session));
      if (JSON.stringify(before.card.damage) !== JSON.stringify(now.card.damage)) onChange(now);
    },
    touch() {
      touched = true;
      notBefore = Number.NEGATIVE_INFINITY;
    },
    async get(id) {
      const session = (await all()).find((each) => each.id === id);
      if (!session)
        throw new Refusal({
          status: 404,
          code: "unknown-session",
          message: `There is no session ${JSON.stringify(id.slice(0, 200))}.`,
          remedy: "GET /api/sessions lists those that there are.",
        });
      return session;
    },
  };
}

const shown = ({ folder, stamp, live, read }: Kept): IndexedSession => ({
  ...folder,
  stamp,
  sessionId: read!.sessionId,
  issues: read!.issues,
  card: { id: folder.id, ...(folder.of && { of: folder.of }), ...read!.card, live, stoppable: false },
});

/** A folder in which a session may be, and what it goes by. */
export type SessionFolder = {
  id: string;
  dir: string;
  /** The folder it stands in: a parent is looked for there first. */ beside: string;
  of?: SessionCard["of"];
};

export const SESSIONS = "sessions";
export const MATRICES = "matrices";
type Kind = NonNullable<SessionCard["of"]>["kind"];
/** Whatever holds many sessions: each has a folder `sessions` of its own. */
const HOLDERS: ReadonlyArray<[folder: string, kind: Kind]> = [
  [MATRICES, "matrix"],
  ["abs", "ab"],
  ["bisects", "bisect"],
];

/** Between the names in an id. */
const JOINT = "~";
/** A name that has the joint in it must not be taken for two. */
const inId = (name: string): string => name.replaceAll("=", "=3D").replaceAll(JOINT, "=7E");

/** One name: a session of its own. Two: of a matrix. Three: what it was played for, by kind. No two folders have the same. */
export function sessionId(name: string, of?: SessionCard["of"]): string {
  if (!of) return inId(name);
  return [...(of.kind === "matrix" ? [] : [of.kind]), inId(of.id), inId(name)].join(JOINT);
}

/**
 * Every folder of a workspace that may be a session. What a request names is looked for among these and never made
 * into a path; links are not among them, so that nothing leads out of the workspace.
 */
export function sessionFolders(workspace: string): SessionFolder[] {
  const inHolders = HOLDERS.flatMap(([folder, kind]) =>
    foldersIn(join(workspace, folder)).flatMap((id) => sessionsOf(join(workspace, folder, id), { kind, id })),
  );
  return [...foldersOf(join(workspace, SESSIONS)), ...inHolders];
}

const sessionsOf = (holder: string, of: NonNullable<SessionCard["of"]>): SessionFolder[] =>
  foldersIn(holder).includes(SESSIONS) ? foldersOf(join(holder, SESSIONS), of) : [];

const foldersOf = (beside: string, of?: SessionCard["of"]): SessionFolder[] =>
  foldersIn(beside).map((name) => ({
    id: sessionId(name, of),
    dir: join(beside, name),
    beside,
    ...(of && { of }),
  }));

/** Real folders; none where there is nothing to read. */
export function foldersIn(dir: string): string[] {
  try {
    return listFolder(dir).flatMap(({ name, kind }) =>
      kind === "folder" && !name.startsWith(".") ? [name] : [],
    );
  } catch {
    return [];
  }
}
