/** Sessions of house narrators: what they planted, and what code found in them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRUTH_FILE } from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

const full = process.env["REHEARSE_FULL"] === "1";
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
    const found = mechanical.filter(({ type }) => type === "loop").map(({ turn }) => turn);
    expect(found).toEqual(planted);
  }
});
