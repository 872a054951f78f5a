/** How far to trust the audit of players: on sessions with a known truth, and on talk of people at a table. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { auditPlayers } from "../../../src/playtest/audit/index.ts";
import { shippedNames, type SessionState } from "../../../src/playtest/index.ts";
import { humanTable } from "../../support/playtest/human-table.ts";
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

const folder = join(process.env["REHEARSE_DATA"] ?? "", "crd3");
const tables = ["C1E001", "C2E031"].map((name) => join(folder, `${name}.json`));
const present = process.env["REHEARSE_DATA"] !== undefined && tables.every((path) => existsSync(path));
const full = process.env["REHEARSE_FULL"] === "1";
if (full && !present)
  console.info(`The audit was not tried on what people said: ${tables.join(" or ")} is missing.`);

test.runIf(full && present)("real players break no rules", { timeout: 60_000 }, async () => {
  const [first, second] = tables as [string, string];
  for (const { states } of [await humanTable(first, second), await humanTable(second, first)]) {
    const state = states.at(-1)!;
    expect(state.privateMoments.length).toBeGreaterThan(5);
    expect(auditPlayers(state).why).toEqual([]);
  }
});
