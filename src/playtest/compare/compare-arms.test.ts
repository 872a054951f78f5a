import { expect, test } from "vitest";
import { headline } from "./arms-text.ts";
import { groups, type Play } from "./compare-arms.ts";
import { judgeTogether } from "./arm-comparison.ts";
import { compared, pairedPlays, plays } from "../../../tests/support/playtest/arm-plays.ts";

test("six or more checkpoints count once each; with fewer, each pair counts and the claim is smaller", () => {
  const [a, better] = [() => 50, (at: number) => 51 + at / 10];
  expect(compared(plays(6, 5, a), plays(6, 5, better))).toMatchObject({
    speaksFor: "over 6 checkpoints",
    paired: 30,
    clusters: 6,
    primary: { pairs: 6, replicates: 30, verdict: "better" },
  });
  expect(compared(plays(5, 6, a), plays(5, 6, better))).toMatchObject({
    speaksFor: "for these 5 checkpoints",
    primary: { pairs: 30, clusters: null, verdict: "better" },
  });
  expect(compared(plays(1, 6, a), plays(1, 6, better)).speaksFor).toBe("for this checkpoint");
});

test("groups are the unit, however few: replicates with the same dice add no evidence", () => {
  const { primary, speaksFor } = compared(
    plays(5, 6, () => 50),
    plays(5, 6, (at) => 60 + at),
    { thing: groups },
  );
  expect({ ...primary, speaksFor }).toMatchObject({
    pairs: 5,
    replicates: 30,
    verdict: "insufficient evidence",
    speaksFor: "for these 5 groups",
  });
});

test("the arm that crashes more often cannot win, whichever it is", () => {
  const crash = (at: number): Partial<Play> =>
    at % 4 === 0 ? { outcome: "crashed", metrics: {} } : { metrics: { overall: 90 + at, soundness: 0.9 } };
  const sound = pairedPlays(40, (at) => ({
    metrics: { overall: 50 + (at % 3), soundness: 0.5 + at / 1000 },
  }));
  const crashing = pairedPlays(40, crash);
  const [asB, asA] = [compared(sound, crashing), compared(crashing, sound)];
  expect(asB).toMatchObject({
    crashed: { a: 0, b: 10 },
    primary: { pairs: 30, verdict: "insufficient evidence" },
    note: "B would have won, but it crashed in 10 of the pairs; the other crashed in 0",
  });
  expect(asA).toMatchObject({
    crashed: { a: 10, b: 0 },
    primary: { verdict: "insufficient evidence" },
    note: expect.stringMatching(/^A would have won/) as unknown,
  });
  for (const { others } of [asB, asA])
    expect(others.find(({ metric }) => metric === "soundness")!.verdict).toBe("insufficient evidence");
  // A crashed play did not finish: the arm may lose by it.
  expect([asB.completed.verdict, asA.completed.verdict]).toEqual(["worse", "better"]);
  // An arm that crashed as often or less may win.
  expect(
    compared(
      pairedPlays(40, (at) => (at % 4 === 1 ? crash(0) : { metrics: { overall: 50 } })),
      crashing,
    ).primary.verdict,
  ).toBe("better");
  expect(
    compared(
      sound,
      pairedPlays(40, (at) => (at === 0 ? crash(0) : { metrics: { overall: 40 } })),
    ).primary.verdict,
  ).toBe("worse");
});

test("the verdict is `no difference found` where one could be detected, else `insufficient evidence`", () => {
  const noisy = (at: number) => 50 + (at % 2 === 0 ? 3 : -3) + at / 100;
  const some = compared(
    plays(12, 1, () => 50),
    plays(12, 1, noisy),
  );
  expect(some.primary.verdict).toBe("no difference found");
  // The minimum detectable difference is in the metric's own units.
  expect(headline(some)).toMatch(
    /a true difference of [\d.]+ in overall would be detected with 80 % power\.$/,
  );
  const few = compared(
    plays(7, 1, () => 50),
    plays(7, 1, noisy),
  );
  expect(few.primary.verdict).toBe("no difference found");
  // Seven pairs that all point one way have p = 1/64: not enough with four comparisons.
  expect(judgeTogether([few, few, few, few]).map(({ primary }) => primary.verdict)).toEqual(
    Array(4).fill("insufficient evidence"),
  );
  expect(headline(judgeTogether([few, few, few, few])[0]!)).toContain(
    "cannot be significant after correction for 4 comparisons",
  );
});
