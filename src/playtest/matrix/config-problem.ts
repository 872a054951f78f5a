import type { z } from "zod";
import { HarnessError } from "../../kernel/errors/index.ts";

/** A file of another kind has something wrong in every line. */
const TOLD = 5;

const usual = { what: "The matrix config", remedy: "See docs/guide/matrix.md for what it holds, or start from a preset: rehearse matrix --preset smoke --dry-run." };

/** What is wrong with a matrix config, in the words of who wrote it. */
export function configProblem({ issues }: z.ZodError, { what, remedy }: { what: string; remedy: string } = usual): HarnessError {
  const told = issues.slice(0, TOLD).map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  const more = issues.length - told.length;
  return new HarnessError({ code: "bad-matrix", message: `${what} cannot be used: ${told.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`, remedy });
}
