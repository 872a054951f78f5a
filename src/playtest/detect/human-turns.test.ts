/**
 * False alarms on the turns of real game masters, where the transcripts are at hand: `REHEARSE_DATA` names the folder.
 * They improvise aloud and speak for everybody, which no detector was written for: what is found here is nearly all false.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Fact } from "../../contract/index.ts";
import { contradiction } from "./contradiction/index.ts";
import { forcedSegue } from "./forced-segue.ts";
import { loop } from "./loop.ts";
import type { Finding, Observation } from "./observation.ts";
import { words } from "./words.ts";

const folder = join(process.env["REHEARSE_DATA"] ?? "", "crd3");
/** The one that rules are fitted on: what has to pass here must not be what is reported. */
const EPISODE = "C1E001.json";
const present = process.env["REHEARSE_DATA"] !== undefined && existsSync(join(folder, EPISODE));
if (!present)
  console.info("No false-alarm rates on human turns: REHEARSE_DATA names no folder with crd3/C1E001.json.");

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;

test.runIf(present)("no loop is found in what game masters say, and few other things", () => {
  const tally = {
    turns: 0,
    repetition: 0,
    "contradiction (issues)": 0,
    "contradiction (candidates)": 0,
    "forced-return": 0,
  };
  const { TURNS } = JSON.parse(readFileSync(join(folder, EPISODE), "utf8")) as {
    TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
  };
  const texts = TURNS.filter(({ NAMES }) => NAMES.includes("MATT"))
    .map(({ UTTERANCES }) => UTTERANCES.join(" "))
    .filter((text) => words(text).length >= 25);
  const guide = guideFor(texts);
  let facts: Fact[] = [];
  let earlier: Observation["earlier"] = [];
  for (const [index, text] of texts.entries()) {
    const observation: Observation = {
      ...base,
      guide,
      names: [],
      turn: index + 1,
      text,
      facts,
      earlier,
      openTangent: true,
    };
    const told = contradiction(observation);
    const count = (key: keyof typeof tally, findings: readonly Finding[]) =>
      void (tally[key] += findings.length);
    count("repetition", loop(observation).findings);
    count(
      "contradiction (issues)",
      told.findings.filter(({ candidate }) => !candidate),
    );
    count(
      "contradiction (candidates)",
      told.findings.filter(({ candidate }) => candidate),
    );
    count("forced-return", forcedSegue(observation).findings);
    facts = [...facts, ...(told.facts ?? [])];
    earlier = [...earlier, { turn: index + 1, text, type: "pulse" }];
  }
  tally.turns += texts.length;
  expect(facts.length).toBeGreaterThan(0);
  const { turns, ...found } = tally;
  const rates = Object.entries(found).map(([kind, count]) => `${kind} ${((100 * count) / turns).toFixed(2)}`);
  console.info(
    `Found per 100 of ${turns} human turns, each taken as the end of a tangent: ${rates.join(", ")}.`,
  );
  expect(turns).toBe(187);
  expect(tally.repetition).toBe(0);
  expect((100 * tally["contradiction (issues)"]) / turns).toBeLessThan(1);
  expect((100 * tally["forced-return"]) / turns).toBeLessThan(2);
});

/** There is no guide to what was improvised: whoever and whatever is named in it stands in one. */
function guideFor(texts: readonly string[]): Observation["guide"] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [, name] of text.matchAll(/[a-z,] ([A-Z][a-z]{2,})\b/g))
      counts.set(name!, (counts.get(name!) ?? 0) + 1);
  const [npc, location, device] = [base.guide.npcs[0]!, base.guide.locations[0]!, base.guide.devices[0]!];
  return {
    ...base.guide,
    npcs: [...counts].filter(([, count]) => count > 1).map(([name]) => ({ ...npc, name })),
    locations: ["tavern", "mine", "city", "gate", "cavern", "tunnel", "shop", "inn"].map((name) => ({
      ...location,
      name,
    })),
    devices: [
      "sword",
      "axe",
      "bow",
      "staff",
      "key",
      "book",
      "letter",
      "lantern",
      "amulet",
      "ring",
      "dagger",
      "hammer",
      "bag",
      "torch",
      "barrel",
      "map",
      "cloak",
      "wand",
    ].map((name) => ({ ...device, name })),
  };
}
