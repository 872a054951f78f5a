import { expect, test } from "vitest";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { type MatrixOutcome, matrixOutcome } from "../../../playtest/index.ts";
import type { RunEvent } from "../../library-function.ts";
import { matrixShown, ranMatrix, showNews } from "./matrix-run.ts";

const rows = rowsOf({
  rounds: 16,
  of: (at) => (at < 10 ? {} : { outcome: "unfinished", metrics: {}, score: null }),
});
const plan = planOf(rows);

test("a shard has its own sessions and no verdict on them: that is decided by the merge, and so is CI", () => {
  const part = { ...plan, shard: { index: 2, of: 2, plan: "hash" } };
  const own = rows.map((row, at) => (at % 2 === 0 ? { ...row, outcome: "unfinished" as const } : rows[1]!));
  const played = own.map((row, at) => ({ ...row, sessionId: rows[at]!.sessionId }));
  const outcome = matrixOutcome({
    dir: "m/shards/x/2-of-2",
    plan: part,
    rows: played,
    command: "./rehearse",
  });
  expect(outcome.verdict).toMatchObject({
    outcome: "done",
    headline: "Shard 2/2: 8 of 8 sessions finished.",
    facts: [{ label: "Sessions", value: 8 }, { label: "Cost" }],
    next: [{ command: "./rehearse matrix merge m/shards/x" }],
  });
  const ran = ranMatrix({ on: () => {} }, part, { outcome });
  expect(ran).toMatchObject({ ci: undefined, exit: undefined });
  expect(matrixShown(ran.result)).toMatchObject([{ next: outcome.verdict.next }, {}]);
});

test("crashed sessions: a warning, the command that tries them again, exit 3", () => {
  const said: RunEvent[] = [];
  const crashed = rows.map((row) => ({ ...row, outcome: "crashed" as const, why: "500 from the model" }));
  const outcome: MatrixOutcome = matrixOutcome({ dir: "m", plan, rows: crashed });
  const ran = ranMatrix({ on: (event) => said.push(event) }, plan, { outcome });
  expect(ran).toMatchObject({ exit: 3, resume: { dir: "m", isOpen: true } });
  expect(said).toEqual([
    {
      type: "note",
      level: "warning",
      text: "16 sessions crashed (tried twice). First error: 500 from the model",
    },
  ]);
});

test("done, running, failed, turns and cost; only a finished session is progress", () => {
  const said: RunEvent[] = [];
  const show = showNews({ on: (event) => said.push(event) });
  const news = { planned: 20, done: 4, running: 4, failed: 0, turns: 40, cost: 1.5 };
  show(news);
  show({ ...news, done: 5, failed: 1 });
  show({ ...news, done: 5, turns: 41 });
  const at = (done: number) => ({ done, of: 20, cost: 1.5 });
  expect(said).toEqual([
    { type: "step", ...at(4), text: "4/20 done, 4 running, 40 turns, $1.50" },
    {
      type: "progress",
      ...at(5),
      text: "5/20 done, 4 running, 1 failed or crashed, 40 turns, $1.50",
    },
    { type: "step", ...at(5), text: "5/20 done, 4 running, 41 turns, $1.50" },
  ]);
});
