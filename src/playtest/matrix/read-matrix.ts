import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import {
  baselineResult,
  matrixConfig,
  matrixResult,
  matrixRow,
  type BaselineResult,
  type MatrixConfig,
  type MatrixPlan,
  type MatrixRow,
  type ScoreWeights,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, jsonProblem, NewerFormatError, refuseNewer } from "../../kernel/store/index.ts";
import { configProblem } from "./config-problem.ts";
import { isMatrix, readPlan, RESULT_FILE } from "./matrix-files.ts";
import { SESSIONS, type MatrixOutcome } from "./matrix-result.ts";
import { keepRow } from "./keep-row.ts";
import { rowNow } from "./row-now.ts";
import { weightsIn } from "./weights-in.ts";

/** What comparing needs of a matrix. */
export type StoredMatrix = {
  name: string;
  config: MatrixConfig;
  seed: string | number;
  rows: MatrixRow[];
  /** USD that sessions cost whose journals are gone since. */ lostCost?: number;
  /** What it was held against. */ baseline?: BaselineResult;
  /** What its scores were made with, where its sessions tell. */ weights?: ScoreWeights;
};

const stored = z.object({
  version: z.literal(1),
  matrixId: z.string(),
  config: matrixConfig,
  seed: z.union([z.number(), z.string()]),
  rows: z.array(matrixRow),
  lostCost: z.number().nonnegative().optional(),
  baseline: baselineResult.optional().catch(undefined),
});

/** Is this a matrix's folder, or a file such as `matrix.json`? */
export const looksLikeMatrix = (path: string): boolean => isMatrix(path) || path.endsWith(".json");

/** From a folder as it is now, or from a `matrix.json` alone: that is what one keeps as a baseline. */
export function readMatrix(path: string): StoredMatrix {
  if (!isFolder(path)) return readResult(path);
  const plan = readPlan(path);
  const weights = weightsIn(path, plan);
  return {
    name: plan.matrixId,
    config: plan.config,
    seed: plan.seed,
    ...(weights && { weights }),
    ...storedRows(path, plan),
  };
}

/** The rows as their folders have them. That a session crashed, what was found of those that are gone since, and what the whole was held against, only `matrix.json` knows. */
export function storedRows(
  dir: string,
  plan: MatrixPlan,
): Pick<StoredMatrix, "rows" | "lostCost" | "baseline"> {
  const before = earlierResult(dir);
  const known = new Map((before?.rows ?? []).map((row) => [row.sessionId, row]));
  const rows = plan.sessions.map((session) =>
    keepRow(dir, rowNow(dir, plan, session), known.get(session.sessionId)),
  );
  return { rows, lostCost: before && lostSince(before, rows), baseline: before?.baseline };
}

/** A journal only ever grows: where less is on disk than was booked, a folder was deleted or spoiled. */
function lostSince({ rows, lostCost = 0 }: StoredMatrix, now: readonly MatrixRow[]): number | undefined {
  const booked = new Map(rows.map(({ sessionId, cost }) => [sessionId, cost]));
  const lost = now.reduce(
    (sum, { sessionId, cost }) => sum + Math.max(0, (booked.get(sessionId) ?? 0) - cost),
    lostCost,
  );
  return lost > 1e-9 ? lost : undefined;
}

const outcome = matrixResult.omit({ sessions: true });

/** What `matrix.json` says, without the sessions' own results; undefined: it is not there, or not as it was written. */
export function readMatrixOutcome(dir: string): MatrixOutcome | undefined {
  try {
    return { ...outcome.parse(JSON.parse(upToSessions(join(dir, RESULT_FILE)))), dir };
  } catch {
    return undefined;
  }
}

function earlierResult(dir: string): StoredMatrix | undefined {
  try {
    return readResult(join(dir, RESULT_FILE));
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    // Not written yet, or spoiled: the folders know the rest.
    return undefined;
  }
}

function readResult(path: string): StoredMatrix {
  const text = upToSessions(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HarnessError({
      code: "bad-matrix",
      message: `${path} cannot be read: ${text.trim() === "" ? "it is empty" : jsonProblem(text, error)}.`,
      remedy: "Give a matrix.json as `rehearse matrix` wrote it, or the folder it stands in.",
    });
  }
  refuseNewer(value, path);
  const parsed = stored.safeParse(value);
  if (!parsed.success)
    throw configProblem(parsed.error, {
      what: `${path}, as the result of a matrix,`,
      remedy: "Give a matrix.json as `rehearse matrix` wrote it, or the folder it stands in.",
    });
  const { matrixId, ...rest } = parsed.data;
  return { ...rest, name: matrixId || basename(path) };
}

/** The sessions' own results, which may be many times all the rest, come last and are not needed. */
function upToSessions(path: string): string {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    const piece = Buffer.alloc(1 << 20);
    const bytes: Buffer[] = [];
    let tail = "";
    for (let size = readSync(fd, piece); size > 0; size = readSync(fd, piece)) {
      bytes.push(Buffer.from(piece.subarray(0, size)));
      // Over a seam, too.
      const seam = tail + piece.toString("latin1", 0, size);
      if (seam.includes(SESSIONS)) {
        const text = Buffer.concat(bytes).toString("utf8");
        return `${text.slice(0, text.indexOf(SESSIONS))}${SESSIONS}[]}`;
      }
      tail = seam.slice(-SESSIONS.length);
    }
    return Buffer.concat(bytes).toString("utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It is told by who reads it.
    return false;
  }
}
