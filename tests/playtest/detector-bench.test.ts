/** How often the detectors are wrong, on faults that were planted on purpose: a reduced set, and everything in the full run. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import bench from "../../src/cli/commands/bench.ts";
import {
  detectorBench,
  operatorName,
  type DetectorRates,
  type OperatorName,
} from "../../src/contract/index.ts";
import { dataFolder } from "../../src/config.ts";
import { measuredRates } from "../../src/playtest/detect/index.ts";
import {
  benchDetectors,
  benchMarkdown,
  loadLatest,
  QUICK_SEEDS,
  REPORT_SEEDS,
  TRUTH_FILE,
} from "../../src/playtest/index.ts";
import { observeAgain, transcriptOf } from "../../src/playtest/plant/index.ts";
import { runInMemory } from "../support/run-in-memory.ts";
import { emptyFolder, houseHarness, houseSession } from "./house-session.ts";

const full = process.env["REHEARSE_FULL"] !== undefined;
const LEDGER: OperatorName[] = [
  "revived-dead",
  "teleport",
  "swapped-name",
  "flipped-lock",
  "moved-item",
  "flipped-time",
  "changed-count",
  "flipped-state",
];
const PLANTED = operatorName.options.filter((name) => name !== "labelled-confusion");

const operator = ({ operators }: DetectorRates, wanted: OperatorName) =>
  operators.find(({ name }) => name === wanted)!;
const detector = ({ detectors }: DetectorRates, wanted: string) =>
  detectors.find(({ name }) => name === wanted)!;

/** Held on seeds and wordings that are not reported: what has to pass here is fitted to it sooner or later. */
function expectAims(house: DetectorRates) {
  const least: Partial<Record<OperatorName, number>> = {
    "loop-verbatim": 0.98,
    "loop-edited-20": 0.98,
    "blunt-segue": 0.95,
    "secret-leak": 0.95,
    "ignored-action": 0.8,
    "refused-progress": 0.95,
    ...Object.fromEntries(LEDGER.map((name) => [name, 0.9])),
  };
  for (const [name, wanted] of Object.entries(least)) {
    const { planted, hits } = operator(house, name as OperatorName);
    // In few stories anybody dies early enough to come back.
    if (planted === 0) expect(["revived-dead", "flipped-state"]).toContain(name);
    // Of six that is five: fewer than ten faults cannot show a tenth.
    expect([name, hits >= Math.floor(wanted * planted) ? "reached" : `${hits} of ${planted}`]).toEqual([
      name,
      "reached",
    ]);
  }
  expect(detector(house, "contradiction").precision).toBeGreaterThanOrEqual(0.95);
  for (const { name, per100Turns } of house.detectors) expect([name, per100Turns! < 1]).toEqual([name, true]);
}

test("the aims on house text, by the command as scripts call it", { timeout: 120_000 }, async () => {
  const { exit, stdout } = await runInMemory(
    [bench],
    ["bench", "detectors", "--seeds", QUICK_SEEDS.join(","), "--copies", "2", "--json"],
  );
  expect(exit).toBe(0);
  const { kinds, bank, misses, falseAlarms, prevalence, notes } = detectorBench.parse(JSON.parse(stdout));
  const { house, human } = kinds;
  expect({ bank, prevalence }).toEqual({ bank: "fit", prevalence: 0.01 });
  expect(notes.join()).not.toContain("seeds");
  expect(house.operators.map(({ name }) => name)).toEqual(PLANTED);
  expectAims(house);
  // Every wording once.
  expect(house.independent.reduce((sum, { planted }) => sum + planted, 0)).toBe(12 + 16 + 6);
  const missed = (kind: "house" | "human", rates: DetectorRates) =>
    [rates.operators.filter(({ name }) => name !== "labelled-confusion"), rates.independent].map(
      (scores, independent) => [
        scores.reduce((sum, { planted, hits }) => sum + planted - hits, 0),
        misses.filter((miss) => miss.kind === kind && Number(miss.independent) === independent).length,
      ],
    );
  for (const [kind, rates] of [
    ["house", house],
    ["human", human],
  ] as const) {
    if (!rates) continue;
    for (const [counted, listed] of missed(kind, rates)) expect(listed).toBe(counted);
    expect(falseAlarms.filter((alarm) => alarm.kind === kind)).toHaveLength(
      rates.detectors.reduce((sum, each) => sum + each.falseAlarms, 0),
    );
  }
  if (!human) return;
  // Two copies of the one evening, and not forty.
  expect(operator(human, "loop-verbatim").planted).toBeLessThanOrEqual(2);
  expect(misses.find(({ kind }) => kind === "human")!.session).toBe("C1E001");
  expect(detector(human, "repetition").falseAlarms).toBe(0);
  for (const name of ["stuck", "ignored-request", "forced-return", "contradiction"])
    expect([name, detector(human, name).per100Turns! < 1]).toEqual([name, true]);
});

