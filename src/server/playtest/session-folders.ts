import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { SessionCard } from "../../contract/index.ts";

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
    return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !entry.name.startsWith(".") ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}
