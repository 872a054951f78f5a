/** False alarms on the turns of real game masters, where the transcripts are at hand: `REHEARSE_DATA` names the folder. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { words } from "../text/index.ts";
import { breakdown } from "./breakdown.ts";
import type { Observation } from "./observation.ts";
import { repetition } from "./repetition.ts";

const path = join(process.env["REHEARSE_DATA"] ?? "", "crd3", "C1E001.json");
const present = process.env["REHEARSE_DATA"] !== undefined && existsSync(path);
if (!present)
  console.info("No false-alarm rates on human turns: REHEARSE_DATA names no folder with crd3/C1E001.json.");

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;

test.runIf(present)("no repetition and no breakdown is found in what game masters say", () => {
  const { TURNS } = JSON.parse(readFileSync(path, "utf8")) as {
    TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
  };
  const earlier = TURNS.filter(({ NAMES }) => NAMES.includes("MATT"))
    .map(({ UTTERANCES }) => UTTERANCES.join(" "))
    .filter((text) => words(text).length >= 25)
    .map((text, index) => ({ turn: index + 1, text, type: "pulse" as const }));
  expect(earlier).toHaveLength(187);
  const found = earlier.flatMap(({ turn, text }) => {
    const observation = { ...base, names: [], turn, text, earlier: earlier.slice(0, turn - 1) };
    return [...repetition(observation), ...breakdown(observation)];
  });
  expect(found).toEqual([]);
});
