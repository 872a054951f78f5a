import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleConfig } from "../../../tests/support/playtest/example-session.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import {
  foldSession,
  loadLatest,
  newSession,
  saveStart,
  saveTurn,
  turnPath,
  type Chain,
  type SessionState,
} from "../../playtest/index.ts";
import { createSessionStates } from "./read-session.ts";

async function playing(dir: string, name = "example") {
  let state: SessionState = newSession({ sessionId: name, config: exampleConfig() });
  let chain: Chain = await saveStart(dir, state);
  const play = async (text: string) => {
    const record = exampleRecord({ turn: state.turn + 1, text });
    state = foldSession(state, [record]);
    chain = await saveTurn(dir, { state, record, chain });
  };
  return { play };
}

test("new turns are folded onto the known state: earlier turns are the same objects", async () => {
  const dir = mkdtempSync(join(tmpdir(), "states-"));
  const { play } = await playing(dir);
  const states = createSessionStates();
  await play("One.");
  const before = states.latest(dir).state;
  for (let turn = 2; turn <= 22; turn++) await play(`Turn ${turn}.`);
  const after = states.latest(dir);
  expect(after.state.records).toHaveLength(22);
  expect(after.state.records[0]).toBe(before.records[0]);
  expect(after).toEqual(loadLatest(dir));
  expect(states.latest(dir).state).toBe(after.state);
});

test("turns that were discarded and replayed are not mistaken for the old ones", async () => {
  const dir = mkdtempSync(join(tmpdir(), "states-"));
  const { play } = await playing(dir);
  await play("One.");
  await play("Two.");
  const states = createSessionStates();
  states.latest(dir);
  rmSync(turnPath(dir, 2));
  expect(states.latest(dir).state.turn).toBe(1);
  const again = await playing(dir);
  await again.play("Another one.");
  await again.play("Another two.");
  expect(states.latest(dir).state.records.map(({ narrator }) => narrator.text)).toEqual([
    "Another one.",
    "Another two.",
  ]);
});

test("a turn that is not whole ends the session, and is read once it is whole", async () => {
  const dir = mkdtempSync(join(tmpdir(), "states-"));
  const { play } = await playing(dir);
  await play("One.");
  const states = createSessionStates();
  states.latest(dir);
  writeFileSync(turnPath(dir, 2), "{");
  const { state, unreadable } = states.latest(dir);
  expect([state.turn, unreadable?.message]).toEqual([
    1,
    expect.stringContaining("turn-2.json cannot be used"),
  ]);
  await play("Two.");
  expect(states.latest(dir).state.turn).toBe(2);
  expect(states.latest(dir).unreadable).toBeUndefined();
});
