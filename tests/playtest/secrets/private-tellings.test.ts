/**
 * Whispers in wordings that were not written for the rules. The bounds are slightly above what was measured, and far
 * below the values without the marks (37 of 52 whispers of the first set exposed).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { story, type Classification, type Story } from "../../../src/contract/index.ts";
import { publicPart, toldTo } from "../../../src/playtest/agents/index.ts";
import { classifyByRules } from "../../../src/playtest/classify/classify-by-rules.ts";
import { byTag } from "../../../src/playtest/classify/evidence.ts";
import { archetypeIds, loadStory, shippedNames } from "../../../src/playtest/index.ts";
import { rehearse } from "../../support/house-cast/rehearsal.ts";
import { exampleInput } from "../../support/playtest/example-input.ts";

const full = process.env["REHEARSE_FULL"] === "1";

/** A narrator's turn with a known audience for each sentence. */
type Whisper = {
  players: string[];
  target: string | null;
  narration: string;
  private: string[];
  public: string[];
};

const whispersIn = (file: string): Whisper[] =>
  readFileSync(join(import.meta.dirname, "../../fixtures/whispers", file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Whisper);

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Which sentences a player receives, in whole or in part. */
function heard(text: string, said: Classification, seat: number) {
  const parts = [publicPart(text, said), toldTo(text, said, seat)].map(letters);
  /** Long enough that two sentences do not share one by chance. */
  const runs = (sentence: string) => letters(sentence).match(/.{12}/gu) ?? [letters(sentence)];
  return {
    whole: (sentence: string) => parts.some((part) => part.includes(letters(sentence))),
    any: (sentence: string) => parts.some((part) => runs(sentence).some((run) => part.includes(run))),
  };
}

function measure({ players, target, narration, private: secret, public: open }: Whisper) {
  const said = classifyByRules(exampleInput({ text: narration, names: players }));
  const seats = players.map((_, seat) => heard(narration, said, seat));
  const hearer = target === null ? undefined : players.indexOf(target);
  return {
    exposed: seats.some(({ any }, seat) => seat !== hearer && secret.some(any)),
    served: hearer !== undefined && secret.every(seats[hearer]!.whole),
    open: open.length,
    withheld: open.filter((sentence) => !seats.every(({ whole }) => whole(sentence))).length,
  };
}

test.each([
  { file: "whispers.jsonl", count: 52, mostExposed: 6, mostWithheld: 0.07 },
  { file: "whispers-2.jsonl", count: 53, mostExposed: 8, mostWithheld: 0.05 },
])("$file: few whispers reach another player, few public sentences are withheld", (set) => {
  const measured = whispersIn(set.file).map(measure);
  const sum = (kind: "open" | "withheld") => measured.reduce((all, each) => all + each[kind], 0);
  expect(measured.filter(({ exposed }) => exposed).length).toBeLessThanOrEqual(set.mostExposed);
  expect(measured.filter(({ served }) => served).length).toBeGreaterThanOrEqual(set.count - 2);
  expect(sum("withheld") / sum("open")).toBeLessThanOrEqual(set.mostWithheld);
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
