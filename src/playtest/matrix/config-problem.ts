import type { z } from "zod";
import { HarnessError } from "../../kernel/errors/index.ts";

/** What is wrong with a matrix config, in the words of who wrote it. */
export const configProblem = (error: z.ZodError, where = "The matrix config"): HarnessError =>
  new HarnessError({
    code: "bad-matrix",
    message: `${where} cannot be used: ${error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`)).join("; ")}.`,
    remedy: "See docs/guide/matrix.md for what it holds, or start from a preset: rehearse matrix --preset smoke --dry-run.",
  });
