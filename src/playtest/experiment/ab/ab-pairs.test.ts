import { expect, test } from "vitest";
import type { AbPlan } from "../../../contract/index.ts";
import { noiseReplays } from "./ab-noise.ts";
import { checkpointOf, pairAt, pairsOf, unitsIn } from "./ab-pairs.ts";

const layout = { times: 12, untilDecided: false, checkpoints: 8 };
const order = (wish: typeof layout) =>
  Array.from({ length: wish.times }, (_, index) => checkpointOf(wish, index)).join("");

test("checkpoints alternate; if each is one look, they come one after the other", () => {
  expect(order(layout)).toBe("012345670123");
  expect(order({ ...layout, untilDecided: true })).toBe("001122334567");
  expect(order({ ...layout, untilDecided: true, checkpoints: 3 })).toBe("012012012012");
  expect(order({ ...layout, untilDecided: true, times: 5 })).toBe("01234");
});

test("the number of pairs of each is fixed in advance, and adds up to the total", () => {
  expect(Array.from({ length: 8 }, (_, at) => pairsOf(layout, at))).toEqual([2, 2, 2, 2, 1, 1, 1, 1]);
  expect([unitsIn(layout), unitsIn({ ...layout, times: 7 }), unitsIn({ ...layout, checkpoints: 5 })]).toEqual(
    [8, 7, 12],
  );
});

test("every pair has its own dice, and so has every draw of the noise floor", () => {
  const plan = {
    ...layout,
    checkpoints: Array.from({ length: 8 }, (_, at) => ({ file: `${at}`, sessionId: "s", turn: at })),
    a: { label: "A", wish: {} },
    b: { label: "B", wish: {} },
    noise: { dice: 3, repeats: 2 },
  } as unknown as AbPlan;
  expect(new Set(Array.from({ length: 12 }, (_, index) => pairAt(plan, index).replicate)).size).toBe(12);
  expect(pairAt(plan, 9)).toMatchObject({
    checkpoint: 1,
    a: { checkpoint: 1, sessionId: "0010-a" },
    b: { checkpoint: 1, sessionId: "0010-b" },
  });
  expect(
    noiseReplays(plan).map((repeats) => repeats.map(({ replicate, sessionId }) => [replicate, sessionId])),
  ).toEqual([
    [
      [1, "noise-1-1"],
      [1, "noise-1-2"],
    ],
    [
      [2, "noise-2-1"],
      [2, "noise-2-2"],
    ],
    [
      [3, "noise-3-1"],
      [3, "noise-3-2"],
    ],
  ]);
});
