import { expect, test } from "vitest";
import { ask, reply, setUp } from "../../../../../tests/support/scripted-gateway.ts";
import { manualClock } from "../../../../../tests/support/manual-clock.ts";

/** The input of every call is estimated at 12 tokens, its output at the cap. */
const ESTIMATE = { input: 12, output: 1_000 };
const RESERVED = (12 * 1 + 1_000 * 10) / 1e6;
const { model } = ask();
const paid = { ...model, price: { input: 1, output: 10 } };
const free = { ...model, price: { input: 0, output: 0 } };
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

type Gateway = ReturnType<typeof setUp>["gateway"];
/** Two digits: every question has the same length, so every call the same estimate. */
const asking =
  ({ text }: Gateway) =>
  (index: number) =>
    text({
      ...ask({ call: `call/${index}`, model: paid, content: `question ${String(index).padStart(2, "0")}` }),
      maxOutput: ESTIMATE.output,
    });
/** A reply that is `factor` times as large as estimated. */
const large = (factor: number) =>
  reply("Here.", { input: Math.ceil(12 * factor), output: Math.round(1_000 * factor) });

test("fifty calls at four times their estimate exceed the cap by at most what was in flight", async () => {
  const cap = RESERVED * 20.5;
  const limits = { anthropic: { concurrency: 50 } };
  const settled = async ({ gateway }: ReturnType<typeof setUp>) => {
    const results = await Promise.allSettled(indexes(50).map(asking(gateway)));
    return {
      answered: results.filter(({ status }) => status === "fulfilled").length,
      errors: results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : [])),
    };
  };

  const twenty = Promise.withResolvers<void>();
  let inFlight = 0;
  const answer = async () => {
    if (++inFlight === 20) twenty.resolve();
    await twenty.promise;
    return large(4);
  };
  const first = setUp([answer], { budget: cap, limits });
  const { answered, errors } = await settled(first);
  expect([answered, errors.length, first.requests.length]).toEqual([20, 30, 20]);
  for (const error of errors)
    expect(error).toMatchObject({
      name: "BudgetSpentError",
      code: "budget-spent",
      exit: 4,
      remedy: expect.stringContaining("--budget") as unknown,
    });
  const lines = first.lines().slice(1);
  const atOnce = lines.slice(
    0,
    lines.findIndex(({ type }) => type !== "start"),
  );
  const committed = atOnce.reduce((sum, { atMost }) => sum + Number(atMost), 0);
  expect(committed).toBeCloseTo(RESERVED * 20, 9);
  expect(first.journal.totals().all.cost).toBeCloseTo(20 * 4 * RESERVED, 9);
  await first.journal.close();

  const same = setUp([answer], { dir: first.dir, budget: cap, limits });
  expect(await settled(same)).toMatchObject({ answered: 20, errors: { length: 30 } });
  expect(same.requests).toEqual([]);
  await same.journal.close();

  const larger = setUp([answer], { dir: first.dir, budget: RESERVED * 4 * 51, limits });
  expect(await settled(larger)).toEqual({ answered: 50, errors: [] });
  expect(larger.requests).toHaveLength(30);
});

test("a call that waits for money holds no slot: a free call goes ahead", async () => {
  const gate = Promise.withResolvers<void>();
  const { gateway, requests } = setUp(
    [() => gate.promise.then(() => large(0.02)), "Free.", async () => large(0.02)],
    {
      budget: RESERVED * 1.5,
      limits: { anthropic: { concurrency: 2 } },
    },
  );
  const all = Promise.all(indexes(5).map(asking(gateway)));
  await expect.poll(() => requests.length).toBe(1);
  expect((await gateway.text(ask({ call: "free", model: free }))).text).toBe("Free.");
  expect(requests).toHaveLength(2);
  gate.resolve();
  await all;
  expect(requests).toHaveLength(6);
});

test("a call held back for money does not use up the calls per minute", async () => {
  // No minute passes on this clock.
  const { gateway, requests } = setUp([async () => large(0.02)], {
    clock: manualClock(),
    budget: RESERVED * 1.5,
    limits: { anthropic: { callsPerMinute: 6, concurrency: 6 } },
  });
  await Promise.all(indexes(6).map(asking(gateway)));
  expect(requests).toHaveLength(6);
});
