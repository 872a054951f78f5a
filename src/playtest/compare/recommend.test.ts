import { expect, test } from "vitest";
import { compared, pairedPlays } from "../../../tests/support/playtest/arm-plays.ts";
import { headline } from "./arms-text.ts";
import { judgeTogether } from "./arm-comparison.ts";
import { recommendComparison } from "./recommend.ts";

/** B is better than A by this much, give or take. */
const arms = (pairs: number, by: (at: number) => number) => {
  const arm = (more: (at: number) => number) =>
    pairedPlays(pairs, (at) => ({ outcome: "completed", metrics: { overall: 50 + at + more(at) } }));
  return judgeTogether([
    compared(
      arm(() => 0),
      arm(by),
    ),
  ]);
};

test.each([
  [8, (at: number) => 4 + at / 10, "ship"],
  [8, (at: number) => -4 - at / 10, "do not ship"],
  [8, (at: number) => (at % 2 ? 1 : -1.1), "no difference found"],
  [3, (at: number) => 4 + at / 10, "insufficient evidence"],
] as const)("%i pairs: the sentence of the terminal, and what to do", (pairs, by, is) => {
  const comparisons = arms(pairs, by);
  expect(recommendComparison(comparisons, { house: false })).toMatchObject({
    is,
    says: headline(comparisons[0]!),
  });
});

test("too few pairs say how many more would decide", () => {
  const { more } = recommendComparison(
    arms(3, (at) => 4 + at / 10),
    { house: false },
  );
  expect(more).toMatchObject({ count: 3 });
});

test("one better change is enough to ship, and an undecided one keeps the question open", () => {
  const [better, worse, open] = [
    arms(8, (at) => 4 + at / 10),
    arms(8, (at) => -4 - at / 10),
    arms(3, (at) => 4 + at / 10),
  ].flat();
  const is = (all: Parameters<typeof recommendComparison>[0]) =>
    recommendComparison(all, { house: false }).is;
  expect(is([worse!, open!, better!])).toBe("ship");
  expect(is([worse!, open!])).toBe("insufficient evidence");
  expect(is([worse!])).toBe("do not ship");
});

test("the offline cast is never evidence, but it can lack some", () => {
  const is = (pairs: number) =>
    recommendComparison(
      arms(pairs, (at) => 4 + at / 10),
      { house: true },
    ).is;
  expect([is(8), is(3)]).toEqual(["not evidence", "insufficient evidence"]);
});

test("sessions that cannot be paired say why", () => {
  expect(recommendComparison([], { house: false, unpaired: "Other dice." })).toEqual({
    is: "insufficient evidence",
    says: "Other dice.",
  });
});
