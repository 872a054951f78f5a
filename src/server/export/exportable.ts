/** Detects what a path holds and copies it into a temporary workspace, where the server can show it. */
import { basename, join, resolve } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { copy, fileInfo, fileNotFound, readText, realPath } from "../../kernel/store/index.ts";
import { isAb, isBisect, isMatrix, turnsIn } from "../../playtest/index.ts";
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
  // The playing process holds the original, not the copy.
  copy(realPath(path), join(workspace, folders[kind], name), {
    only: (file) => basename(file) !== ".lock",
  });
  return { kind, name };
}

const folders = { session: "sessions", matrix: "matrices", ab: "ab", bisect: "bisects" } as const;

function kindOf(path: string): keyof typeof folders | undefined {
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

/** Results under another name are sorted by their time. */
function resultsInto(path: string, { name, workspace }: { name: string; workspace: string }): Exportable {
  const dir = join(workspace, "results");
  const file = RESULTS_NAME.test(name)
    ? name
    : `results_${timeIn(path).slice(0, 16).replace("T", "-").replace(":", "")}.json`;
  if (!RESULTS_NAME.test(file)) throw unknown(path, "does not contain results of a check");
  copy(realPath(path), join(dir, file));
  return { kind: "check", name: file };
}

function timeIn(path: string): string {
  try {
    return String((JSON.parse(readText(path)) as { timestamp?: unknown } | null)?.timestamp);
  } catch {
    return "";
  }
}

const unknown = (path: string, why: string) =>
  new HarnessError({
    code: "wrong-folder",
    message: `${path} ${why}.`,
    remedy:
      "Give the folder of a session (sessions/…), matrix (matrices/…), A/B test (ab/…) or bisection (bisects/…), or the results of a check (results/results_….json).",
  });
