import { expect, test } from "vitest";
import { z } from "zod";
import { houseHarness } from "../../../tests/support/house-cast/house-harness.ts";
import { type Declaration, operation } from "../../operations/declaration.ts";
import type { Playtests } from "../playtest/index.ts";
import { createJobs } from "./create-jobs.ts";

/** An operation that waits before it starts, and then until it is stopped. */
function waiting() {
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const declaration = operation({
    name: "wait",
    input: z.strictObject({}),
    examples: [{ input: {}, says: "Wait." }],
    plan: () => gate.promise,
    async run(_, { signal, on }) {
      ran.push("run");
      on({ type: "step", text: "turn 3, narrator", done: 2, of: 9, cost: 0.5 });
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw signal.reason;
    },
    show: () => [],
  }) as Declaration;
  const harness = houseHarness();
  const jobs = createJobs({
    shared: { harness, workspace: "." },
    command: "rehearse",
    playtests: { index: { touch: () => {} }, live: { job: () => {} } } as unknown as Playtests,
    onBug: (error) => expect.fail(String(error)),
  });
  return { declaration, jobs, ran, open: gate.resolve };
}

test("work being started does not outlive the server: closing waits, and nothing is run", async () => {
  const { declaration, jobs, ran, open } = waiting();
  const refused = expect(jobs.start(declaration, {})).rejects.toMatchObject({ code: "closing", status: 503 });
  let closed = false;
  const closing = jobs.close().then(() => (closed = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed).toBe(false);
  open();
  await refused;
  await closing;
  expect([jobs.list(), ran]).toEqual([[], []]);
  await expect(jobs.start(declaration, {})).rejects.toMatchObject({ code: "closing" });
});

test("a job says what it does until it ends; stopped, it is first stopping", async () => {
  const { declaration, jobs, open } = waiting();
  open();
  const { id } = await jobs.start(declaration, {});
  expect(jobs.get(id)).toMatchObject({
    state: "running",
    done: 2,
    total: 9,
    cost: 0.5,
    doing: "turn 3, narrator",
  });
  const stopping = jobs.stop(id);
  expect(jobs.get(id).state).toBe("stopping");
  expect(await stopping).toMatchObject({ state: "stopped", error: { code: "interrupted" } });
  expect(jobs.get(id).doing).toBeUndefined();
});

test("at most four jobs run at once", async () => {
  const { declaration, jobs, open } = waiting();
  open();
  for (let n = 0; n < 4; n++) await jobs.start(declaration, {});
  await expect(jobs.start(declaration, {})).rejects.toMatchObject({ code: "busy", status: 429 });
  await jobs.close();
  expect(jobs.list().map(({ state }) => state)).toEqual(Array(4).fill("stopped"));
});
