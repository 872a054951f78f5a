import { expect, test } from "vitest";
import { armNotes, headline } from "./arms-text.ts";
import { checkpoints, compareArms, type Play } from "./compare-arms.ts";
import { judgeTogether } from "./arm-comparison.ts";

/** So many things with so many replicates each, and a value for each play. */
const plays = (
  things: number,
  replicates: number,
  value: (at: number, thing: number) => number | null,
  more: (at: number) => Partial<Play> = () => ({}),
): Play[] =>
  Array.from({ length: things * replicates }, (_, at) => ({
    pair: String(at),
    cluster: String(at % things),
    outcome: "completed",
    metrics: { overall: value(at, at % things) },
    ...more(at),
  }));
const compared = (a: Play[], b: Play[], thing = checkpoints) =>
  compareArms({ a: { name: "A", plays: a }, b: { name: "B", plays: b }, primary: "overall", thing });

test("the primary metric is tested alone, all else together", () => {
  const both = (of: number) =>
    plays(
      6,
      1,
      () => null,
      (at) => ({
        outcome: of === 0 ? "timeout" : "completed",
        metrics: { overall: of * (at + 1), soundness: of * (at + 1), issues: of * (at + 1) },
      }),
    );
  const { primary, others, completed, families } = compareArms({
    a: { name: "A", plays: both(0) },
    b: { name: "B", plays: both(1) },
    primary: "overall",
  });
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

test("comparisons side by side ask more of each, in both families", () => {
  const one = compareArms({
    a: {
      name: "A",
      plays: plays(
        7,
        1,
        () => 50,
        () => ({ outcome: "timeout" }),
      ),
    },
    b: { name: "B", plays: plays(7, 1, (at) => 51 + at) },
    primary: "overall",
  });
  expect([one.primary.verdict, one.completed.verdict]).toEqual(["better", "better"]);
  const four = judgeTogether([one, one, one, one]);
  for (const { primary, completed, families } of four) {
    expect(primary).toMatchObject({ p: 1 / 64, adjusted: 4 / 64, verdict: "insufficient evidence" });
    expect(completed).toMatchObject({
      adjusted: expect.closeTo(4 / 64, 9) as unknown,
      verdict: "insufficient evidence",
    });
    expect(families).toEqual({ primary: 4, others: 4 });
  }
});

test("a metric that was chosen now is one test of all, and is said to be", () => {
  const both = (of: number) =>
    plays(
      7,
      1,
      () => null,
      (at) => ({ metrics: { overall: of * (at + 1), soundness: of * (at + 1), issues: of * (at + 1) } }),
    );
  const beside = (chosenNow?: string) =>
    compareArms({
      a: { name: "A", plays: both(1) },
      b: { name: "B", plays: both(2) },
      primary: "overall",
      circumstances: chosenNow === undefined ? {} : { chosenNow },
    });
  expect(beside()).toMatchObject({
    primary: { adjusted: 1 / 64, verdict: "better" },
    families: { primary: 1, others: 2 },
  });
  const now = judgeTogether([beside("the matrix named soundness"), beside("the matrix named soundness")]);
  for (const comparison of now) {
    expect(comparison).toMatchObject({
      chosenNow: "the matrix named soundness",
      primary: { p: 1 / 64, adjusted: 6 / 64, verdict: "insufficient evidence" },
      families: { primary: 0, others: 6 },
    });
    expect(headline(comparison)).toContain("in overall (chosen now; the matrix named soundness)");
    expect(armNotes(comparison).at(-1)).toMatch(
      /^overall was chosen now; the matrix named soundness\. .*Holm's over all 6 tests/,
    );
  }
  expect(armNotes(beside()).at(-1)).toContain("overall was named beforehand and is tested alone");
});

test("where no verdict may be given there is none, in no metric, no p and no interval", () => {
  const arm = (of: number) =>
    plays(
      24,
      1,
      () => null,
      (at) => ({
        outcome: of === 1 ? "timeout" : "completed",
        metrics: { overall: of * (at + 1), soundness: of * (at + 1) },
      }),
    );
  const compare = (withheld?: string[]) =>
    compareArms({
      a: { name: "A", plays: arm(1) },
      b: { name: "B", plays: arm(2) },
      primary: "overall",
      circumstances: withheld ? { withheld } : {},
    });
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
    /^No verdict, provisional: 24 of 48 sessions: whether B differs from A in overall cannot be told from 12\.5 → 25, \+12\.5 over 24 pairs\.$/,
  );
  expect(armNotes(none!).join("\n")).not.toMatch(/could not have been told|too few to tell|named beforehand/);
});

test("a correction over nothing is not spoken of", () => {
  const alone = compared(
    plays(
      7,
      1,
      () => 50,
      () => ({ outcome: "stopped" }),
    ),
    plays(
      7,
      1,
      (at) => 51 + at,
      () => ({ outcome: "stopped" }),
    ),
  );
  expect(alone.families.others).toBe(0);
  expect(armNotes(alone).at(-1)).not.toContain("Holm");
});
