/**
 * How much of what real game masters say would be kept from somebody, where the transcripts are at hand: `REHEARSE_DATA`
 * names the folder. They tell everything to the whole table, so whatever is kept is a false alarm.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleInput } from "../../../tests/support/example-input.ts";
import { classifyByRules } from "./classify-by-rules.ts";

const folder = join(process.env["REHEARSE_DATA"] ?? "", "crd3");
const characters: Record<string, string[]> = {
  "C1E001.json": ["Vex'ahlia", "Grog", "Scanlan", "Vax'ildan", "Keyleth", "Percy", "Pike", "Tiberius"],
  "C2E031.json": ["Jester", "Fjord", "Nott", "Caleb", "Beau", "Yasha", "Caduceus"],
};
const actors = ["Laura", "Travis", "Sam", "Liam", "Marisha", "Taliesin", "Ashley", "Orion"];
const present =
  process.env["REHEARSE_DATA"] !== undefined &&
  Object.keys(characters).every((name) => existsSync(join(folder, name)));

test.runIf(present)("almost nothing that game masters say to the table is kept from anybody", () => {
  let turns = 0;
  let kept = 0;
  for (const [file, names] of Object.entries(characters)) {
    const { TURNS } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
    };
    for (const { NAMES, UTTERANCES } of TURNS) {
      if (!NAMES.includes("MATT")) continue;
      turns += 1;
      const { segments } = classifyByRules(
        exampleInput({ text: UTTERANCES.join(" "), names: [...names, ...actors] }),
      );
      if (segments.some(({ audience }) => audience !== "all")) kept += 1;
    }
  }
  console.info(`${kept} of ${turns} human turns have a part that is kept from somebody.`);
  expect(turns).toBeGreaterThan(1_000);
  expect(kept / turns).toBeLessThan(0.005);
});
