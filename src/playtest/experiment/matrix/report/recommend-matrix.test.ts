import { expect, test } from "vitest";
import type { MatrixPlan, MatrixRow } from "../../../../contract/index.ts";
import { planOf, rowsOf } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { compareBaseline } from "../compare/compare-baseline.ts";
import { standingsOf } from "../compare/compare-variants.ts";
import type { MatrixOutcome } from "../matrix-result-file.ts";
import { recommendMatrix } from "./recommend-matrix.ts";

/** Prompts that differ from the first by this much, give or take. */
const rows = (groups: number, ...by: number[]): MatrixRow[] =>
  [0, ...by].flatMap((more, index) =>
    rowsOf({
      prompt: index === 0 ? "old" : `new${index}`,
      rounds: groups,
      of: (at) => ({ metrics: { overall: 60 + at + more + (more === 0 ? 0 : (at % 3) / 10) } }),
    }),
  );

const outcome = (of: readonly MatrixRow[], more: Partial<MatrixOutcome> = {}): MatrixOutcome =>
  ({
    rows: [...of],
    config: planOf(of).config,
    standings: standingsOf(of, "overall"),
    house: null,
    ...more,
  }) as unknown as MatrixOutcome;

const told = (of: readonly MatrixRow[], more: Partial<MatrixOutcome> = {}, gates?: MatrixPlan["gates"]) =>
  recommendMatrix(
    outcome(of, more),
    { ...planOf(of), ...(gates && { gates }) },
    { at: "matrices/m", live: false },
  );

test("prompts are compared with the first", () => {
  expect(told(rows(10, 4))).toMatchObject({
    is: "ship",
    says: expect.stringMatching(
      /^new1: better \(overall \+4\.\d+ against the reference, 10 pairs, p/,
    ) as string,
  });
  expect(told(rows(10, -4)).is).toBe("do not ship");
  expect(told(rows(10, -4, 4)).says).toMatch(/^new2: better/);
});

test("too few groups say how many more sessions would decide", () => {
  const { is, more } = told(rows(3, 4));
  expect(is).toBe("insufficient evidence");
  expect(more!.says).toMatch(
    /^new1: the observed difference in overall is \+4\.\d+\. If it is real, \d+ more group/,
  );
  expect(more!.count! % 2).toBe(0);
  expect(told(rows(1, 4)).more!.says).toMatch(/One pair does not show how much this varies/);
});

test("a failed mean decides against, and a mean that could not be measured does not", () => {
  const gates = (failUnder: string) => ({ failUnder: [failUnder], failOver: [] });
  expect(told(rows(10, 4), {}, gates("overall=99"))).toMatchObject({
    is: "do not ship",
    says: expect.stringContaining("Gate failed: overall") as string,
  });
  expect(told(rows(10, 4), {}, gates("overall=10")).is).toBe("ship");
  expect(told(rows(10, 4), {}, gates("coherence=5")).is).toBe("insufficient evidence");
});

test("with a baseline, a regression decides against; too few groups do not decide", () => {
  const beside = (groups: number, by: number) => {
    const now = rowsOf({
      prompt: "old",
      rounds: groups,
      of: (at) => ({ metrics: { overall: 60 + at + by + (at % 3) / 10 } }),
    });
    const before = rowsOf({ prompt: "old", rounds: groups, of: (at) => ({ metrics: { overall: 60 + at } }) });
    const matrix = (of: MatrixRow[]) => ({ name: "before", seed: 1, rows: of, config: planOf(of).config });
    const baseline = compareBaseline(matrix(before), matrix(now), "overall");
    return told(now, { baseline }, { failUnder: [], failOver: [], baseline: "before" });
  };
  expect(beside(12, -6)).toMatchObject({ is: "do not ship" });
  expect(beside(12, 6)).toMatchObject({ is: "ship", says: expect.stringContaining("Gate passed") as string });
  expect(beside(2, 0)).toMatchObject({
    is: "insufficient evidence",
    says: expect.stringContaining("cannot show a regression") as string,
  });
});

test("the offline cast is not evidence, and an unfinished matrix is resumed", () => {
  expect(told(rows(10, 4), { house: "The house cast narrated." }).is).toBe("not evidence");
  expect(told(rows(10, 4), { provisional: { done: 3, planned: 20 } })).toEqual({
    is: "unfinished",
    says: "No verdict on prompts yet (provisional: 3 of 20 sessions).",
    more: {
      says: "17 sessions are not played yet.",
      count: 17,
      command: "rehearse resume matrices/m",
    },
  });
});
