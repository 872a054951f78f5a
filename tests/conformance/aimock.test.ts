/** The same packages against an independent mock of the vendors: aimock knows their formats from recordings. */
import { LLMock, type Fixture } from "@copilotkit/aimock";
import { describe, expect, test } from "vitest";
import type { Billing, SettingsInput } from "../../src/contract/index.ts";
import { providers } from "../../src/kernel/models/index.ts";
import { chatVendors } from "./loopback/chat-vendors.ts";
import { keys, openLoopbackRun } from "./loopback/loopback-run.ts";
import { asked, town } from "./cases/provider-cases.ts";

type Fault = Pick<Fixture, "response" | "chaos">;
type Case = {
  name: string;
  faults: Fault[];
  books: Billing[];
  settings?: SettingsInput;
  fails?: { code: string; exit: number };
};

const refused = (status: number): Fault => ({
  response: { error: { message: "No.", type: "some_error" }, status, retryAfter: 0 },
});
const hello = {
  content: "Hello.",
  usage: { prompt_tokens: 120, input_tokens: 120, completion_tokens: 7, output_tokens: 7 },
};
const chaos = (chaos: Fixture["chaos"]): Fault => ({ response: hello, chaos });

const cases: Case[] = [
  { name: "text", faults: [], books: ["reported"] },
  { name: "429 with Retry-After", faults: [refused(429)], books: ["none", "reported"] },
  { name: "529", faults: [refused(529)], books: ["none", "reported"] },
  { name: "500 twice", faults: [refused(500), refused(500)], books: ["none", "none", "reported"] },
  { name: "401", faults: [refused(401)], books: ["none"], fails: { code: "unauthorised", exit: 2 } },
  { name: "a malformed body", faults: [chaos({ malformedRate: 1 })], books: ["possible", "reported"] },
  { name: "a disconnect", faults: [chaos({ disconnectRate: 1 })], books: ["possible", "reported"] },
  {
    name: "an answer that comes too late",
    faults: [chaos({ latencyMs: 5_000 })],
    settings: { timeoutMs: 500 },
    books: ["possible", "reported"],
  },
];

describe.concurrent.each(chatVendors)("$name", (vendor) => {
  test.for(cases)("$name", async ({ faults, settings, books, fails }) => {
    await using mock = await openMock();
    await using at = await openLoopbackRun({ settings, env: mock.env });
    faults.forEach((fault, sequenceIndex) =>
      mock.addFixture({ match: { userMessage: "Where are we?", sequenceIndex }, ...fault }),
    );
    mock.onMessage("Where are we?", hello);

    const outcome = await at.run.gateway.text(asked(at, vendor)).catch((error: unknown) => error);
    expect(outcome).toMatchObject(fails ?? { text: "Hello." });
    expect(at.attempts().map(({ billing }) => billing)).toEqual(books);
    expect(at.run.journal.totals().all.tokens).toMatchObject(
      fails ? { input: 0, output: 0 } : { input: 120, output: 7 },
    );
    // A request that we left before it was answered is not in aimock's journal.
    expect(mock.getRequests()).toHaveLength(
      books.length - faults.filter(({ chaos }) => chaos?.latencyMs).length,
    );
  });

  test("an object", async () => {
    await using mock = await openMock();
    await using at = await openLoopbackRun({ env: mock.env });
    mock.onMessage("Where are we?", { ...hello, content: '{"town":"Ayr","people":3}' });
    const { object } = await at.run.gateway.object({ ...asked(at, vendor), schema: town });
    expect(object).toEqual({ town: "Ayr", people: 3 });
    expect(mock.getRequests()).toHaveLength(1);
  });
});

/** aimock serves all vendors at one address, and recognises OpenRouter by its path. */
async function openMock() {
  const mock = await LLMock.create({ port: 0, logLevel: "silent" });
  const urls = chatVendors.map(({ name }) => [
    providers[name].baseURL,
    `${mock.url}${name === "openrouter" ? "/api" : ""}/v1`,
  ]);
  return Object.assign(mock, {
    env: { ...keys, ...Object.fromEntries(urls) } as Record<string, string>,
    [Symbol.asyncDispose]: () => mock.stop(),
  });
}
