import { expect, test } from "vitest";
import { armNotes, armRows, headline, namedColumns } from "./arms-text.ts";
import { checkpoints, groups, type Play } from "./compare-arms.ts";
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

test("one of six checkpoints against five leaves no difference, however often each was played", () => {
  const { primary } = compared(
    plays(6, 20, () => 50),
    plays(6, 20, (_, thing) => (thing === 0 ? 40 : 51 + thing / 10)),
  );
  expect(primary).toMatchObject({ pairs: 6, higher: 5, lower: 1, verdict: "no difference found" });
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

test("copies and replays of a play count once and are not reported as unpaired", () => {
  const one = (value: number, pair = "1"): Play => ({
    pair,
    cluster: "c",
    outcome: "completed",
    metrics: { overall: value },
  });
  const copies = compared(
    [one(1)],
    Array.from({ length: 6 }, () => one(2)),
  );
  expect(copies).toMatchObject({
    paired: 1,
    alone: { a: 0, b: 0 },
    primary: { pairs: 1, verdict: "insufficient evidence" },
  });
  const averaged = compared([one(1), one(3), one(7, "alone"), one(7, "alone")], [one(4), one(8)]);
  expect(averaged).toMatchObject({
    paired: 1,
    alone: { a: 2, b: 0 },
    primary: { meanA: 2, meanB: 6, meanDifference: 4 },
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

test("fewer is better for some metrics, and neither for others", () => {
  const counts = (of: (at: number) => number) =>
    pairedPlays(10, (at) => ({ metrics: { issues: of(at), turns: of(at), pulses: of(at) } }));
  const { others } = compared(
    counts((at) => 5 + at),
    counts((at) => 1 + at / 2),
  );
  expect(Object.fromEntries(others.map(({ metric, verdict }) => [metric, verdict]))).toEqual({
    turns: null,
    pulses: "worse",
    issues: "better",
  });
});

test("the completion note names the smallest difference that could be detected, or that none could", () => {
  const ended = (a: (at: number) => boolean, b: (at: number) => boolean, pairs = 20) => {
    const arm = (does: (at: number) => boolean) =>
      plays(
        pairs,
        1,
        () => 50,
        (at) => ({ outcome: does(at) ? "completed" : "timeout" }),
      );
    const both = compared(arm(a), arm(b));
    return {
      ...both.completed,
      row: armRows(both).at(-1)!.slice(1, 4),
      said: armNotes(both).filter((note) => note.startsWith("Completed stories")),
    };
  };
  const all = () => true;
  // Five against five: ten discordant pairs are significant when nine point one way.
  expect(
    ended(
      (at) => at % 4 !== 0,
      (at) => at % 4 !== 1,
    ),
  ).toMatchObject({
    differ: 10,
    verdict: "no difference found",
    said: [
      "Completed stories: with 10 of 20 pairs that differ, a difference under 40 percentage points cannot be significant.",
    ],
  });
  expect(ended(all, all)).toMatchObject({
    differ: 0,
    verdict: "no difference found",
    said: [
      "Completed stories: with 20 pairs, a difference under 30 percentage points cannot be significant.",
    ],
  });
  // A difference of percentages is in points.
  expect(ended((at) => at % 4 !== 0, all).row).toEqual(["75 %", "100 %", "+25 points"]);
  // Few differ, but each of the 20 pairs could have.
  expect(
    ended(
      (at) => at !== 1,
      (at) => at !== 2,
    ),
  ).toMatchObject({
    differ: 2,
    meanDifference: 0,
    verdict: "no difference found",
    said: [
      "Completed stories: with 20 pairs, a difference under 30 percentage points cannot be significant.",
    ],
  });
  expect(ended(all, all, 6)).toMatchObject({ verdict: "no difference found" });
});

test("completed replicates of one checkpoint count as one share", () => {
  const half = (at: number): Partial<Play> => ({ outcome: at % 2 === 0 ? "completed" : "failed" });
  expect(
    compared(
      plays(
        6,
        4,
        () => 1,
        () => ({ outcome: "timeout" }),
      ),
      plays(6, 4, () => 1, half),
    ).completed,
  ).toMatchObject({ pairs: 6, passedA: 0, passedB: 0.5, method: "exact sign-flip" });
  // Plays stopped on purpose are missing, on either side.
  expect(
    compared(
      plays(8, 1, () => 1),
      plays(
        8,
        1,
        () => 1,
        (at) => ({ outcome: at === 0 ? "stopped" : "crashed" }),
      ),
    ).completed,
  ).toMatchObject({ pairs: 7, missing: 1, passedA: 1, passedB: 0, method: "exact McNemar" });
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

test("the claim covers only the groups that have the primary metric", () => {
  const some = compared(
    plays(8, 1, () => 50),
    plays(8, 1, (at) => (at === 0 ? null : 60 + at)),
    { thing: groups },
  );
  expect(some).toMatchObject({
    paired: 8,
    clusters: 8,
    speaksFor: "over 7 groups",
    primary: { pairs: 7, missing: 1 },
  });
  expect(headline(some)).toContain("over 7 groups: ");
  expect(armNotes(some)[0]).toContain(
    "B against A: 8 pairs, 1 without overall; results hold over 7 groups. A pair is the same group of players on both sides.",
  );
  expect(
    compared(
      plays(8, 1, () => 50),
      plays(8, 1, (at) => (at < 3 ? null : 60 + at)),
      { thing: groups },
    ).speaksFor,
  ).toBe("for these 5 groups");
});

test("a table and its note name what is counted: pairs, or checkpoints where pairs were averaged", () => {
  const counted = (checkpoints: number, thing = groups) => {
    const found = compared(
      plays(checkpoints, 3, (at) => 50 + at / 9),
      plays(checkpoints, 3, (at) => 51 + at / 7),
      { thing },
    );
    return [namedColumns(found)[6], armNotes(found)[0]!.replace("B against A: ", "")];
  };
  const definition = "A pair is the same checkpoint and dice on both sides";
  expect(counted(6, checkpoints)).toEqual([
    "checkpoints",
    `18 pairs from 6 checkpoints; results hold over 6 checkpoints. ${definition}; each checkpoint counts once, with the mean of its pairs.`,
  ]);
  expect(counted(2, checkpoints)).toEqual([
    "pairs",
    `6 pairs from 2 checkpoints; results hold for these 2 checkpoints. ${definition}.`,
  ]);
  expect(counted(6)).toEqual([
    "pairs",
    "6 pairs (averages of 18 paired sessions); results hold over 6 groups. A pair is the same group of players on both sides.",
  ]);
});

test("without a value on both sides the headline says so, and claims nothing for a group", () => {
  const none = compared(
    plays(8, 1, () => 50),
    plays(8, 1, () => null),
    { thing: groups },
  );
  expect(headline(none)).toBe(
    "Nothing to compare in overall: B and A have 8 pairs, but none with a value on both sides.",
  );
  expect(armNotes(none)[0]).toBe(
    "B against A: 8 pairs, 8 without overall. A pair is the same group of players on both sides.",
  );
});

test("table columns name the arms by their differences", () => {
  const any = compared(
    plays(1, 1, () => 1),
    plays(1, 1, () => 2),
  );
  const names = (a: string, b: string) => namedColumns({ ...any, a, b }).slice(0, 4);
  expect(names("narrator house", "narrator house/blunt")).toEqual([
    "metric",
    "house",
    "house/blunt",
    "difference",
  ]);
  expect(names("cfg-2026-11-15-183406", "prompt two")).toEqual([
    "metric",
    "cfg-2026-11-15-183406",
    "prompt two",
    "difference",
  ]);
  expect(names("a-long-name-2026-11-15-183406", "a-long-name-2026-11-15-183407")).toEqual([
    "metric",
    "…ng-name-2026-11-15-183406",
    "…ng-name-2026-11-15-183407",
    "difference",
  ]);
});
