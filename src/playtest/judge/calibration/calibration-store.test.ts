import { expect, test } from "vitest";
import type { ControlName, ControlResult } from "../../../contract/index.ts";
import { failedControls } from "./calibration-store.ts";

const control = (name: ControlName, before: number, by: number | null): ControlResult => ({
  name,
  sessionId: "one",
  before: { coherence: before, pacing: before },
  moved: { coherence: by, pacing: by },
  flagged: 0,
});

test.each<[string, ControlResult[], RegExp[]]>([
  [
    "a good judge",
    [control("empty", 6, -5), control("shuffled", 6, -2), control("again", 6, 0), control("injected", 6, 0)],
    [],
  ],
  [
    "blind to the narration",
    [control("empty", 6, 0)],
    [/says nothing its scores do not fall: it does not look/],
  ],
  ["pleased by silence", [control("empty", 6, 4)], [/says nothing its scores rise by 4\.0 points/]],
  [
    "hardly moved by disorder",
    [control("shuffled", 6, -0.4)],
    [/another order its scores fall by only 0\.4 points: it does not follow/],
  ],
  [
    "at odds with itself, in both directions",
    [control("again", 6, 4), control("again", 6, -4)],
    [/differ by 4\.0 points/],
  ],
  ["led", [control("injected", 6, 4)], [/raises its scores by 4\.0 points/]],
  [
    "at the foot of the scale, where nothing can fall",
    [control("empty", 1, 0), control("shuffled", 2, 0)],
    [],
  ],
  ["at its head, where nothing can rise", [control("injected", 10, 0)], []],
  ["without a score for silence: it found nothing to judge by", [control("empty", 6, null)], []],
  ["not tried", [], []],
])("%s", (_, results, reasons) => {
  expect(failedControls(results)).toEqual(reasons.map((reason) => expect.stringMatching(reason) as string));
});

test("disorder is looked for in coherence: a tone need not suffer from it", () => {
  expect(
    failedControls([
      {
        name: "shuffled",
        sessionId: "one",
        moved: {
          coherence: -2,
          atmosphere: 0,
          pacing: 0,
          funFactor: 0,
          playerAgency: 0,
          characterIntegration: 0,
        },
        flagged: 0,
      },
    ]),
  ).toEqual([]);
});
