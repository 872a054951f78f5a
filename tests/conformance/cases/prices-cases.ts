/** Costs computed by hand from the public prices (USD per million tokens), for every form of a price. */
import { expect, test } from "vitest";
import { z } from "zod";
import { says } from "../loopback/loopback-provider.ts";
import { countedBy, openLoopbackRun } from "../loopback/loopback-run.ts";
import { asked, town } from "./provider-cases.ts";
import type { Counted } from "../loopback/wire-formats.ts";

type Priced = { what: string; model: string; counted: Counted; cost: number; saved?: number };

const priced: Priced[] = [
  {
    what: "cache read and write (5, 25, read 0.50, write 6.25)",
    model: "opus-4.5",
    counted: { input: 10_000, cacheRead: 6_000, cacheWrite: 1_000, output: 500, reasoning: 100 },
    cost: 0.03675, // 3,000 × 5 + 6,000 × 0.5 + 1,000 × 6.25 + 500 × 25
    saved: 0.02575, // 10,000 × 5 less 0.02425 for the input above
  },
  {
    what: "a cache that was only written costs more than none",
    model: "haiku",
    counted: { input: 2_000, cacheRead: 0, cacheWrite: 2_000, output: 100, reasoning: 0 },
    cost: 0.003, // 2,000 × 1.25 + 100 × 5
    saved: -0.0005, // 2,000 × 1 less 2,000 × 1.25
  },
  {
    what: "the usual tier, up to and with 200,000 tokens (1.25, 2.50, read 0.20)",
    model: "grok",
    counted: { input: 200_000, cacheRead: 0, output: 1_000, reasoning: 400 },
    cost: 0.2525, // 200,000 × 1.25 + 1,000 × 2.5
  },
  {
    what: "the dearer tier prices the whole request (2.50, 5, read 0.40)",
    model: "grok",
    counted: { input: 250_000, cacheRead: 100_000, output: 1_000, reasoning: 400 },
    cost: 0.42, // 150,000 × 2.5 + 100,000 × 0.4 + 1,000 × 5
    saved: 0.21, // 100,000 × (2.5 - 0.4)
  },
  {
    what: "output of a reply that thought (4 instead of 1.20)",
    model: "qwen",
    counted: { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 1_000, reasoning: 300 },
    cost: 0.0044, // 1,000 × 0.4 + 1,000 × 4
  },
  {
    what: "output of one that did not",
    model: "qwen",
    counted: { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 1_000, reasoning: 0 },
    cost: 0.0016, // 1,000 × 0.4 + 1,000 × 1.2
  },
  {
    what: "fractions of a millionth (0.14, 0.28, read 0.0028)",
    model: "deepseek",
    counted: { input: 1_000, cacheRead: 900, output: 100, reasoning: 0 },
    cost: 0.00004452, // 100 × 0.14 + 900 × 0.0028 + 100 × 0.28
    saved: 0.00012348, // 900 × (0.14 - 0.0028)
  },
  {
    what: "cache read alone (0.60, 3, read 0.10)",
    model: "kimi-k2",
    counted: { input: 5_000, cacheRead: 4_000, output: 200, reasoning: 0 },
    cost: 0.0016, // 1,000 × 0.6 + 4,000 × 0.1 + 200 × 3
    saved: 0.002, // 4,000 × (0.6 - 0.1)
  },
  {
    what: "cache read alone (0.15, 0.60, read 0.075)",
    model: "gpt-4o-mini",
    counted: { input: 5_000, cacheRead: 4_000, output: 200, reasoning: 0 },
    cost: 0.00057, // 1,000 × 0.15 + 4,000 × 0.075 + 200 × 0.6
    saved: 0.0003, // 4,000 × (0.15 - 0.075)
  },
];

