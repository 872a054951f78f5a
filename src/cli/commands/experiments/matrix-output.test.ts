import { expect, test } from "vitest";
import { planOf, rowsOf, scored } from "../../../../tests/support/playtest/matrix-rows.ts";
import type { MatrixRow } from "../../../contract/index.ts";
import { manualClock } from "../../../../tests/support/manual-clock.ts";
import { matrixOutcome } from "../../../playtest/index.ts";
import { matrixProgress, matrixText } from "./matrix-output.ts";
import { timeSpan } from "./matrix-plan-text.ts";

const textOf = (rows: MatrixRow[]) => matrixText(matrixOutcome({ dir: "nowhere", plan: planOf(rows), rows }));

test("a stopped matrix says how many sessions are finished and how many remain", () => {
  const rows = rowsOf({
    rounds: 16,
    of: (at) => (at < 10 ? {} : { outcome: at < 13 ? "interrupted" : "unfinished", metrics: {} }),
  });
  expect(textOf(rows)).toContain(
    "10 of 16 sessions finished: 10 completed; $4.0000\nRemaining: 6 sessions; 3 resume where they stopped.\n",
  );
  expect(textOf(rowsOf({ rounds: 3 }))).toMatch(/^3 sessions: 3 completed; /m);
  expect(textOf(rowsOf({ rounds: 3 }))).not.toContain("Remaining: ");
  const none = rowsOf({ rounds: 2, of: () => ({ outcome: "unfinished", metrics: {} }) });
  expect(textOf(none)).toMatch(/^0 of 2 sessions finished; \S+\nRemaining: 2 sessions\.$/m);
});

test("a mean is shown as the report shows it", () => {
  // Added up naively, these are slightly below 47.45.
  const values = [47.45 - 1e-14, 47.45 - 1e-14];
  expect(textOf(rowsOf({ rounds: 2, of: scored((at) => values[at]!) }))).toContain("overall 47.5 on average");
});

test("p is written as in other reports, and never as 0", () => {
  const rows = (rounds: number) => [
    ...rowsOf({ rounds, of: (at) => ({ metrics: { overall: 50 + at } }) }),
    ...rowsOf({ prompt: "new", rounds, of: (at) => ({ metrics: { overall: 70 + 2 * at } }) }),
  ];
  expect(textOf(rows(16))).toMatch(/ < 0\.001 +better$/m);
  expect(textOf(rows(8))).toMatch(/ 0\.008 +better$/m);
  expect(textOf(rows(8))).not.toContain("No verdict");
  expect(
    textOf(rows(8).map((row, at) => (at === 0 ? { ...row, outcome: "unfinished", metrics: {} } : row))),
  ).toMatch(/^No verdict yet \(provisional: 15 of 16 sessions\)\.$/m);
});

function watch({ drawn = true } = {}) {
  const shown: string[] = [];
  const clock = manualClock();
  const line = { drawn, tick: () => {}, show: (text: string) => void shown.push(text), done: () => {} };
  return {
    shown,
    clock,
    progress: matrixProgress({ progress: () => line, warn: (text) => void shown.push(text) }, clock),
  };
}
const news = (done: number, running: number, rest: object = {}) => ({
  planned: 20,
  done,
  running,
  failed: 0,
  turns: 40,
  cost: 1.5,
  ...rest,
});

test("done, running, failed, turns and cost; time left only once a pace is known", async () => {
  const { shown, clock, progress } = watch();
  progress.show(news(4, 0));
  progress.show(news(4, 4));
  await clock.advance(60_000);
  progress.show(news(6, 4, { failed: 1 }));
  // The first batch has four sessions. Until all have ended, only the quickest have, so the pace is unknown.
  await clock.advance(60_000);
  progress.show(news(8, 4));
  expect(shown).toEqual([
    "4/20 done, 0 running, 40 turns, $1.5000",
    "4/20 done, 4 running, 40 turns, $1.5000",
    "6/20 done, 4 running, 1 failed or crashed, 40 turns, $1.5000",
    "8/20 done, 4 running, 40 turns, $1.5000, about 6 min left",
  ]);
  // At the end there is no time left to show.
  progress.show(news(20, 0));
  expect(shown.at(-1)).not.toContain("left");
});

test("without a terminal: a line every 5 % or 30 s, at most one per 10 s", async () => {
  const { shown, clock, progress } = watch({ drawn: false });
  const at = async (seconds: number, done: number, planned = 100) => {
    await clock.advance(seconds * 1_000);
    progress.show({ ...news(done, 10), planned });
    return shown.length;
  };
  expect([
    await at(0, 0),
    await at(9, 10),
    await at(2, 11),
    await at(11, 12),
    await at(11, 18),
    await at(29, 19),
    await at(1, 19),
  ]).toEqual([0, 0, 1, 1, 2, 2, 3]);
  expect(shown[2]).toBe("matrix: 19/100 done, 10 running, 40 turns, $1.5000, about 4 min left");
  expect(await at(60, 100)).toBe(3);
});

test.each([
  [400, "1 s"],
  [45_000, "45 s"],
  [600_000, "10 min"],
  [5.4e6, "1.5 h"],
  [8.64e7, "24 h"],
  [2.6e8, "3.0 days"],
])("%i ms is %s", (ms, text) => expect(timeSpan(ms)).toBe(text));

test("a mean of scores over shared parts says so", () => {
  const part = (name: string, value: number) => ({ [`overall/${name}`]: value, [`weight/${name}`]: 1 });
  const rows = rowsOf({
    rounds: 3,
    of: (at) => ({
      metrics: { overall: 70, ...part("completion", 0.8), ...(at > 0 && part("soundness", 0.6)) },
    }),
  });
  expect(textOf(rows)).toMatch(
    /overall \(shared parts\) 80\.0 on average\n(.*\n)*Overall scores here leave out soundness, which not all sessions have\./,
  );
});
