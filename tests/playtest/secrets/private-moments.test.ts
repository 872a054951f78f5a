/** How far to trust the audit of players: on sessions with a known truth, and on talk of people at a table. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { auditPlayers } from "../../../src/playtest/audit/index.ts";
import { classifyByRules } from "../../../src/playtest/classify/index.ts";
import { shippedNames, type SessionState } from "../../../src/playtest/index.ts";
import { foldSession, newSession } from "../../../src/playtest/session/index.ts";
import { exampleInput } from "../../support/playtest/example-input.ts";
import { exampleRecord } from "../../support/playtest/example-record.ts";
import { exampleConfig } from "../../support/playtest/example-session.ts";
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

/** What people said at a table, in CRD3's format: each output of the game master, and the answers to it. */
function exchangesIn(path: string): Array<{ told: string; said: Map<string, string> }> {
  const { TURNS } = JSON.parse(readFileSync(path, "utf8")) as {
    TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
  };
  const exchanges: ReturnType<typeof exchangesIn> = [];
  for (const { NAMES, UTTERANCES } of TURNS) {
    const text = UTTERANCES.join(" ").trim();
    const said = exchanges.at(-1)?.said;
    if (!NAMES.includes("MATT")) said?.set(NAMES[0]!, `${said.get(NAMES[0]!) ?? ""} ${text}`.trim());
    else if (text.split(/\s+/).length >= 25) exchanges.push({ told: text, said: new Map() });
    else said?.clear();
  }
  return exchanges;
}

/** The table has no secrets of its own: every twelve turns one player is told a text from another table. */
function tableTalk(path: string, otherTable: string): SessionState {
  const exchanges = exchangesIn(path);
  const secrets = exchangesIn(otherTable).filter(({ told }) => told.split(/\s+/).length <= 70);
  const players = [...new Set(exchanges.flatMap(({ said }) => [...said.keys()]))].sort();
  const records = exchanges.map(({ told, said }, index) => {
    const turn = index + 1;
    const target = turn % players.length;
    const secret = index % 12 === 5 ? secrets[index % secrets.length]!.told : undefined;
    const text = secret === undefined ? told : `${told}\n\n[To ${players[target]} only] ${secret}`;
    const record = exampleRecord({
      turn,
      text,
      players: players.map((name) => said.get(name) ?? ""),
      relay: [...said.values()].join(" "),
    });
    return {
      ...record,
      classification: classifyByRules(exampleInput({ text, names: players, turn })),
      players: record.players.map((player) => ({
        ...player,
        wants: "",
        ...(secret !== undefined &&
          player.seat === target && { private: { answer: "I see.", share: false } }),
      })),
    };
  });
  const config = exampleConfig({ players: players.map((name) => ({ name })) });
  return foldSession(newSession({ sessionId: "table", config }), records);
}

test.runIf(full && present)("real players break no rules", { timeout: 60_000 }, () => {
  const [first, second] = tables as [string, string];
  for (const state of [tableTalk(first, second), tableTalk(second, first)]) {
    expect(state.privateMoments.length).toBeGreaterThan(5);
    expect(auditPlayers(state).why).toEqual([]);
  }
});
