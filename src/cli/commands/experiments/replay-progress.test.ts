import { expect, test } from "vitest";
import { systemClock } from "../../../kernel/clock/index.ts";
import { replayProgress } from "./replay-progress.ts";

test("the time left is from the pace of this run, without the replays of an earlier one", () => {
  let now = 0;
  const lines: string[] = [];
  const progress = replayProgress<{ replays: { ended: number; of: number } }>(
    {
      asJson: false,
      warn: (line) => void lines.push(line),
      progress: () => ({ drawn: false, show: () => {}, tick: () => {}, done: () => {} }),
    },
    { clock: { ...systemClock, now: () => now }, label: "ab", text: () => ", $0.1" },
  );
  for (const [ms, ended] of [
    [0, 4],
    [60_000, 5],
    // Told twice: one line.
    [60_000, 5],
    [180_000, 6],
  ] as const) {
    now = ms;
    progress.show({ replays: { ended, of: 10 } });
  }
  expect(lines).toEqual([
    "ab: replay 5 of at most 10, $0.1, at most about 5 min left",
    "ab: replay 6 of at most 10, $0.1, at most about 6 min left",
  ]);
});
