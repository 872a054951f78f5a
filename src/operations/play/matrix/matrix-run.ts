/** Plays the rest of a matrix in its folder, for `matrix` and `resume`; and what `matrix` and `matrix merge` show. */
import { join } from "node:path";
import type { MatrixPlan, MatrixResult } from "../../../contract/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import { counted, dollars } from "../../../kernel/report/index.ts";
import {
  largerBudget,
  matrixCi,
  type MatrixNews,
  type MatrixOutcome,
  REPORT_FILE,
  resultsOf,
  runMatrix,
} from "../../../playtest/index.ts";
import type { Context, Ran, Shown } from "../../declaration.ts";

export async function runMatrixIn(
  context: Context,
  {
    dir,
    plan,
    concurrency,
    budget,
  }: { dir: string; plan: MatrixPlan; concurrency: number; budget?: number | undefined },
): Promise<Ran<MatrixResult>> {
  const { harness, signal, on } = context;
  on({ type: "folder", dir });
  const onNews = showNews(context);
  const played = await runMatrix(harness, { dir, plan, concurrency, budget, signal, onNews });
  const ran = ranMatrix(context, plan, played);
  const spent = played.outcome.totalAtMost;
  const larger = played.endedBy?.exit === 4 ? largerBudget(budget ?? plan.budget, spent) : undefined;
  return { ...ran, resume: { ...ran.resume, budget: larger } };
}

/** A matrix that was played or merged, with the gates of its plan. */
export function ranMatrix(
  { on }: Pick<Context, "on">,
  plan: MatrixPlan,
  { outcome, endedBy: stopped }: { outcome: MatrixOutcome; endedBy?: HarnessError | undefined },
): Ran<MatrixResult> {
  const { dir, rows } = outcome;
  const [crash, ...more] = rows.filter((row) => row.outcome === "crashed");
  const hasCrashed = crash !== undefined && stopped === undefined;
  if (hasCrashed)
    on({
      type: "note",
      level: "warning",
      text: `${counted(more.length + 1, "session")} crashed (tried twice). First error: ${crash.why}`,
    });
  return {
    result: resultOf(outcome),
    stopped,
    // All shards together have one verdict and one comment.
    ci: plan.shard ? undefined : { ...matrixCi(outcome), stopped: stopped?.message },
    ciName: plan.label ?? plan.config.stories.join(" "),
    exit: hasCrashed ? 3 : undefined,
    resume: { dir, isOpen: hasCrashed },
  };
}

/** The results of the sessions are read when they are asked for. */
const resultOf = (outcome: MatrixOutcome): MatrixResult => ({
  ...outcome,
  get sessions() {
    const resultIn = resultsOf(outcome.dir);
    return outcome.rows.flatMap(({ sessionId }) => resultIn(sessionId) ?? []);
  },
});

/** A session that is finished is progress; all else happens in between. */
export function showNews({ on }: Pick<Context, "on">): (news: MatrixNews) => void {
  let before: number | undefined;
  return ({ done, planned, running, failed, turns, cost }) => {
    const text = [
      `${done}/${planned} done`,
      `${running} running`,
      ...(failed > 0 ? [`${failed} failed or crashed`] : []),
      `${turns} turns`,
      dollars(cost),
    ].join(", ");
    const isProgress = done > (before ?? done);
    before = done;
    on({ type: isProgress ? "progress" : "step", done, of: planned, text, cost });
  };
}

export function matrixShown({ verdict, dir }: MatrixResult): Shown[] {
  // How to resume is said after it, with the options of this run.
  const next = verdict.next.filter(({ call }) => call?.operation !== "resume");
  return [{ ...verdict, next }, `Report: ${join(dir, REPORT_FILE)}`];
}
