import { expect, test } from "vitest";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { pulseMetrics } from "./session-metrics.ts";

/** Two turns of creation, then a turn for each character: a pulse, a beat of the narrator's own, or neither. */
function story(signs: string, expectedPulses = 4) {
  let pulse = 0;
  const turns = [...signs].map((sign) =>
    sign === "P"
      ? { pulse: ++pulse, guidePulse: `pulse-${pulse}` }
      : sign === "o"
        ? { ownBeat: true as const }
        : {},
  );
  return pulseMetrics(
    exampleSession(
      [{ phase: "creation" }, { phase: "creation" }, ...turns],
      exampleConfig({ expectedPulses }),
    ),
  );
}

test("pulses, completion, turns per pulse and the longest gap cover the story, without its prelude", () => {
  expect(story("P..P.o...P")).toMatchObject({
    detected: 3,
    expected: 4,
    completionRate: 0.75,
    turnsPerPulse: 10 / 3,
    turns: [3, 6, 12],
    longestGap: 5,
    ownBeats: 1,
  });
});

test("an even pace is worth more than a rush or a stall", () => {
  expect(story("PPPPPPPP", 8).evenness).toBe(1);
  expect(story("PPPP....").evenness).toBe(0.5);
  expect(story("....PPPP").evenness).toBe(0.5);
  expect(story("P..P..P..P..").evenness!).toBeGreaterThan(0.7);
});

test("a missing value is null, never 0", () => {
  expect(story("....")).toMatchObject({
    detected: 0,
    completionRate: 0,
    turnsPerPulse: null,
    evenness: null,
    longestGap: 4,
  });
  expect(story("")).toMatchObject({ turnsPerPulse: null, longestGap: null, distribution: [] });
  expect(story("P.P.").evenness).toBeNull();
});

test("where nobody named beats, nothing about them is measured", () => {
  const turns = Array.from({ length: 6 }, () => ({
    classification: { source: "none" as const, types: [], beats: undefined },
  }));
  expect(pulseMetrics(exampleSession(turns, exampleConfig({ expectedPulses: 4 })))).toMatchObject({
    detected: null,
    expected: 4,
    completionRate: null,
    turnsPerPulse: null,
    distribution: [],
    longestGap: null,
    ownBeats: null,
  });
});
