import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { houseHarness } from "../../../../tests/support/house-cast/house-harness.ts";
import { planSession, playSession } from "../../../playtest/index.ts";
import { createSessionStates } from "../read-session.ts";
import { createSessionIndex } from "../session-index.ts";
import { createSessionReader } from "../session-reader.ts";
import { sessionView } from "./session-view.ts";

/** A story told to its end. */
async function concluded() {
  const harness = houseHarness();
  const workspace = mkdtempSync(join(tmpdir(), "seen-"));
  await playSession(harness, {
    config: planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house",
      seed: 1,
      players: 3,
      maxTurns: 60,
    }),
    out: join(workspace, "sessions"),
    sessionId: "told",
  });
  const tools = { states: createSessionStates(), catalog: harness.catalog };
  const [session] = await createSessionIndex({ workspace, clock: harness.clock, tools }).all();
  const open = createSessionReader({ ...tools, workspace }).open(session!);
  await harness.close();
  return { session: session!, open };
}

let told: Awaited<ReturnType<typeof concluded>>;
beforeAll(async () => {
  told = await concluded();
}, 60_000);

test("a turn counts every pulse that it told, and players are named with the model that answered", () => {
  const { session, open } = told;
  const [first, ...others] = open.result.models.players;
  const records = open.state.records.map((record) =>
    record.pulse === 2 ? { ...record, alsoPulses: ["x", "y"] } : record,
  );
  const view = sessionView(
    session,
    {
      ...open,
      state: { ...open.state, records },
      result: {
        ...open.result,
        models: { ...open.result.models, players: [{ ...first!, model: "local/other" }, ...others] },
      },
    },
    { all: [session] },
  );
  expect(view.turns.filter(({ pulses }) => pulses !== undefined)).toMatchObject([{ pulse: 2, pulses: 3 }]);
  expect(view.players.map(({ model }) => model)).toEqual([
    "local/other (requested: house)",
    "house",
    "house",
  ]);
});
