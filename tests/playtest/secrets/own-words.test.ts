/** A narrator who tells the guide in its own words: which of its outputs count as which pulse. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { classifyByRules } from "../../../src/playtest/classify/index.ts";
import { beatOf } from "../../../src/playtest/session/story-beats.ts";
import { loadStory } from "../../../src/playtest/story/index.ts";

type Turn = { relay: string; /** Null: it tells none. */ pulse: string | null; text: string };
const sessions = JSON.parse(
  readFileSync(new URL("../../fixtures/own-words.json", import.meta.url), "utf8"),
) as Record<string, Turn[]>;

const judged = Object.entries(sessions).flatMap(([name, turns]) => {
  const guide = loadStory(name.split(",")[0]!);
  const told: string[] = [];
  return turns.map(({ relay, pulse, text }, index) => {
    const earlier = turns.slice(Math.max(0, index - 5), index).map((turn) => turn.text);
    const classification = classifyByRules({
      text,
      names: ["Ezra", "Priya", "Tomas", "Mabel", "Mercy"],
      turn: index + 3,
      phase: "story",
      openTangent: false,
      strayed: [],
      exchanges: [],
      relay,
      earlier,
      guide,
      told,
    });
    const { guidePulse, ownBeat = false } = beatOf({ classification, narration: text, guide, told });
    if (guidePulse !== undefined) told.push(guidePulse);
    return { pulse, guidePulse, ownBeat, type: classification.type };
  });
});

test("freely told pulses are recognised by their people, places and things, and by their order", () => {
  const telling = judged.filter(({ pulse }) => pulse !== null);
  expect(telling.length).toBeGreaterThanOrEqual(35);
  expect(
    telling.filter(({ pulse, guidePulse }) => guidePulse === pulse).length / telling.length,
  ).toBeGreaterThanOrEqual(0.9);
  expect(telling.filter(({ pulse, guidePulse }) => guidePulse !== undefined && guidePulse !== pulse)).toEqual(
    [],
  );
  expect(telling.filter(({ type }) => type !== "pulse")).toEqual([]);
});

test("answers and banter in between are not pulses", () => {
  const between = judged.filter(({ pulse }) => pulse === null);
  expect(between.length).toBeGreaterThanOrEqual(12);
  expect(between.filter(({ guidePulse, ownBeat }) => guidePulse !== undefined || ownBeat)).toEqual([]);
});
