/** How often the detectors are wrong, on faults that were planted on purpose: a reduced set, and everything in the full run. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import bench from "../../src/cli/commands/bench.ts";
import { detectorBench, operatorName, type DetectorRates, type OperatorName } from "../../src/contract/index.ts";
import { measuredRates } from "../../src/playtest/detect/index.ts";
import { benchDetectors, benchMarkdown, loadLatest, QUICK_SEEDS, REPORT_SEEDS, FIT_SEEDS, TRUTH_FILE } from "../../src/playtest/index.ts";
import { observeAgain, transcriptOf } from "../../src/playtest/plant/index.ts";
import { runInMemory } from "../support/run-in-memory.ts";
import { emptyFolder, houseHarness, houseSession } from "./house-session.ts";

const full = process.env["REHEARSE_FULL"] !== undefined;
const LEDGER: OperatorName[] = ["revived-dead", "teleport", "swapped-name", "flipped-lock", "moved-item"];

function recall({ operators }: DetectorRates, ...names: OperatorName[]): number {
  const own = operators.filter(({ name }) => names.includes(name));
  return own.reduce((sum, { hits }) => sum + hits, 0) / own.reduce((sum, { planted }) => sum + planted, 0);
}
const detector = ({ detectors }: DetectorRates, wanted: string) => detectors.find(({ name }) => name === wanted)!;

function expectAims(house: DetectorRates) {
  expect(recall(house, "loop-verbatim")).toBeGreaterThanOrEqual(0.98);
  expect(recall(house, "loop-edited-20")).toBeGreaterThanOrEqual(0.98);
  expect(recall(house, ...LEDGER)).toBeGreaterThanOrEqual(0.9);
  expect(detector(house, "contradiction").precision).toBeGreaterThanOrEqual(0.95);
  expect(recall(house, "blunt-segue")).toBeGreaterThanOrEqual(0.95);
  expect(recall(house, "secret-leak")).toBeGreaterThanOrEqual(0.95);
  expect(recall(house, "ignored-action")).toBeGreaterThanOrEqual(0.8);
  expect(recall(house, "refused-progress")).toBeGreaterThanOrEqual(0.95);
  for (const { name, falseAlarms } of house.detectors) expect([name, falseAlarms]).toEqual([name, 0]);
}

test("the aims on house text, by the command as scripts call it", { timeout: 120_000 }, async () => {
  const { exit, stdout } = await runInMemory([bench], ["bench", "detectors", "--seeds", QUICK_SEEDS.join(","), "--copies", "2", "--json"]);
  expect(exit).toBe(0);
  const { kinds } = detectorBench.parse(JSON.parse(stdout));
  expect(kinds.house.operators.map(({ name }) => name)).toEqual(operatorName.options);
  // In few stories anybody dies early enough to come back.
  for (const { name, planted } of kinds.house.operators.filter((each) => each.name !== "revived-dead")) expect([name, planted > 0]).toEqual([name, true]);
  expectAims(kinds.house);
});

test("what is reported was not fitted on, and the guide's tables are what was measured", () => {
  expect(REPORT_SEEDS.filter((seed) => FIT_SEEDS.some((fit) => Number(fit) === seed))).toEqual([]);
  expect(measuredRates().seeds).toEqual([...REPORT_SEEDS]);
  expectAims(measuredRates().kinds.house);
  expect(detector(measuredRates().kinds.human!, "loop").falseAlarms).toBe(0);
  for (const name of ["stuck", "ignored-players"]) expect(detector(measuredRates().kinds.human!, name).per100Turns).toBeLessThan(1);
  expect(readFileSync(join(import.meta.dirname, "../../docs/guide/detectors.md"), "utf8")).toContain(benchMarkdown(measuredRates()));
});

test.runIf(full)("everything, twice: the same numbers, and those that the source has", async () => {
  const measure = () => benchDetectors(houseHarness(), { seeds: REPORT_SEEDS, out: emptyFolder() });
  const [first, second] = [await measure(), await measure()];
  expect(second).toEqual(first);
  expect(first.kinds.house).toEqual(measuredRates().kinds.house);
});

test("a transcript that is read again without an edit is as it was", { timeout: 60_000 }, async () => {
  const { state } = await houseSession({ story: "salt-road", seed: 5, maxTurns: 16 });
  const transcript = transcriptOf({ name: "again", config: state.config, records: state.records });
  const seen = ({ issues, hints = [], facts, classification, guidePulse }: (typeof state.records)[number]) => ({ issues, hints, facts, classification, guidePulse });
  expect((await observeAgain(transcript, { from: 1, to: 16 })).map(seen)).toEqual(state.records.map(seen));
});

test("findings do not depend on truth files or on what a faulty narrator is called", { timeout: 60_000 }, async () => {
  for (const fault of ["leaky", "blunt"]) {
    const { dir, state } = await houseSession({ narrator: `house/${fault}`, story: "innsmouth", seed: 11, maxTurns: 16 });
    expect(state.issues.length).toBeGreaterThan(0);
    rmSync(join(dir, TRUTH_FILE));
    const { state: loaded } = loadLatest(dir);
    const records = loaded.records.map((record) => ({ ...record, narrator: { ...record.narrator, model: "house/plain" } }));
    const renamed = transcriptOf({ name: "renamed", config: { ...loaded.config, narratorModel: "house" }, records });
    const again = await observeAgain(renamed, { from: 1, to: records.length });
    expect(again.flatMap(({ issues }) => issues)).toEqual(state.issues);
  }
});
