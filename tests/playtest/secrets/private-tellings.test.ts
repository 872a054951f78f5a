/**
 * Whispers in wordings that were not written for the rules, with a classifier that is slow, down, wrong or answers
 * nonsense. The bounds are slightly above what was measured, and far below the values without the marks (37 of 52
 * whispers of the first set exposed).
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { story, type Story } from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { openJournal, type Journal } from "../../../src/kernel/journal/index.ts";
import { classifyByRules } from "../../../src/playtest/classify/classify-by-rules.ts";
import { byTag } from "../../../src/playtest/classify/evidence.ts";
import { houseGuide } from "../../../src/playtest/house/house-guide.ts";
import { archetypeIds, loadStory, shippedNames } from "../../../src/playtest/index.ts";
import { rehearse } from "../../support/house-cast/rehearsal.ts";
import { exampleInput } from "../../support/playtest/example-input.ts";
import { measureTellings, states, whispersIn } from "../../support/playtest/private-tellings.ts";

let journal: Journal;
beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), "tellings-"));
  journal = openJournal(join(dir, "calls.jsonl"), { clock: systemClock });
});
afterAll(() => journal.close());

const full = process.env["REHEARSE_FULL"] === "1";

const sets = [
  { file: "whispers.jsonl", count: 52, mostExposed: 6, mostMisled: 0, mostWithheld: 0.07 },
  { file: "whispers-2.jsonl", count: 53, mostExposed: 8, mostMisled: 1, mostWithheld: 0.05 },
];
/** The state in which most depends on the rules, and the one in which the model misleads; of the second set, the first. */
const cases = sets.flatMap((set, at) =>
  Object.keys(states)
    .filter((state) => full || state === "nonsense" || (at === 0 && state.startsWith("wrong")))
    .map((state) => ({ ...set, state })),
);

test.each(cases)("$file, classifier $state", { timeout: 60_000 }, async (set) => {
  const { state, count } = set;
  const whispers = whispersIn(join(import.meta.dirname, "../../fixtures/whispers", set.file));
  const {
    whispers: told,
    exposed,
    served,
    open,
    withheld,
  } = await measureTellings(whispers, { state, journal });
  expect(told).toBe(count);
  // If the text names one player and the model another, neither hears it. A telling that names only the model's player is exposed.
  const disputed = state === "wrong: names another player";
  expect(exposed).toBeLessThanOrEqual(disputed ? set.mostMisled : set.mostExposed);
  expect(served).toBeGreaterThanOrEqual(disputed ? 0 : count - 2);
  expect(withheld.length / open).toBeLessThanOrEqual(set.mostWithheld);
});

/** A guide without tellings and choices, as written in Markdown: the house narrator adds its own. */
const ownStory = story.parse({
  version: 1,
  id: "walk",
  title: "A Walk",
  names: ["Mei", "Tom", "Ada", "Iris"],
  backgrounds: loadStory("innsmouth").backgrounds,
  pulses: ["gate", "hill", "mill", "bridge", "inn", "tower", "well", "barn", "ford", "quay"].map((place) => ({
    id: place,
    title: `The ${place}`,
    summary: `The party comes to the ${place} and finds it empty.`,
  })),
});
/** A hand over a mouth may hide a whisper, so this public sentence stays with one player. */
const AMBIGUOUS = "with her hand over her mouth";

/** The parts of an output that the rules give to some players without a tag. */
const withheldIn = (text: string, { names }: Pick<Story, "names">, turn = 3): string[] =>
  classifyByRules(exampleInput({ text, names, turn, phase: turn <= 2 ? "creation" : "story" }))
    .segments.filter((segment) => segment.audience !== "all" && !byTag(segment))
    .map(({ start, end }) => text.slice(start, end))
    .filter((part) => !part.includes(AMBIGUOUS));

test.each([ownStory, ...shippedNames("story").map((name) => loadStory(name))])(
  "of the house narrator's words in $id, only tagged secrets are private",
  { timeout: 60_000 },
  async (guide) => {
    for (const seed of full ? [3, 4, 5, 6] : [3]) {
      const archetypes = [...archetypeIds, ...archetypeIds].slice(seed, seed + 2 + (seed % 3));
      const names = guide.names.slice(0, archetypes.length);
      for (const { turn, text } of await rehearse({ guide, archetypes, seed }))
        expect(withheldIn(text, { names }, turn)).toEqual([]);
    }
  },
);

test("every outcome that the house narrator adds to a guide is public, also after a player's name", () => {
  const outcomes = houseGuide(ownStory).pulses.flatMap(({ choice }) =>
    choice.options.map(({ outcome }) => outcome),
  );
  expect(new Set(outcomes).size).toBe(16);
  for (const outcome of outcomes)
    expect(withheldIn(`Then Mei breaks the silence, and you press on. ${outcome}`, ownStory)).toEqual([]);
});
