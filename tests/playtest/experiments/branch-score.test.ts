/** A branch is scored on the turns that it played itself; earlier turns belong to its parent. */
import { beforeAll, expect, test } from "vitest";
import { type SessionResult } from "../../../src/contract/index.ts";
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
