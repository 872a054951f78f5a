/** Providers quote keys in refusals, broken bodies and replies. No key may leave the provider layer. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { testCommand } from "../../support/cli/test-command.ts";
import { chatVendors } from "../loopback/chat-vendors.ts";
import { hangsUp, refuses, says, sends, type Answer } from "../loopback/loopback-provider.ts";
import { keys, openLoopbackRun, type LoopbackRun } from "../loopback/loopback-run.ts";
import { asked } from "./provider-cases.ts";

/** Every way in which a key has come back. */
const quotes = (key: string): Array<{ how: string; answer: Answer }> => [
  ...[400, 401, 403, 404, 429, 500].map((status) => ({
    how: `${status}`,
    answer: refuses(status, {
      message: `Incorrect API key provided: ${key}. Look at https://me:${key}@example.com.`,
    }),
  })),
  { how: "a header of a refusal", answer: refuses(401, { headers: { "x-received-key": key } }) },
  { how: "a refusal in nobody's format", answer: sends(`bad key ${key}`, { status: 401 }) },
  { how: "a body that is no JSON", answer: sends(`{"key":"${key}`) },
  { how: "JSON that is no response", answer: sends(JSON.stringify({ authorization: `Bearer ${key}` })) },
  {
    how: "an error inside a response",
    answer: sends(JSON.stringify({ error: { message: `Bad key ${key}`, code: 401, type: "auth" } })),
  },
  { how: "a reply that cannot be used", answer: says(`My key is ${key}`) },
  { how: "a name in a reply that cannot be used", answer: says(JSON.stringify({ [key]: 1 })) },
  { how: "the model's name", answer: says("What?", { model: `model-${key}` }) },
  { how: "a connection that breaks", answer: hangsUp("mid-body") },
];

const vendors = [...chatVendors, { name: "voyage", model: "voyage" }];

test.concurrent.for(vendors)("$name: no failure keeps a key", async ({ name, model }) => {
  const key = keys[`${name.toUpperCase()}_API_KEY`]!;
  for (const { how, answer } of quotes(key)) {
    await using at = await openLoopbackRun({
      settings: {
        retry: { attempts: 2, reasks: 1, firstDelayMs: 1 },
        providers: { local: { keyFrom: "LOCAL_API_KEY" } },
      },
    });
    at.provider.answers(answer);
    const error = await fail(at, model);
    // Voyage has no text reply: there it answers normally, and nothing is stored.
    if (error === undefined) expect([name, answer.does]).toEqual(["voyage", "say"]);
    for (const [where, text] of Object.entries(await everywhere(at, error)))
      expect(text, `${how}, in ${where}`).not.toContain(key);
  }
});

test("a reply that quotes a key is redacted, in the journal and for the run", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(says(`I was called with ${keys.OPENAI_API_KEY}.`));
  const reply = await at.run.gateway.text({ ...asked(at, { model: "gpt-4o-mini" }), reuse: true });
  expect(reply.text).toBe("I was called with [OPENAI_API_KEY].");
  for (const text of Object.values(await everywhere(at, undefined)))
    expect(text).not.toContain(keys.OPENAI_API_KEY);
});

test("the answer of the user's own system is redacted too", async () => {
  await using at = await openLoopbackRun();
  const key = keys.XAI_API_KEY!;
  const { answer } = await at.run.gateway.outside({
    ...asked(at, { model: "http://127.0.0.1:9/tell" }),
    request: {},
    schema: z.object({ text: z.string(), state: z.unknown() }),
    remedy: "",
    send: async () => ({ text: `Called with ${key}.`, state: { [key]: [key] } }),
  });
  expect(answer).toEqual({
    text: "Called with [XAI_API_KEY].",
    state: { "[XAI_API_KEY]": ["[XAI_API_KEY]"] },
  });
  expect(await at.journalText()).not.toContain(key);
});

async function fail(at: LoopbackRun, model: string): Promise<unknown> {
  const resolved = at.harness.catalog.resolve(model);
  const { gateway } = at.run;
  const work =
    resolved.kind === "embedding"
      ? gateway.embed({ call: "e", role: "embedder", model: resolved, values: ["a"], purpose: "document" })
      : gateway.object({ ...asked(at, { model }), schema: z.strictObject({ town: z.string() }) });
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** All that a failure and its run leave behind, as text. */
async function everywhere(at: LoopbackRun, error: unknown): Promise<Record<string, string>> {
  const files = await readdir(at.dir, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), "utf8")),
  );
  const command = testCommand("fail", () => Promise.reject(error as Error));
  const printed =
    error === undefined ? undefined : await runInMemory([command], ["fail", "--trace", "--json"]);
  return {
    "the run's files": texts.join("\n"),
    "the error": String(error),
    "the error as JSON": JSON.stringify(error) ?? "",
    "the error, inspected": inspect(error, { depth: 10, showHidden: true }),
    "the stacks": stacks(error),
    "what --trace prints": `${printed?.stdout}${printed?.stderr}`,
    "the totals": JSON.stringify(at.run.journal.totals()),
  };
}

const stacks = (error: unknown): string =>
  error instanceof Error ? `${error.stack}\n${stacks(error.cause)}` : "";
