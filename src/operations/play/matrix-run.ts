/** Plays the rest of a stored matrix. */
import { join } from "node:path";
import type { MatrixPlan, MatrixResult } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { readText } from "../../kernel/store/index.ts";
import { largerBudget, matrixCi, RESULT_FILE, runMatrix } from "../../playtest/index.ts";
import type { Context, Ran } from "../declaration.ts";
import { resumeCommand } from "../resume-command.ts";

type MatrixRun = { dir: string; plan: MatrixPlan; concurrency: number; budget?: number | undefined };

export async function runMatrixIn(
  { harness, signal }: Context,
  { dir, plan, concurrency, budget }: MatrixRun,
): Promise<Ran<MatrixResult>> {
  const { outcome, endedBy } = await runMatrix(harness, { dir, plan, concurrency, budget, signal });
  const ci = matrixCi(outcome, { name: plan.label ?? plan.config.stories.join(" ") });
  const crashed = outcome.rows.filter((row) => row.outcome === "crashed" || row.kept !== undefined);
  return {
    result: JSON.parse(readText(join(dir, RESULT_FILE))) as MatrixResult,
    stopped: endedBy,
    resume: {
      dir,
      budget: endedBy?.exit === 4 ? largerBudget(budget ?? plan.budget, outcome.totalAtMost) : undefined,
    },
    ci: endedBy ? { ...ci, verdict: [endedBy.message, ...(ci.verdict ?? [])] } : ci,
    exit: crashed.length > 0 ? 3 : undefined,
    hints:
      crashed.length > 0
        ? [
            `${counted(crashed.length, "session")} crashed (tried twice). First error: ${crashed[0]!.why}\n${resumeCommand(harness, { dir })}`,
          ]
        : undefined,
  };
}
