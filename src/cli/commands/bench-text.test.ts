import { expect, test } from "vitest";
import { measuredRates } from "../../playtest/index.ts";
import { alarmsText, benchText, missesText } from "./bench-text.ts";

const bench = {
  ...measuredRates(),
  misses: [
    {
      kind: "house" as const,
      operator: "teleport" as const,
      independent: true,
      session: "innsmouth-1",
      turn: 7,
      about: "words",
    },
  ],
  falseAlarms: [
    {
      kind: "human" as const,
      finding: "stuck" as const,
      session: "C1E001",
      turn: 9,
      about: "nothing happens",
    },
  ],
  notes: ["A note."],
};

test("the tables say for how many faults precision holds, and how sure each number is", () => {
  const text = benchText(bench);
  expect(text).toContain("where a fault begins in 1 turn of 100.");
  expect(text).toMatch(/^independent wordings +of +found +recall +95 %$/m);
  expect(text).toMatch(/^labelled \(dbdc3\) +confusion +\d+ +\d+ +0\.\d{3} +0\.\d\d-0\.\d\d$/m);
  expect(text).toMatch(
    /^loop +\d+ +\d+ +\d\.\d\d +\d\.\d\d-\d\.\d\d +[01]\.\d{3} +\d\.\d\d-\d\.\d\d +\d+\.\d$/m,
  );
  expect(text).toMatch(/\nA note\.$/);
});

test("what went wrong is listed, and that nothing did is said", () => {
  expect(missesText(bench)).toBe(
    "Not found:\n  house, teleport (independent wording), innsmouth-1, turn 7: words",
  );
  expect(alarmsText(bench)).toBe("False alarms:\n  human, stuck, C1E001, turn 9: nothing happens");
  expect(alarmsText({ ...bench, falseAlarms: [] })).toBe("False alarms:\n  none");
  expect(missesText({ ...bench, misses: [] })).toBe("Not found:\n  none");
});
