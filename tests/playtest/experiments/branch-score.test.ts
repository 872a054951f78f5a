/** A branch is scored on the turns that it played itself; earlier turns belong to its parent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sessionResult, type SessionResult } from "../../../src/contract/index.ts";
import compareCommand from "../../../src/cli/commands/experiments/compare.ts";
import replayCommand from "../../../src/cli/commands/play/replay.ts";
import { turnPath } from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const FROM = 10;
let parent: SessionResult;
let branch: SessionResult;
const rehearse = (...argv: string[]) => runInMemory([replayCommand, compareCommand], argv);
const replay = async (...flags: string[]) => {
  const { stdout } = await rehearse(
    "replay",
    "--json",
    "--checkpoint",
    turnPath(parent.dir, FROM),
    "--narrator",
    "house",
    "--out",
    emptyFolder(),
    ...flags,
  );
  return (JSON.parse(stdout) as SessionResult[])[0]!;
};

beforeAll(async () => {
  const played = await houseSession({ seed: 4, maxTurns: 14, narrator: "house/looping" });
  parent = { ...played.result, dir: played.dir };
  branch = await replay("--turns", "4");
}, 60_000);

test("its issues, pulses, failures and score cover its own turns", () => {
  const before = parent.issues.filter(({ turn }) => turn <= FROM);
  expect(before.length).toBeGreaterThan(0);
  expect(branch.issues.every(({ turn }) => turn > FROM)).toBe(true);
  expect(branch.metrics!.ownTurns).toEqual({ from: FROM + 1, to: FROM + 4 });
  const toldBefore = parent.metrics!.pulses.turns.filter((turn) => turn <= FROM).length;
  expect(branch.pulses.expected).toBe(parent.pulses.expected! - toldBefore);
  expect(branch.metrics!.pulses.turns.every((turn) => turn > FROM)).toBe(true);
  expect(branch.metrics!.failures.total).toBe(branch.issues.length);
  expect(branch.tangents.every(({ startTurn }) => startTurn > FROM)).toBe(true);
  // A clean branch of a faulty session is sound.
  expect(branch.issues).toEqual([]);
  expect(branch.metrics!.composite.parts.find(({ name }) => name === "soundness")!.value).toBe(1);
  expect(branch.overall).not.toBe(parent.overall);
});

test("completion belongs to whole sessions, even if the branch reaches the end", async () => {
  const { composite } = branch.metrics!;
  expect(composite.parts.map(({ name }) => name)).not.toContain("completion");
  expect(composite.missing).toContainEqual({
    name: "completion",
    weight: 40,
    why: expect.stringContaining("whole sessions"),
    needs: "session",
  });
  const ended = await replay("--seed", "4");
  expect(["completed", "timeout"]).toContain(ended.outcome);
  expect(ended.metrics!.over).toBe(true);
  expect(ended.metrics!.composite.parts.map(({ name }) => name)).not.toContain("completion");
});

test("report, session.json and compare have the same numbers", async () => {
  const stored = sessionResult.parse(JSON.parse(readFileSync(join(branch.dir, "session.json"), "utf8")));
  expect(stored.overall).toBe(branch.overall);
  const report = readFileSync(join(branch.dir, "report.md"), "utf8");
  // A score needs half of the weight that could be measured; what only whole sessions have is not part of it.
  expect(Number(/; (\d+) % of the weight/.exec(report)?.[1] ?? 100)).toBeGreaterThanOrEqual(50);
  expect(report).toContain(`**Score: ${branch.overall} of 100**`);
  expect(report).toContain("issues cover turns 11 to 14, which the branch played itself");
  expect(report).toMatch(/^- Issues: 0$/m);
  const { stdout } = await rehearse("compare", parent.dir, branch.dir, "--json");
  const { sessions, parts } = JSON.parse(stdout) as {
    parts: string;
    sessions: Array<{ whole: Record<string, number>; shared: Record<string, number>; issues: unknown[] }>;
  };
  // A session and a few turns have too few parts in common: their scores are not compared.
  expect(sessions[0]!.whole).toMatchObject({ turns: 14, overall: null });
  expect(sessions[1]!.whole).toMatchObject({ turns: 4, overall: null, issues: 0 });
  expect(parts).toContain("leave out completion");
  expect(sessions[1]!.shared.overall).toBe(branch.overall);
  expect(sessions[1]!.issues).toEqual([]);
});
