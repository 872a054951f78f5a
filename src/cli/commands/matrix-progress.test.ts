import { expect, test } from "vitest";
import { manualClock } from "../../kernel/clock/index.ts";
import { matrixProgress } from "./matrix-progress.ts";
import { timeSpan } from "./time-span.ts";

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
  // Four end in the first batch: until then the quickest have ended, which is no pace.
  await clock.advance(60_000);
  progress.show(news(8, 4));
  expect(shown).toEqual([
    "4/20 done, 0 running, 40 turns, $1.5000",
    "4/20 done, 4 running, 40 turns, $1.5000",
    "6/20 done, 4 running, 1 failed, 40 turns, $1.5000",
    "8/20 done, 4 running, 40 turns, $1.5000, about 6 min left",
  ]);
  // Those that ended before this run tell nothing about its pace, and at the end nothing is left.
  progress.show(news(20, 0));
  expect(shown.at(-1)).not.toContain("left");
});

test("without a terminal a line each 5 % or 30 s, though not line upon line", async () => {
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
