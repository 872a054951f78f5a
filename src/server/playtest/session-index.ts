import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Damage, SessionCard } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { isInUse } from "../../kernel/store/index.ts";
import { Refusal } from "../refusal.ts";
import type { OwnIssue, ReadCard } from "./card-of.ts";
import { readCard } from "./read-card.ts";
import type { ReadTools } from "./read-session.ts";
import { sessionFolders, type SessionFolder } from "./session-folders.ts";

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
    const stats = lstatSync(folder.dir, { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return undefined;
    // A result that is edited in its place leaves no mark on the folder.
    const stamp = Math.max(
      stats.mtimeMs,
      lstatSync(join(folder.dir, "session.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
    if (before?.settled && before.stamp === stamp) {
      // A process that is killed changes nothing in its folder.
      const live = before.locked && (await isInUse(folder.dir));
      if (live === before.live) return before;
    }
    const settled = clock.date().getTime() - stamp > TICK_MS;
    const locked = existsSync(join(folder.dir, ".lock"));
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
