/** Opens single sessions for their pages: turns, report and checkpoints. */
import { join } from "node:path";
import type { Checkpoint, Damage, Verdict } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists, linkIn, readText } from "../../kernel/store/index.ts";
import {
  CALIBRATIONS,
  loadCheckpoint,
  newestOf,
  readCalibrations,
  sessionReport,
  turnPath,
  verdictsOn,
  wholeCheckpoint,
  type Calibrations,
  type SessionState,
} from "../../playtest/index.ts";
import { Refusal } from "../problem.ts";
import { damageIn, mergedDamage } from "./damage.ts";
import { readSession, type ReadSession, type ReadTools } from "./read-session.ts";
import type { IndexedSession } from "./session-index.ts";

export type OpenSession = ReadSession & {
  /** The newest verdict with scores on the present turns. */ readonly verdict?: Verdict | undefined;
};

export type SessionReader = {
  /** Throws if nothing can be read. */ open(session: IndexedSession): Promise<OpenSession>;
  report(session: IndexedSession): Promise<string>;
  /** What is known of judges; undefined if a file of it is damaged. */ calibrations():
    | Calibrations
    | undefined;
};

/** The last opened sessions stay open, so that a page of turns does not fold the session again. */
const MOST_OPEN = 8;

export function createSessionReader({
  clock,
  workspace,
  onDamage = () => {},
  ...tools
}: ReadTools & {
  clock: Clock;
  workspace: string;
  /** Called with all damage in a session's folder. */ onDamage?: (
    session: IndexedSession,
    damage: readonly Damage[],
  ) => void;
}): SessionReader {
  const opened = new Map<string, { stamp: number; live: boolean; session: Promise<OpenSession> }>();

  async function read(session: IndexedSession): Promise<OpenSession> {
    const {
      id,
      dir,
      card: { live },
    } = session;
    const link = linkIn(dir);
    if (link !== undefined)
      throw unreadable(
        id,
        `${link} is a link; links in a session's folder are not followed`,
        "Replace the link with the file itself.",
      );
    const read = readOrRefuse(id, dir, tools);
    const opened = { ...read, verdict: verdictIn(dir, read.state) };
    // The process that plays it writes whole files.
    if (live) return opened;
    const all = mergedDamage(await damageIn(dir, clock), read.damage);
    onDamage(session, all);
    return { ...opened, damage: all };
  }

  function open(session: IndexedSession): Promise<OpenSession> {
    const {
      id,
      stamp,
      card: { live },
    } = session;
    const known = opened.get(id);
    opened.delete(id);
    const now =
      known?.stamp === stamp && known.live === live ? known : { stamp, live, session: read(session) };
    opened.set(id, now);
    now.session.catch(() => opened.delete(id));
    for (const old of [...opened.keys()].slice(0, -MOST_OPEN)) opened.delete(old);
    return now.session;
  }

  return {
    open,
    async report(session) {
      const { state, result, verdict, isWritten } = await open(session);
      const written = join(session.dir, "report.md");
      if (isWritten && exists(written)) return readText(written);
      return sessionReport({ state, result, verdict });
    },
    calibrations() {
      try {
        return readCalibrations(join(workspace, CALIBRATIONS));
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error;
        return undefined;
      }
    },
  };
}

/** The newest verdict. Also undefined if a verdict is damaged; the session's damage says so. */
function verdictIn(dir: string, state: SessionState) {
  try {
    return newestOf(verdictsOn(state, dir));
  } catch {
    return undefined;
  }
}

function readOrRefuse(id: string, dir: string, tools: ReadTools): ReadSession {
  try {
    return readSession(dir, tools);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    throw unreadable(
      id,
      error.message.replaceAll(`${dir}/`, "").replace(/\.$/, ""),
      "If you have a copy of its folder, put it back.",
    );
  }
}

const unreadable = (id: string, why: string, remedy: string) =>
  new Refusal({
    status: 400,
    code: "unreadable-session",
    message: `The session ${id} cannot be read: ${why}.`,
    remedy,
  });

/** Everything known after a turn, in one document: what `rehearse checkpoint --json` prints. */
export function readCheckpoint({ id, dir, card }: IndexedSession, turn: number): Checkpoint {
  const link = linkIn(dir);
  if (link !== undefined)
    throw unreadableTurn(id, turn, `${link} is a link; links in a session's folder are not followed`);
  if (!exists(turnPath(dir, turn)))
    throw new Refusal({
      status: 404,
      code: "unknown-checkpoint",
      message: `The session ${id} has no turn ${turn}.`,
      remedy: `Use a turn from 0 (the start) to ${card.turns}.`,
    });
  try {
    return wholeCheckpoint(loadCheckpoint(turnPath(dir, turn)).state);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    throw unreadableTurn(id, turn, error.message.replaceAll(`${dir}/`, "").replace(/\.$/, ""));
  }
}

const unreadableTurn = (id: string, turn: number, why: string) =>
  new Refusal({
    status: 400,
    code: "unreadable-session",
    message: `Turn ${turn} of the session ${id} cannot be read: ${why}.`,
    remedy: `GET /api/sessions/${id} shows what can be read, and which files are damaged.`,
  });
