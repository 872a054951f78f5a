import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { matrixConfig, matrixRow, type MatrixConfig, type MatrixRow } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, jsonProblem } from "../../kernel/store/index.ts";
import { configProblem } from "./config-problem.ts";
import { isMatrix, readPlan } from "./matrix-files.ts";
import { rowNow } from "./run-matrix.ts";

/** What comparing needs of a matrix. */
export type StoredMatrix = { name: string; config: MatrixConfig; seed: string | number; rows: MatrixRow[] };

const stored = z.object({ version: z.literal(1), matrixId: z.string(), config: matrixConfig, seed: z.union([z.number(), z.string()]), rows: z.array(matrixRow) });

/** Is this a matrix's folder, or a file such as `matrix.json`? */
export const looksLikeMatrix = (path: string): boolean => isMatrix(path) || path.endsWith(".json");

/** From a folder as it is now, or from a `matrix.json` alone: that is what one keeps as a baseline. */
export function readMatrix(path: string): StoredMatrix {
  if (isFolder(path)) {
    const plan = readPlan(path);
    return { name: plan.matrixId, config: plan.config, seed: plan.seed, rows: plan.sessions.map((session) => rowNow(path, plan, session)) };
  }
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HarnessError({ code: "bad-matrix", message: `${path} cannot be read: ${jsonProblem(text, error)}.`, remedy: "Give a matrix.json as `rehearse matrix` wrote it, or the folder it stands in." });
  }
  const parsed = stored.safeParse(value);
  if (!parsed.success) throw configProblem(parsed.error, `${path}, as the result of a matrix,`);
  const { matrixId, config, seed, rows } = parsed.data;
  return { name: matrixId || basename(path), config, seed, rows };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It is told by who reads it.
    return false;
  }
}
