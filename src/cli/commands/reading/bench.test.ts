import { expect, test } from "vitest";
import type { DetectorBench } from "../../../contract/index.ts";
import { alarmsText, benchText, missesText } from "./bench.ts";

const bench: DetectorBench = {
  version: 1,
  seeds: [1],
  prevalence: 0.01,
  sessions: 5,
  operators: [
    {
      name: "loop-verbatim",
      expects: "repetition",
      planted: 10,
      hits: 8,
      recall: 0.8,
      interval: [0.49, 0.94],
    },
  ],
  detectors: [
    {
      name: "repetition",
      cleanTurns: 200,
      falseAlarms: 2,
      hits: 8,
      per100Turns: 1,
      per100Interval: [0.27, 3.57],
      precision: 0.4469,
      precisionInterval: [0.12, 0.78],
      lift: 22.3,
    },
  ],
  misses: [{ operator: "loop-edited-50", session: "innsmouth-1", turn: 7, about: "words" }],
  falseAlarms: [{ finding: "stuck", session: "salt-road-2", turn: 9, about: "nothing happens" }],
  notes: ["A note."],
};

test("the tables show the faults behind precision, and the interval of each number", () => {
  const text = benchText(bench);
  expect(text).toContain("seeds: 1. Precision and lift assume one fault per 100 turns.");
  expect(text).toMatch(/^loop-verbatim +repetition +10 +8 +0\.800 +0\.49-0\.94$/m);
  expect(text).toMatch(/^repetition +200 +2 +1\.00 +0\.27-3\.57 +0\.447 +0\.12-0\.78 +22\.3$/m);
  expect(text).toMatch(/\nA note\.$/);
});

test("misses and false positives are listed, and an empty list says so", () => {
  expect(missesText(bench)).toBe("Not found:\n  loop-edited-50, innsmouth-1, turn 7: words");
  expect(alarmsText(bench)).toBe("False positives:\n  stuck, salt-road-2, turn 9: nothing happens");
  expect(alarmsText({ ...bench, falseAlarms: [] })).toBe("False positives:\n  none");
  expect(missesText({ ...bench, misses: [] })).toBe("Not found:\n  none");
});
