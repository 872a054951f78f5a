/** A matrix on disk: `matrix.json`, and the results of its sessions in their own folders. */
import { basename, join } from "node:path";
import type { z } from "zod";
import {
  matrixResult,
  type BaselineResult,
  type MatrixConfig,
  type MatrixPlan,
  type MatrixResult,
  type MatrixRow,
  type Points,
  type SessionResult,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { exists, fileInfo, readStoredJson } from "../../../kernel/store/index.ts";
import { lastResult } from "../../play/index.ts";
import { sessionsFolder } from "../run-experiment.ts";
import { isMatrix, readPlan } from "./matrix-plan-file.ts";
import { rowNow } from "./matrix-rows.ts";

export const RESULT_FILE = "matrix.json";

/** The result of a matrix, without the results of its sessions. */
export type MatrixOutcome = Omit<MatrixResult, "sessions">;

export type StoredMatrix = {
  name: string;
  /** Absent: it was read from a `matrix.json` alone. */ dir?: string;
  config: MatrixConfig;
  seed: string | number;
  rows: MatrixRow[];
  /** Its comparison with an earlier matrix. */ baseline?: BaselineResult | undefined;
  /** The table of its scores, if its sessions have them. */ points?: Points | undefined;
};

const outcome = matrixResult.omit({ sessions: true });
const parts = { matrixId: true, config: true, seed: true, rows: true, baseline: true, points: true } as const;

/** The stored result of each session. */
export const resultsOf =
  (dir: string) =>
  (sessionId: string): SessionResult | undefined =>
    lastResult(join(sessionsFolder(dir), sessionId));

/** Undefined: there is no `matrix.json`. */
export function readMatrixOutcome(dir: string): MatrixOutcome | undefined {
  const path = join(dir, RESULT_FILE);
  return exists(path) ? { ...readPart(path, outcome), dir } : undefined;
}

function readPart<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> {
  const bad = (problem: string) =>
    new HarnessError({
      code: "damaged-file",
      message: `${path} is unreadable: ${problem}.`,
      remedy:
        "Give a matrix.json written by `rehearse matrix`, or its folder. " +
        "In that folder, delete the file: `rehearse resume` writes it again.",
    });
  return readStoredJson(path, shape, bad);
}

/** Whether this is a matrix's folder, or a file such as `matrix.json`. */
export const looksLikeMatrix = (path: string): boolean => isMatrix(path) || path.endsWith(".json");

/** From its folder, or from a `matrix.json` alone, such as one kept as a baseline. */
export function readMatrix(path: string): StoredMatrix {
  if (fileInfo(path)?.kind !== "folder") {
    const { matrixId, ...rest } = readPart(path, outcome.pick(parts));
    return { ...rest, name: matrixId || basename(path) };
  }
  const plan = readPlan(path);
  return {
    name: plan.matrixId,
    dir: path,
    config: plan.config,
    seed: plan.seed,
    points: pointsIn(path, plan),
    ...storedRows(path, plan),
  };
}

/** The rows from the session folders. Crashes and the baseline are only in `matrix.json`. */
export function storedRows(dir: string, plan: MatrixPlan): Pick<StoredMatrix, "rows" | "baseline"> {
  const before = readMatrixOutcome(dir);
  const known = new Map((before?.rows ?? []).map((row) => [row.sessionId, row]));
  const rows = plan.sessions.map((session) => rowNow(dir, plan, session, known.get(session.sessionId)));
  return { rows, baseline: before?.baseline };
}

/** The table of the first session with a score: the plan does not store it. */
export function pointsIn(dir: string, { sessions }: Pick<MatrixPlan, "sessions">): Points | undefined {
  const resultOf = resultsOf(dir);
  for (const { sessionId } of sessions) {
    const metrics = resultOf(sessionId)?.metrics;
    if (metrics) return metrics.score.points;
  }
  return undefined;
}
