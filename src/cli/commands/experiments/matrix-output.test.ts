import { expect, test } from "vitest";
import { planOf, rowsOf } from "../../../../tests/support/playtest/matrix-rows.ts";
import { manualClock } from "../../../../tests/support/manual-clock.ts";
import { matrixOutcome } from "../../../playtest/index.ts";
import { matrixProgress, matrixText } from "./matrix-output.ts";

test("a stopped matrix says how many sessions are played; how to resume is said once, after it", () => {
  const rows = rowsOf({
    rounds: 16,
    of: (at) => (at < 10 ? {} : { outcome: "unfinished", metrics: {}, score: null }),
  });
  const outcome = matrixOutcome({ dir: "nowhere", plan: planOf(rows), rows });
  const text = matrixText({ ...outcome, lostCost: 0.5 }, { style: (_, words) => words });
  expect(text).toMatch(/^10 of 16 sessions played: no verdict yet\.$/m);
  expect(text).toContain("Not included: $0.5000 for sessions whose journals were deleted.");
  expect(text).toMatch(/Report: nowhere.report\.md$/);
  expect(text).not.toContain("rehearse resume");
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
