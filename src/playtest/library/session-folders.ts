/** The sessions in a workspace's folder: listed, and moved to the archive. */
import { basename, dirname, join, resolve } from "node:path";
import type { ListedSession, SessionResult } from "../../contract/index.ts";
import { systemClock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists, listFolder, lockFolder, makeFolder, move } from "../../kernel/store/index.ts";
import { turnsIn } from "../checkpoint/index.ts";
import { storedResult } from "../play/index.ts";
import { wasRead } from "../report/index.ts";
import { readSession } from "./read-result.ts";

const ARCHIVE = "archive";

/** The sessions of a folder, oldest first. A session that cannot be read is listed as unreadable. */
export function listSessions(folder: string): ListedSession[] {
  if (!exists(folder)) return [];
  return listFolder(folder)
    .filter(({ name, kind }) => kind === "folder" && name !== ARCHIVE)
    .map(({ name }) => join(folder, name))
    .filter((dir) => turnsIn(dir).length > 0)
    .map(listed)
    .toSorted((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}

function listed(dir: string): ListedSession {
  try {
    const { issues, read, branchedFrom, overall, metrics, totals, ...result } = currentResult(dir);
    const { sessionId, story, prompt, narrator, outcome, turns, at } = result;
    const { craft = null, pointsLost = 0 } = metrics?.score ?? {};
    const isKnown = issues.length > 0 || wasRead({ read });
    return {
      sessionId,
      dir,
      story,
      prompt,
      narrator,
      outcome,
      turns,
      at,
      issues: isKnown ? issues.length : null,
      overall: branchedFrom ? null : overall,
      pointsLost: craft === null || !isKnown ? null : pointsLost,
      cost: totals.all.unpriced > 0 ? null : totals.all.cost,
      branchedFrom: branchedFrom && `${branchedFrom.sessionId} turn ${branchedFrom.turn}`,
    };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return {
      sessionId: dir,
      dir,
      story: "?",
      prompt: "?",
      narrator: "?",
      outcome: "unreadable",
      unreadable: error.message,
      turns: 0,
      issues: null,
      overall: null,
      pointsLost: null,
      cost: null,
    };
  }
}

/** What is stored, if it covers the last turn. */
function currentResult(dir: string): SessionResult {
  const stored = storedResult(dir);
  if (stored?.turns === turnsIn(dir).at(-1)) return stored!;
  const { result, unreadable } = readSession(dir);
  if (unreadable) throw unreadable;
  return result;
}

/** Moves a session to the archive beside it, where it stays whole and readable. */
export async function archiveSession(dir: string): Promise<{ from: string; to: string }> {
  const from = resolve(dir);
  if (turnsIn(from).length === 0)
    throw new HarnessError({
      code: "wrong-folder",
      message: `${dir} is not a session.`,
      remedy: "Give a folder that contains turn-0.json.",
    });
  if (basename(dirname(from)) === ARCHIVE)
    throw new HarnessError({
      code: "nothing-to-do",
      message: `${dir} is already archived.`,
      remedy: "To move it, move the folder: a session can be in any folder.",
    });
  // A session that is being played must not be moved.
  const lock = await lockFolder(from, { clock: systemClock });
  await lock.release();
  const to = join(dirname(from), ARCHIVE, basename(from));
  makeFolder(dirname(to));
  move(from, to);
  return { from, to };
}
