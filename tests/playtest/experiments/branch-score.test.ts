/** A branch is scored on the turns that it played itself; earlier turns belong to its parent. */
import { expect, test } from "vitest";
import { type SessionResult } from "../../../src/contract/index.ts";
import { turnPath } from "../../../src/playtest/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

async function replay(checkpoint: string, narrator: string): Promise<SessionResult> {
  const flags = ["--narrator", narrator, "--turns", "4", "--out", emptyFolder()];
  const { stdout } = await runCommand(["replay", "--json", "--checkpoint", checkpoint, ...flags]);
  return (JSON.parse(stdout) as SessionResult[])[0]!;
}

test("its issues, pulses, failures and score cover its own turns", async () => {
  const FROM = 10;
  const { dir, result: parent } = await houseSession({ seed: 4, maxTurns: 14, narrator: "house/looping" });
  const branch = await replay(turnPath(dir, FROM), "house");
  const before = parent.issues.filter(({ turn }) => turn <= FROM);
  expect(before.length).toBeGreaterThan(0);
  expect(branch.metrics!.ownTurns).toEqual({ from: FROM + 1, to: FROM + 4 });
  const toldBefore = parent.metrics!.pulses.turns.filter((turn) => turn <= FROM).length;
  expect(branch.pulses.expected).toBe(parent.pulses.expected! - toldBefore);
  expect(branch.metrics!.pulses.turns.every((turn) => turn > FROM)).toBe(true);
  // A clean branch of a faulty session lost nothing.
  expect(branch.issues).toEqual([]);
  expect(branch.metrics!.failures.total).toBe(0);
  expect(branch.metrics!.score.pointsLost).toBe(0);
  expect(branch.overall).toBe(100);
});

test("a branch that returned naturally from its parent's tangent scores over one that forced its way back", async () => {
  const { dir, result } = await houseSession({ seed: 1, maxTurns: 16 });
  const { startTurn } = result.tangents.find(({ endTurn }) => endTurn !== undefined)!;
  const natural = await replay(turnPath(dir, startTurn), "house");
  const forced = await replay(turnPath(dir, startTurn), "house/blunt");
  // The tangent began before both branches and belongs to the turn that ended it.
  const returned = natural.tangents.find((tangent) => tangent.startTurn === startTurn)!;
  expect(returned).toMatchObject({ recoveryMethod: "redirect", segueQuality: 4 });
  expect(forced.issues).toMatchObject([{ id: `t${returned.endTurn}-forced-segue`, pointsLost: 4 }]);
  expect(natural.overall).toBe(100);
  expect(forced.overall).toBe(96);
});
