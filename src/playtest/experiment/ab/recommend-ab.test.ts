import { expect, test } from "vitest";
import type { AbPair, AbPlan } from "../../../contract/index.ts";
import { compareArms, type Play } from "../../compare/index.ts";
import { pairWon } from "./ab-pairs.ts";
import { winnerLine } from "./ab-report.ts";
import { recommendAb } from "./recommend-ab.ts";
import { decisionOf } from "./summarise-ab.ts";

const planned: AbPlan = {
  version: 1,
  kind: "ab",
  abId: "x",
  checkpoints: [{ file: "f", sessionId: "s", turn: 6 }],
  a: { label: "old", wish: {} },
  b: { label: "new", wish: {} },
  metric: "overall",
  turns: 2,
  times: 8,
  untilDecided: false,
  alpha: 0.05,
  noise: { dice: 0, repeats: 1 },
  embedded: false,
};

/** B is better than A by these amounts, pair by pair. */
function played(differences: readonly number[], own: Partial<AbPlan> = {}, live = false) {
  const plan = { ...planned, ...own };
  const pairs = differences.map((by, index): AbPair => {
    const scored = { a: 50, b: 50 + by, crashed: [] };
    return { index, checkpoint: 0, replicate: index + 1, ...scored, won: pairWon(scored, true) };
  });
  const decision = decisionOf(plan, pairs);
  const arm = (name: "a" | "b") => ({
    name,
    plays: pairs.map((pair): Play => ({
      pair: `p/${pair.index}`,
      cluster: "p",
      outcome: "stopped",
      metrics: { overall: pair[name]! },
    })),
  });
  const comparison =
    pairs.length === 0 ? null : compareArms({ a: arm("a"), b: arm("b"), primary: "overall" });
  return {
    ...recommendAb(plan, { decision, pairs, comparison }, { at: "abs/x", live }),
    line: winnerLine(plan, { decision }),
  };
}

test.each([
  [[4, 5, 6, 4, 5, 6, 4, 5], "ship"],
  [[-4, -5, -6, -4, -5, -6, -4, -5], "do not ship"],
  [[4, -5, 6, -4, 5, -6, 4, -5], "no difference found"],
] as const)("all pairs played: %j", (differences, is) => {
  const told = played(differences);
  expect(told).toMatchObject({ is, says: told.line });
});

test("unplayed pairs are resumed, unless they are being played", () => {
  expect(played([4, 5])).toMatchObject({
    is: "unfinished",
    more: { says: "6 pairs are not played yet.", count: 6, command: "rehearse resume abs/x" },
  });
  expect(played([4, 5], {}, true).more).toEqual({ says: "6 pairs are not played yet.", count: 6 });
});

test("a test until decided can be extended, and says how many more pairs would decide at best", () => {
  expect(played([4, 5, -3, 6], { times: 4, untilDecided: true })).toMatchObject({
    is: "insufficient evidence",
    more: {
      says: "At least 8 more pairs, all won by B, would decide.",
      count: 8,
      command: "rehearse resume abs/x --times 12",
      times: 12,
    },
  });
});

test("a test of a fixed size needs a new one", () => {
  const { is, more } = played([4, 5, 6], { times: 3 });
  expect(is).toBe("insufficient evidence");
  expect(more).toMatchObject({
    count: 6,
    says: expect.stringContaining("a new test with 6 pairs") as string,
  });
  expect(more).not.toHaveProperty("command");
});

test("the offline cast, or two equal arms, are not evidence", () => {
  const sure = [4, 5, 6, 4, 5, 6, 4, 5];
  expect(played(sure, { embedded: true }).is).toBe("not evidence");
  expect(played(sure, { aa: true }).is).toBe("not evidence");
});
