import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { houseHarness } from "../../../tests/support/house-cast/house-harness.ts";
import { planSession, playSession } from "../../playtest/index.ts";
import type { IndexedSession, Playtests } from "../playtest/index.ts";
import { createJobs, planReplayJob, type JobTools } from "./index.ts";

async function playedOnce() {
  const harness = houseHarness();
  const out = mkdtempSync(join(tmpdir(), "jobs-"));
  await playSession(harness, {
    config: planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house",
      seed: 1,
      players: 2,
      maxTurns: 4,
    }),
    out,
    sessionId: "plain",
  });
  const gate = Promise.withResolvers<void>();
  const session = { id: "plain", dir: join(out, "plain"), beside: out, card: {} } as IndexedSession;
  const index: Playtests["index"] = {
    all: async () => [session],
    soFar: async () => ({ sessions: [session] }),
    touch: () => {},
    get: async () => (await gate.promise, session),
  };
  const live = { session: () => {}, ended: () => {} } as unknown as Playtests["live"];
  const tools = { harness, index, live } as unknown as JobTools;
  const jobs = createJobs({
    clock: harness.clock,
    tell: () => {},
    onBug: (error) => expect.fail(String(error)),
  });
  return { out, open: gate.resolve, jobs, plan: () => planReplayJob(tools, wish) };
}
const wish = { session: "plain", turn: 2, times: 1 };

test("a replay being started does not outlive the server: closing waits, and nothing is played", async () => {
  const { out, open, jobs, plan } = await playedOnce();
  const started = jobs.start(plan);
  const refused = expect(started).rejects.toMatchObject({ code: "closing", status: 503 });
  let closed = false;
  const closing = jobs.close().then(() => (closed = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).toBe(false);
  open();
  await refused;
  await closing;
  expect([jobs.list(), readdirSync(out)]).toEqual([[], ["plain"]]);
  await expect(jobs.start(plan)).rejects.toMatchObject({ code: "closing" });
});

test("a job says whom it waits for and since when, until it ends", async () => {
  const { open, jobs, plan } = await playedOnce();
  open();
  const seen = new Set<string>();
  const { id } = await jobs.start(async () => {
    const task = await plan();
    return {
      ...task,
      run: (progress) =>
        task.run({
          ...progress,
          get view() {
            return progress.view;
          },
          change(part) {
            if (part.doing !== undefined) seen.add(`${part.doing}, ${typeof part.doingSince}`);
            progress.change(part);
          },
        }),
    };
  });
  await expect.poll(() => jobs.get(id).status, { timeout: 20_000 }).toBe("done");
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "turn 3: the narrator is answering, string",
      "turn 3: the players are answering, string",
    ]),
  );
  expect(jobs.get(id)).not.toHaveProperty("doing");
});