test.concurrent.for(priced)("$model: $what", async ({ model, counted, cost, saved }) => {
  await using at = await openLoopbackRun();
  at.provider.answers(says("Hello.", { counted }));
  await at.run.gateway.text(asked(at, { model }));
  const [attempt] = at.attempts();
  expect(attempt).toMatchObject({ billing: "reported", cost, usage: counted });
  expect(attempt?.saved).toBe(saved);
  const { all, byRole, byTurn } = at.run.journal.totals();
  expect(all).toMatchObject({
    cost,
    saved: saved ?? 0,
    tokens: countedBy(at.provider),
    unpriced: 0,
    estimated: 0,
  });
  expect([byRole.narrator, byTurn["1"]]).toMatchObject([all, all]);
});

test.concurrent("the cost that OpenRouter reports is booked, regardless of the catalog", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(says("Hello.", { cost: 0.0123 }));
  await at.run.gateway.text(asked(at, { model: "openrouter/anthropic/claude-opus-4.5" }));
  expect(at.provider.log[0]?.body.usage).toEqual({ include: true });
  expect(at.attempts()).toMatchObject([{ billing: "reported", cost: 0.0123 }]);
});

test.concurrent("it is also booked for an invalid reply, even without a catalog price", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(
    says("What town?", { cost: 0.0123 }),
    says('{"town":"Ayr","people":3}', { cost: 0.02 }),
  );
  await at.run.gateway.object({ ...asked(at, { model: "openrouter/somebody/new" }), schema: town });
  expect(at.attempts()).toMatchObject([{ cost: 0.0123, error: { code: "invalid-reply" } }, { cost: 0.02 }]);
  expect(at.run.journal.totals().all).toMatchObject({
    cost: 0.0323,
    unpriced: 0,
    failed: 1,
    tokens: countedBy(at.provider),
  });
});

test.concurrent("an unknown price is unknown, never 0", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(says("Hello."));
  await at.run.gateway.text(asked(at, { model: "deepseek/nobody-knows" }));
  expect(at.attempts()).toMatchObject([{ billing: "reported", cost: null, start: { atMost: null } }]);
  expect(at.run.journal.totals().all).toMatchObject({ unpriced: 1, tokens: countedBy(at.provider) });
});

test.concurrent("a local model without a price counts as 0, also under a budget", async () => {
  await using at = await openLoopbackRun({ settings: { budget: 1 } });
  at.provider.answers(says("Hello."));
  await at.run.gateway.text(asked(at, { model: "local/llama3.2" }));
  expect(at.attempts()).toMatchObject([{ billing: "reported", cost: 0, start: { atMost: 0 } }]);
  expect(at.run.journal.totals().all).toMatchObject({ unpriced: 0, cost: 0, tokens: countedBy(at.provider) });
});

test.concurrent("the schema is reserved for and estimated like the rest of the request", async () => {
  await using at = await openLoopbackRun();
  const schema = z.object({
    town: z.enum(Array.from({ length: 500 }, (_, index) => `town number ${index}`) as [string, ...string[]]),
  });
  at.provider.answers(says('{"town":"town number 7"}', { counted: "nothing" }));
  await at.run.gateway.object({ ...asked(at, { model: "deepseek" }), schema });
  const [attempt] = at.attempts();
  expect(attempt?.usage?.input).toBeGreaterThan(JSON.stringify(at.provider.log[0]?.body.messages).length / 4);
  expect(attempt?.cost).toBeLessThanOrEqual(attempt?.start.atMost ?? 0);
});

test.concurrent("a call with three attempts costs the sum of all three", async () => {
  await using at = await openLoopbackRun();
  const counted = { input: 1_000, cacheRead: 0, output: 100, reasoning: 0 };
  at.provider.answers(
    says("{}", { counted }),
    says("No.", { counted }),
    says('{"town":"Ayr","people":3}', { counted }),
  );
  await at.run.gateway.object({ ...asked(at, { model: "gpt-4o-mini" }), schema: town });
  expect(at.run.journal.totals().all).toMatchObject({
    attempts: 3,
    failed: 2,
    cost: 0.00063,
    tokens: countedBy(at.provider),
  }); // 3 × (1,000 × 0.15 + 100 × 0.6)
});
