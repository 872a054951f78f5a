/** Detects what a path holds and copies it into a temporary workspace, where the server can show it. */
import { basename, join, resolve } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { copy, fileInfo, fileNotFound, realPath } from "../../kernel/store/index.ts";
import {
  isAb,
  isBisect,
  isMatrix,
  readAbResult,
  readBisectResult,
  readMatrixOutcome,
  turnsIn,
} from "../../playtest/index.ts";
import { readResults } from "../../retrieval/index.ts";
import { RESULTS_NAME } from "../retrieval/index.ts";

export type Exportable = {
  kind: "session" | "matrix" | "ab" | "bisect" | "check";
  /** The name of the folder or file. */ name: string;
};

/** Copies the content of a path to its place in a workspace, so that the server can show it. */
export function intoWorkspace(path: string, workspace: string): Exportable {
  const found = fileInfo(path);
  if (!found) throw fileNotFound(path);
  const name = basename(resolve(path));
  if (found.kind === "file") return resultsInto(path, { name, workspace });
  const kind = kindOf(path);
  if (!kind) throw unknown(path, "is not the folder of a session, matrix, A/B test or bisection");
  if (kind !== "session") READ_FIRST[kind](path);
  // The playing process holds the original, not the copy.
  copy(realPath(path), join(workspace, FOLDERS[kind], name), {
    only: (file) => basename(file) !== ".lock",
  });
  return { kind, name };
}

export const FOLDERS = { session: "sessions", matrix: "matrices", ab: "ab", bisect: "bisects" } as const;

/** An error in a result then names this folder, and not the copy. */
const READ_FIRST = { matrix: readMatrixOutcome, ab: readAbResult, bisect: readBisectResult };

function kindOf(path: string): keyof typeof FOLDERS | undefined {
  if (isMatrix(path)) return "matrix";
  if (isAb(path)) return "ab";
  if (isBisect(path)) return "bisect";
  return hasTurns(path) ? "session" : undefined;
}

function hasTurns(path: string): boolean {
  try {
    return turnsIn(path).length > 0;
  } catch {
    return false;
  }
}

/** The server lists results by their names; those under another name are shown all the same. */
const OTHER_NAME = "results_2000-01-01-0000.json";

function resultsInto(path: string, { name, workspace }: { name: string; workspace: string }): Exportable {
  try {
    readResults(path);
  } catch {
    throw unknown(path, "does not contain results of a check");
  }
  copy(realPath(path), join(workspace, "results", RESULTS_NAME.test(name) ? name : OTHER_NAME));
  return { kind: "check", name };
}

const unknown = (path: string, why: string) =>
  new HarnessError({
    code: "wrong-folder",
    message: `${path} ${why}.`,
    remedy:
      "Give the folder of a session (sessions/…), matrix (matrices/…), A/B test (ab/…) or bisection (bisects/…), " +
      "or the results of a check (results/results_….json).",
  });
