/** On two made-up evenings: which of them is played, which lends its scenes and secrets, and which dialogues are counted. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Bank } from "../operator.ts";
import { humanBench, missingHumanText } from "./index.ts";

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
const reaction = (labels: string, says: string) => [
  { speaker: "S", text: "I like trains.", labels },
  { speaker: "U", text: says },
];
/** The first and the third are for fitting. */
const dialogues = [
  reaction("XXXO", "That makes no sense."),
  reaction("XXXO", "Fine by me."),
  reaction("OOOO", "Lovely."),
  reaction("OOOO", "That makes no sense."),
];

function data(): string {
  const folder = mkdtempSync(join(tmpdir(), "human-"));
  for (const name of ["crd3", "dbdc3"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "crd3/C1E001.json"), JSON.stringify(episode("b")));
  writeFileSync(join(folder, "crd3/C2E031.json"), JSON.stringify(episode("k")));
  writeFileSync(
    join(folder, "dbdc3/en.dev.jsonl"),
    dialogues.map((turns) => JSON.stringify({ turns })).join("\n"),
  );
  return folder;
}

const known = new Map<Bank, ReturnType<typeof measure>>();
const bench = (bank: Bank) => known.get(bank) ?? known.set(bank, measure(bank)).get(bank)!;

async function measure(bank: Bank) {
  const { rates, misses, falseAlarms } = await humanBench(data(), { bank, copies: 2 });
  const score = (wanted: string) => rates.operators.find(({ name }) => name === wanted)!;
  return {
    rates,
    falseAlarms,
    score,
    sessions: [...new Set(misses.map(({ session }) => session))],
    spliced: misses
      .filter(({ operator }) => operator === "spliced-scene")
      .map(({ about }) => about.split(" ").at(-1)),
  };
}

test("what is fitted on and what is reported are different evenings, and each lends to the other", async () => {
  const [fit, report] = [await bench("fit"), await bench("report")];
  expect([fit.sessions, fit.spliced]).toEqual([["C1E001"], ["C2E031", "C2E031"]]);
  expect([report.sessions, report.spliced]).toEqual([["C2E031"], ["C1E001", "C1E001"]]);
  // Scenes of the other table are nothing that this one could have told before.
  expect(report.falseAlarms.filter(({ finding }) => finding === "leak" || finding === "repetition")).toEqual(
    [],
  );
  expect(report.score("loop-verbatim")).toMatchObject({ planted: 2, hits: 2 });
});

test("every other dialogue is counted, and of what people labelled both errors", async () => {
  const [fit, report] = [await bench("fit"), await bench("report")];
  const detector = (rates: typeof fit.rates) => rates.detectors.find(({ name }) => name === "confusion");
  expect(fit.score("labelled-confusion")).toMatchObject({ planted: 1, hits: 1, recall: 1 });
  expect(detector(fit.rates)).toMatchObject({ cleanTurns: 1, falseAlarms: 0 });
  expect(report.score("labelled-confusion")).toMatchObject({ planted: 1, hits: 0, recall: 0 });
  expect(detector(report.rates)).toMatchObject({ cleanTurns: 1, falseAlarms: 1 });
  expect(report.falseAlarms.filter(({ finding }) => finding === "confusion")).toMatchObject([
    { kind: "human", session: "dialogue 4", turn: 1 },
  ]);
});

test("what is not there is named", () => {
  expect(missingHumanText(undefined)).toEqual(["REHEARSE_DATA is not set"]);
  expect(missingHumanText(tmpdir())).toHaveLength(3);
  expect(missingHumanText(data())).toEqual([]);
});
