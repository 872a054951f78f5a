/** On two made-up evenings: one is played, the other lends its secrets. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { humanBench, missingHumanText } from "./human-table.ts";

const words = (evening: string, turn: number) =>
  Array.from(
    { length: 65 },
    (_, word) =>
      `${evening}${String.fromCharCode(97 + (turn % 26), 97 + (word % 26))}${word < 26 ? "o" : word < 52 ? "i" : "u"}`,
  ).join(" ");
const episode = (evening: string) => ({
  TURNS: Array.from({ length: 14 }, (_, turn) => [
    { NAMES: ["MATT"], UTTERANCES: [`${words(evening, turn)}.`] },
    { NAMES: [turn % 2 === 0 ? "LAURA" : "SAM"], UTTERANCES: ["I look around for a while."] },
  ]).flat(),
});
function data(): string {
  const folder = mkdtempSync(join(tmpdir(), "human-"));
  mkdirSync(join(folder, "crd3"));
  writeFileSync(join(folder, "crd3/C1E001.json"), JSON.stringify(episode("b")));
  writeFileSync(join(folder, "crd3/C2E031.json"), JSON.stringify(episode("k")));
  return folder;
}

test("faults are planted in one evening, and nothing is found elsewhere", async () => {
  const { rates, falseAlarms } = await humanBench(data(), 2);
  const score = (wanted: string) => rates.operators.find(({ name }) => name === wanted)!;
  expect(score("loop-verbatim")).toMatchObject({ planted: 2, hits: 2 });
  expect(score("secret-leak")).toMatchObject({ planted: 2, hits: 2 });
  expect(falseAlarms).toEqual([]);
});

test("names missing files", () => {
  expect(missingHumanText(undefined)).toEqual(["REHEARSE_DATA is not set"]);
  expect(missingHumanText(tmpdir())).toHaveLength(2);
  expect(missingHumanText(data())).toEqual([]);
});
