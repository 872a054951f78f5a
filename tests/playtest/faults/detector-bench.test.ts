/** Error rates of the mechanical detectors on planted faults. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import bench from "../../../src/cli/commands/reading/bench.ts";
import { detectorBench, operatorName } from "../../../src/contract/index.ts";
import { loadLatest, TRUTH_FILE } from "../../../src/playtest/index.ts";
import { observeAgain, transcriptOf } from "../../../src/playtest/fault-bench/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { houseSession } from "../house-session.ts";

const full = process.env["REHEARSE_FULL"] === "1";

test(
  "reaches the targets on house text, by the command as scripts call it",
  { timeout: 120_000 },
  async () => {
    const copies = full ? "2" : "1";
    const run = () =>
      runInMemory([bench], ["bench", "detectors", "--seeds", "409", "--copies", copies, "--json"]);
    const { exit, stdout } = await run();
    expect(exit).toBe(0);
    const { operators, detectors, misses, falseAlarms, prevalence, notes } = detectorBench.parse(
      JSON.parse(stdout),
    );
    expect(prevalence).toBe(0.01);
    expect(notes.join(" ")).toContain("only a reader can find are not planted");
    expect(operators.map(({ name }) => name)).toEqual(operatorName.options);

    const least: Record<string, number> = {
      "loop-verbatim": 1,
      "loop-edited-10": 1,
      "loop-edited-20": 1,
      "loop-edited-30": 0.9,
      "secret-leak": 0.95,
      "refused-progress": 0.95,
    };
    for (const { name, planted, recall } of operators)
      expect([name, planted > 2, recall! >= (least[name] ?? 0)]).toEqual([name, true, true]);
    expect(misses).toHaveLength(operators.reduce((sum, { planted, hits }) => sum + planted - hits, 0));
    expect(falseAlarms).toHaveLength(detectors.reduce((sum, each) => sum + each.falseAlarms, 0));
    for (const { name, per100Turns } of detectors) expect([name, per100Turns! < 1]).toEqual([name, true]);
    if (full) expect((await run()).stdout).toBe(stdout);
  },
);

test.each([
  ["--copies", "0", /at least 1/],
  ["--copies", "-1", /at least 1/],
  ["--seeds", "abc", /whole numbers, not "abc"/],
  ["--seeds", "301-304", /whole numbers, not "301-304"/],
  ["--seeds", ",", /contains no seed/],
])("%s %s is refused before anything is played", async (flag, value, why) => {
  const { exit, stderr } = await runInMemory([bench], ["bench", "detectors", `${flag}=${value}`]);
  expect(exit).toBe(2);
  expect(stderr).toMatch(why);
});

test.each([
  [
    "detectors",
    ["--observer", "haiku", "--verbose"],
    /^Error: --observer, --verbose work only with: rehearse bench observer\.$/m,
  ],
  ["detectors", ["--concurrency", "2"], /--concurrency works only with: rehearse bench observer\./],
  ["observer", ["--corpus", "x", "--misses"], /--misses works only with: rehearse bench detectors\./],
])("bench %s refuses the other bench's flags: %j", async (which, flags, why) => {
  const { exit, stderr } = await runInMemory([bench], ["bench", which, ...flags]);
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringMatching(why) as unknown });
});

test("a transcript read again without an edit is unchanged", { timeout: 60_000 }, async () => {
  const { state } = await houseSession({ story: "salt-road", seed: 5, maxTurns: 16 });
  const transcript = transcriptOf({ name: "again", config: state.config, records: state.records });
  const seen = ({ issues, classification, guidePulse }: (typeof state.records)[number]) => ({
    issues,
    classification,
    guidePulse,
  });
  expect((await observeAgain(transcript, { from: 1, to: 16 })).map(seen)).toEqual(state.records.map(seen));
});

test(
  "findings do not depend on truth files or on a faulty narrator's name",
  { timeout: 60_000 },
  async () => {
    for (const fault of ["leaky", "looping"]) {
      const { dir, state } = await houseSession({
        narrator: `house/${fault}`,
        story: "innsmouth",
        seed: 11,
        maxTurns: 16,
      });
      const found = state.records.flatMap(({ issues }) => issues);
      expect(found.length).toBeGreaterThan(0);
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
      expect(again.flatMap(({ issues }) => issues)).toEqual(found);
    }
  },
);

/** Sessions of house narrators: what they planted, and what code found in them. */
const stories = ["innsmouth", "gilded-carriage", "long-quiet", "marrow-fair", "salt-road"];
type Line = { truth: { planted: Array<{ turn: number }> } };

async function played(narrator: string, { story, seed }: { story: string; seed: number }) {
  const { dir, state } = await houseSession({ narrator, story, seed, maxTurns: 22 });
  const lines = readFileSync(join(dir, TRUTH_FILE), "utf8").trimEnd().split("\n");
  return {
    issues: state.issues,
    // Without the house reader, which knows what was planted.
    mechanical: state.records.flatMap(({ issues }) => issues),
    planted: lines.flatMap((line) => (JSON.parse(line) as Line).truth.planted.map(({ turn }) => turn)),
  };
}

test("nothing is found where nothing was planted", { timeout: 60_000 }, async () => {
  for (const [index, story] of stories.slice(full ? 0 : 2).entries())
    expect((await played("house", { story, seed: 31 + index })).issues).toEqual([]);
});

test("repetitions are found where they were planted, and nowhere else", { timeout: 60_000 }, async () => {
  for (const [index, story] of stories.slice(full ? -3 : -2).entries()) {
    const { mechanical, planted } = await played("house/looping", { story, seed: 41 + index });
    expect(planted.length).toBeGreaterThan(1);
    const found = mechanical.filter(({ type }) => type === "repetition").map(({ turn }) => turn);
    expect(found).toEqual(planted);
  }
});
