/**
 * `matrix.json`: the result of a matrix, then the result of every session on its own line. With the sessions it may not
 * fit into memory, so it is written and read in pieces.
 */
import { basename, join } from "node:path";
import type { z } from "zod";
import {
  matrixResult,
  sessionResult,
  type BaselineResult,
  type MatrixConfig,
  type MatrixResult,
  type MatrixRow,
  type Points,
  type SessionResult,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { exists, firstIssues, jsonProblem, readLines, requireFormat } from "../../../kernel/store/index.ts";
import { lastResult } from "../../play/index.ts";
import { sessionsFolder } from "../run-experiment.ts";

export const RESULT_FILE = "matrix.json";

/** The result of a matrix, without the results of its sessions. */
export type MatrixOutcome = Omit<MatrixResult, "sessions">;

export type StoredMatrix = {
  name: string;
  /** Absent: it was read from a `matrix.json` alone. */ dir?: string;
  config: MatrixConfig;
  seed: string | number;
  rows: MatrixRow[];
  /** USD for sessions with deleted journals. */ lostCost?: number;
  /** Its comparison with an earlier matrix. */ baseline?: BaselineResult;
  /** The table of its scores, if its sessions have them. */ points?: Points;
};

const stored = matrixResult.pick({
  version: true,
  matrixId: true,
  config: true,
  seed: true,
  rows: true,
  lostCost: true,
  baseline: true,
  points: true,
});

/** The line of the sessions. None before it starts like this: nested keys are indented more, and JSON escapes line breaks. */
const SESSIONS = '  "sessions": ';

/** The sessions come last: reading can stop before them. */
export function* matrixText(outcome: MatrixOutcome): Generator<string> {
  yield `${JSON.stringify(outcome, null, 2).slice(0, -2)},\n${SESSIONS}[`;
  const resultOf = resultsOf(outcome.dir, outcome.rows);
  let first = true;
  for (const row of outcome.rows) {
    const result = resultOf(row.sessionId);
    if (!result) continue;
    yield `${first ? "" : ","}\n${JSON.stringify(result)}`;
    first = false;
  }
  yield "\n  ]\n}\n";
}

/** The stored result of each session, or the one in `matrix.json` if its folder is gone. */
export function resultsOf(
  dir: string,
  rows: readonly MatrixRow[] = [],
): (sessionId: string) => SessionResult | undefined {
  const earlier = storedSessions(
    dir,
    new Set(rows.flatMap(({ kept, sessionId }) => (kept === undefined ? [] : [sessionId]))),
  );
  return (sessionId) => lastResult(join(sessionsFolder(dir), sessionId)) ?? earlier.get(sessionId);
}

/** The part before the sessions. Undefined: there is no `matrix.json`. */
export function readMatrixOutcome(dir: string): MatrixOutcome | undefined {
  const path = join(dir, RESULT_FILE);
  if (!exists(path)) return undefined;
  return { ...partBeforeSessions(path, matrixResult.omit({ sessions: true })), dir };
}

/** Reads a `matrix.json` without its folder, such as one kept as a baseline. */
export function readResult(path: string): StoredMatrix {
  const { matrixId, ...rest } = partBeforeSessions(path, stored);
  return { ...rest, name: matrixId || basename(path) };
}

function partBeforeSessions<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> {
  const bad = (problem: string) =>
    new HarnessError({
      code: "damaged-file",
      message: `${path} is unreadable: ${problem}.`,
      remedy:
        "Give a matrix.json written by `rehearse matrix`, or its folder. In that folder, delete the file: `rehearse resume` writes it again.",
    });
  const text = textBeforeSessions(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(text.trim() === "" ? "it is empty" : jsonProblem(text, error));
  }
  requireFormat(value, path);
  const { data, error } = shape.safeParse(value);
  if (error) throw bad(firstIssues(error));
  return data;
}

function textBeforeSessions(path: string): string {
  const lines: string[] = [];
  for (const line of readLines(path)) {
    if (line.startsWith(SESSIONS)) return [...lines, `${SESSIONS}[]}`].join("\n");
    lines.push(line);
  }
  return lines.join("\n");
}

function storedSessions(dir: string, wanted: ReadonlySet<string>): Map<string, SessionResult> {
  const found = new Map<string, SessionResult>();
  const path = join(dir, RESULT_FILE);
  if (wanted.size === 0 || !exists(path)) return found;
  for (const line of readLines(path)) {
    // Each result has its own line, and no other line starts like that.
    if (!line.startsWith('{"')) continue;
    const { data } = sessionResult.safeParse(JSON.parse(line.replace(/,$/, "")));
    if (data && wanted.has(data.sessionId)) found.set(data.sessionId, data);
  }
  return found;
}
