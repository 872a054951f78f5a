import { expect, test } from "vitest";
import { armNotes, headline } from "./arms-text.ts";
import { judgeTogether } from "./arm-comparison.ts";
import { compared, pairedPlays } from "../../../tests/support/playtest/arm-plays.ts";

test.each([
  [7, "insufficient evidence"],
  [8, "no difference found"],
])("%i pairs of three prompts: %s, however many of them differ", (pairs, verdict) => {
  const arm = (by: (at: number) => number) =>
    pairedPlays(pairs, (at) => ({ outcome: "stopped", metrics: { overall: 50 + by(at) } }));
  // All equal, two that differ, and all differ in both directions.
  const [equal, few, many] = judgeTogether(
    [() => 0, (at: number) => Number(at < 2), (at: number) => (at % 2 ? 1 : -1.5)].map((by) =>
      compared(
        arm(() => 0),
        arm(by),
      ),
    ),
    0.024,
  );
  expect([equal, few, many].map((each) => each!.primary.verdict)).toEqual([verdict, verdict, verdict]);
});

test("the primary metric is tested alone, the other metrics together", () => {
  const both = (of: number) =>
    pairedPlays(6, (at) => ({
      outcome: of === 0 ? "timeout" : "completed",
      metrics: { overall: of * (at + 1), soundness: of * (at + 1), issues: of * (at + 1) },
    }));
  const { primary, others, completed, families } = compared(both(0), both(1));
  expect(families).toEqual({ primary: 1, others: 3 });
  expect(primary).toMatchObject({ p: 1 / 32, adjusted: 1 / 32, verdict: "better" });
  expect(others.map(({ p, adjusted, verdict }) => ({ p, adjusted, verdict }))).toEqual([
    { p: 1 / 32, adjusted: 3 / 32, verdict: "insufficient evidence" },
    { p: 1 / 32, adjusted: 3 / 32, verdict: "insufficient evidence" },
  ]);
  expect(completed).toMatchObject({
    adjusted: expect.closeTo(3 / 32, 9) as unknown,
    verdict: "insufficient evidence",
  });
});

test("a metric chosen after the plan is corrected with all others, and the text says so", () => {
  const both = (of: number) =>
    pairedPlays(7, (at) => ({
      metrics: { overall: of * (at + 1), soundness: of * (at + 1), issues: of * (at + 1) },
    }));
  const beside = (chosenNow?: string) =>
    compared(both(1), both(2), { circumstances: chosenNow === undefined ? {} : { chosenNow } });
  expect(beside()).toMatchObject({
    primary: { adjusted: 1 / 64, verdict: "better" },
    families: { primary: 1, others: 2 },
  });
  const now = judgeTogether([
    beside("the matrix pre-registered soundness"),
    beside("the matrix pre-registered soundness"),
  ]);
  for (const comparison of now) {
    expect(comparison).toMatchObject({
      chosenNow: "the matrix pre-registered soundness",
      primary: { p: 1 / 64, adjusted: 6 / 64, verdict: "insufficient evidence" },
      families: { primary: 0, others: 6 },
    });
    expect(headline(comparison)).toContain("in overall (post hoc; the matrix pre-registered soundness)");
    expect(armNotes(comparison).at(-1)).toMatch(
      /^overall was chosen post hoc; the matrix pre-registered soundness\. .*Holm's correction over all 6 tests/,
    );
  }
  expect(armNotes(beside()).at(-1)).toContain("overall is pre-registered and tested alone");
});

test("a withheld verdict leaves no verdict, p or interval in any metric", () => {
  const arm = (of: number) =>
    pairedPlays(24, (at) => ({
      outcome: of === 1 ? "timeout" : "completed",
      metrics: { overall: of * (at + 1), soundness: of * (at + 1) },
    }));
  const compare = (withheld?: string[]) =>
    compared(arm(1), arm(2), { circumstances: withheld ? { withheld } : {} });
  expect([compare().primary.verdict, compare().others[0]!.verdict, compare().completed.verdict]).toEqual([
    "better",
    "better",
    "better",
  ]);
  const [none] = judgeTogether([compare(["provisional: 24 of 48 sessions"])]);
  for (const each of [none!.primary, ...none!.others, none!.completed])
    expect(each).toMatchObject({ p: null, adjusted: null, verdict: "insufficient evidence" });
  expect([compare().primary.interval, none!.primary.interval]).toEqual([expect.anything(), undefined]);
  expect(headline(none!)).toMatch(
    /^No verdict \(provisional: 24 of 48 sessions\) on B against A in overall: 12\.5 → 25, \+12\.5 over 24 pairs\.$/,
  );
  expect(armNotes(none!).join("\n")).not.toMatch(
    /cannot be significant|too few for a verdict|pre-registered/,
  );
});
