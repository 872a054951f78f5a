/** What is booked where the catalog has no price for it, or the provider reports the cost itself. */
import { expect, test } from "vitest";
import { z } from "zod";
import { says } from "../loopback/loopback-provider.ts";
import { countedBy, openLoopbackRun } from "../loopback/loopback-run.ts";
import { asked, town } from "./provider-cases.ts";

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
