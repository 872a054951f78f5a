/** How far to trust the audit of players: on sessions with a known truth, and on talk of people at a table. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { auditPlayers } from "../../../src/playtest/audit/index.ts";
import { missingHumanText, tablePlay, tellingsIn } from "../../../src/playtest/fault-bench/human-table.ts";
import { shippedNames, type SessionState } from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

const sessions: SessionState[] = [];
beforeAll(async () => {
  for (const story of shippedNames("story"))
    sessions.push((await houseSession({ story, seed: 21, maxTurns: 20 })).state);
}, 120_000);

test("house players break no rules", () => {
  for (const state of sessions) {
    const { broken, notes } = auditPlayers(state);
    expect([
      state.config.story,
      broken,
      notes.filter(({ kind }) => kind !== "quirk-rate" && kind !== "out-of-archetype"),
    ]).toEqual([state.config.story, false, []]);
  }
});

const data = process.env["REHEARSE_DATA"];
const missing = missingHumanText(data);
const full = process.env["REHEARSE_FULL"] === "1";
if (full && missing.length > 0)
  console.info(`The audit was not tried on what people said: ${missing.join("; ")}.`);

test.runIf(full && missing.length === 0)("real players break no rules", { timeout: 60_000 }, async () => {
  const [first, second] = ["C1E001", "C2E031"].map((name) => join(data!, "crd3", `${name}.json`)) as [
    string,
    string,
  ];
  const tables = [
    await tablePlay(first, { name: "first", secrets: tellingsIn(second) }),
    await tablePlay(second, { name: "second", secrets: tellingsIn(first) }),
  ];
  for (const { states } of tables) expect(auditPlayers(states.at(-1)!).why).toEqual([]);
});
