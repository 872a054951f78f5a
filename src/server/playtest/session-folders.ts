import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A folder in which a session may be, and what it goes by. */
export type SessionFolder = { id: string; dir: string; /** The folder it stands in: a parent is looked for there first. */ beside: string };

export const SESSIONS = "sessions";
export const MATRICES = "matrices";
/** Whatever holds many sessions: each has a folder `sessions` of its own. */
const HOLDERS = [MATRICES, "abs", "bisects"];

/** Between the name of a matrix and that of one of its sessions. */
export const JOINT = "~";

/**
 * Every folder of a workspace that may be a session. What a request names is looked for among these and never made
 * into a path; links are not among them, so that nothing leads out of the workspace.
 */
export function sessionFolders(workspace: string): SessionFolder[] {
  const own = join(workspace, SESSIONS);
  const inHolders = HOLDERS.flatMap((holder) => foldersIn(join(workspace, holder)).flatMap((name) => sessionsOf(join(workspace, holder, name), name)));
  return [...foldersIn(own).map((name) => ({ id: name, dir: join(own, name), beside: own })), ...inHolders];
}

function sessionsOf(holder: string, name: string): SessionFolder[] {
  const beside = join(holder, SESSIONS);
  if (!foldersIn(holder).includes(SESSIONS)) return [];
  return foldersIn(beside).map((session) => ({ id: `${name}${JOINT}${session}`, dir: join(beside, session), beside }));
}

/** Real folders; none where there is nothing to read. */
export function foldersIn(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith(".") ? [entry.name] : []));
  } catch {
    return [];
  }
}
