/** What the detectors find of the faults that house narrators plant on purpose, and what they find where none was planted. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRUTH_FILE } from "../../src/playtest/index.ts";
import { houseSession } from "./house-session.ts";

const stories = ["innsmouth", "gilded-carriage", "long-quiet", "marrow-fair", "salt-road"];
type Planted = { kind: string; turn: number; about?: string; text: string };

async function played(narrator: string, { story, seed }: { story: string; seed: number }) {
  const { dir, result } = await houseSession({ narrator, story, seed, maxTurns: 22 });
  const path = join(dir, TRUTH_FILE);
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  return {
    issues: result.issues,
    planted: lines.flatMap((line) => [(JSON.parse(line) as { truth: Planted | Planted[] }).truth].flat()),
  };
}

test("nothing is found where nothing was planted", { timeout: 60_000 }, async () => {
  for (const [index, story] of stories.entries())
    expect((await played("house", { story, seed: 31 + index })).issues).toEqual([]);
});

test.each([
  ["looping", "repetition", 0.98, 3],
  ["blunt", "forced-return", 0.95, 3],
  ["forgetful", "contradiction", 0.7, 5],
])("of what %s plants, %ss are found", { timeout: 60_000 }, async (name, type, least, count) => {
  const sessions = [];
  for (const [index, story] of stories.slice(-count).entries())
    sessions.push(await played(`house/${name}`, { story, seed: 41 + index }));
  const faults = sessions.flatMap(({ planted, issues }) =>
    planted.map(({ turn }) => issues.some((issue) => issue.type === type && issue.turn === turn)),
  );
  expect(faults.length).toBeGreaterThanOrEqual(9);
  expect(faults.filter(Boolean).length / faults.length).toBeGreaterThanOrEqual(least);
  for (const { issues, planted } of sessions)
    for (const issue of issues) expect(planted.some(({ turn }) => turn <= issue.turn)).toBe(true);
});

test("leaks are planted where there were secrets, and stand in the text", { timeout: 60_000 }, async () => {
  const { planted } = await played("house/leaky", { story: "innsmouth", seed: 11 });
  expect(planted.length).toBeGreaterThan(1);
  for (const { text } of planted) expect(text).toMatch(/".{20,}"$/s);
});