test("what is reported was not fitted on, and the guide's tables are what was measured", () => {
  const { seeds, bank } = measuredRates();
  expect({ seeds, bank }).toEqual({ seeds: [...REPORT_SEEDS], bank: "report" });
  expect(readFileSync(join(import.meta.dirname, "../../docs/guide/detectors.md"), "utf8")).toContain(
    benchMarkdown(measuredRates()),
  );
});

test.runIf(full)("everything, twice: the same numbers, and those that the source has", async () => {
  const data = dataFolder();
  const measure = () => benchDetectors(houseHarness(), { seeds: REPORT_SEEDS, out: emptyFolder(), data });
  const [first, second] = [await measure(), await measure()];
  expect(second).toEqual(first);
  expect(first.kinds.house).toEqual(measuredRates().kinds.house);
  if (first.kinds.human) expect(first.kinds.human).toEqual(measuredRates().kinds.human);
  else console.info(`The rates on human text were not measured again. ${first.notes.join(" ")}`);
});

test.each([
  ["--copies", "0", /at least 1/],
  ["--copies", "-1", /at least 1/],
  ["--seeds", "abc", /whole numbers, not "abc"/],
  ["--seeds", "301-304", /whole numbers, not "301-304"/],
  ["--seeds", ",", /names no seed/],
])("%s %s is refused before anything is played", async (flag, value, why) => {
  const { exit, stderr } = await runInMemory([bench], ["bench", "detectors", `${flag}=${value}`]);
  expect(exit).toBe(2);
  expect(stderr).toMatch(why);
});

test("a transcript that is read again without an edit is as it was", { timeout: 60_000 }, async () => {
  const { state } = await houseSession({ story: "salt-road", seed: 5, maxTurns: 16 });
  const transcript = transcriptOf({ name: "again", config: state.config, records: state.records });
  const seen = ({
    issues,
    hints = [],
    facts,
    classification,
    guidePulse,
  }: (typeof state.records)[number]) => ({ issues, hints, facts, classification, guidePulse });
  expect((await observeAgain(transcript, { from: 1, to: 16 })).map(seen)).toEqual(state.records.map(seen));
});

test(
  "findings do not depend on truth files or on what a faulty narrator is called",
  { timeout: 60_000 },
  async () => {
    for (const fault of ["leaky", "blunt"]) {
      const { dir, state } = await houseSession({
        narrator: `house/${fault}`,
        story: "innsmouth",
        seed: 11,
        maxTurns: 16,
      });
      expect(state.issues.length).toBeGreaterThan(0);
      rmSync(join(dir, TRUTH_FILE));
      const { state: loaded } = loadLatest(dir);
      const records = loaded.records.map((record) => ({
        ...record,
        narrator: { ...record.narrator, model: "house/plain" },
      }));
      const renamed = transcriptOf({
        name: "renamed",
        config: { ...loaded.config, narratorModel: "house" },
        records,
      });
      const again = await observeAgain(renamed, { from: 1, to: records.length });
      expect(again.flatMap(({ issues }) => issues)).toEqual(state.issues);
    }
  },
);
