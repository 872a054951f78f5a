import { expect, test } from "vitest";
import type { MatrixRow } from "../../contract/index.ts";
import { planOf, rowsOf, scored } from "../../../tests/support/matrix-rows.ts";
import { matrixOutcome } from "../../playtest/index.ts";
import { matrixText } from "./matrix-text.ts";

const textOf = (rows: MatrixRow[]) => matrixText(matrixOutcome({ dir: "nowhere", plan: planOf(rows), rows }));

test("a matrix that was stopped says what is still to be played, in words", () => {
  const rows = rowsOf({
    rounds: 16,
    of: (at) => (at < 10 ? {} : { outcome: at < 13 ? "interrupted" : "unfinished", metrics: {} }),
  });
  expect(textOf(rows)).toContain(
    "16 sessions: 10 completed, 3 interrupted on the way, 3 not begun, or not to a stop; $4.0000\nNot finished: 6 of 16 sessions. Started sessions resume where they stopped.",
  );
  expect(textOf(rowsOf({ rounds: 3 }))).not.toContain("Not finished: ");
});

test("a mean is shown as the report shows it", () => {
  // Added up as they come, these are a hair below 47.45.
  const values = [47.45 - 1e-14, 47.45 - 1e-14];
  expect(textOf(rowsOf({ rounds: 2, of: scored((at) => values[at]!) }))).toContain("overall 47.5 on average");
});

test("p is written as everywhere, and never as though it were nothing", () => {
  const rows = (rounds: number) => [
    ...rowsOf({ rounds, of: (at) => ({ metrics: { overall: 50 + at } }) }),
    ...rowsOf({ prompt: "new", rounds, of: (at) => ({ metrics: { overall: 70 + 2 * at } }) }),
  ];
  expect(textOf(rows(16))).toMatch(/ <\.001 +better$/m);
  expect(textOf(rows(8))).toMatch(/ \.008 +better$/m);
  expect(textOf(rows(8))).not.toContain("No verdict");
  expect(
    textOf(rows(8).map((row, at) => (at === 0 ? { ...row, outcome: "unfinished", metrics: {} } : row))),
  ).toMatch(/^No verdict, provisional: 15 of 16 sessions\.$/m);
});
