/** The vendor behind a model name: OpenRouter for all, one key for all, an own server. */
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { hangsUp, refuses, says, sends } from "../loopback/loopback-provider.ts";
import { keys, openLoopbackRun } from "../loopback/loopback-run.ts";
import { OWN_OPENAI } from "../loopback/wire-formats.ts";
import { asked } from "./provider-cases.ts";

test.concurrent("via OpenRouter a model is requested by its id there, with the one key", async () => {
  const [model, slug] = ["kimi-k2", "moonshotai/kimi-k2.5"];
  const env = { OPENROUTER_API_KEY: keys.OPENROUTER_API_KEY! };
  await using at = await openLoopbackRun({ settings: { via: "openrouter" }, env });
  at.harness.requireReady([{ role: "narrator", model: at.harness.catalog.resolve(model) }]);
  await at.run.gateway.text(asked(at, { model }));
  expect(at.provider.log).toMatchObject([
    {
      vendor: "openrouter",
      path: "/v1/chat/completions",
      body: { model: slug },
      headers: { authorization: `Bearer ${env.OPENROUTER_API_KEY}` },
    },
  ]);
  expect(Object.keys(at.run.journal.totals().byModel)).toEqual([`openrouter/${slug}`]);
});

test.concurrent("all missing or unsendable keys are reported before the first request", async () => {
  await using at = await openLoopbackRun({
    settings: { providers: { xai: { keyFrom: "TEAM_KEY" } } },
    env: { ANTHROPIC_API_KEY: "sk-ant…cut", OPENAI_API_KEY: keys.OPENAI_API_KEY! },
  });
  const cast = (["opus-4.5", "grok", "gpt-4o-mini", "qwen"] as const).map((model) => ({
    role: "player" as const,
    model: at.harness.catalog.resolve(model),
  }));
  const message = [
    "3 keys are missing:",
    "  ANTHROPIC_API_KEY (set, but contains an invalid character)  needed by player (opus-4.5 = anthropic/claude-opus-4-5)",
    "  TEAM_KEY (providers.xai.keyFrom in rehearse.config.ts)  needed by player (grok = xai/grok-4.3)",
    "  ALIBABA_API_KEY  needed by player (qwen = alibaba/qwen-plus)",
  ].join("\n");
  expect(() => at.harness.requireReady(cast)).toThrow(expect.objectContaining({ message, exit: 2 }));
  expect(at.provider.log).toEqual([]);
});

test.concurrent("a refused key is named by the variable that the settings read it from", async () => {
  await using at = await openLoopbackRun({
    settings: { providers: { xai: { keyFrom: "TEAM_KEY" } } },
    env: { TEAM_KEY: "sk-team" },
  });
  at.provider.answers(refuses(401));
  await expect(at.run.gateway.text(asked(at, { model: "grok" }))).rejects.toMatchObject({
    remedy: "Check TEAM_KEY: the provider does not accept it.",
  });
});

test.concurrent("a missing local server is reported immediately, with the remedy", async () => {
  const baseURL = `http://127.0.0.1:${await closedPort()}/v1`;
  await using at = await openLoopbackRun({
    settings: { retry: { firstDelayMs: 30_000 } },
    env: { LOCAL_BASE_URL: baseURL },
  });
  await expect(at.run.gateway.text(asked(at, { model: "local/llama3.2" }))).rejects.toMatchObject({
    code: "unreachable",
    exit: 2,
    message: expect.stringContaining("local/llama3.2"),
    remedy: expect.stringMatching(/ollama serve.*LOCAL_BASE_URL/),
  });
  expect(at.attempts()).toMatchObject([{ billing: "none" }]);
});

test.concurrent("a port that fetch refuses is reported immediately", async () => {
  await using at = await openLoopbackRun({
    settings: { retry: { firstDelayMs: 30_000 } },
    env: { LOCAL_BASE_URL: "http://127.0.0.1:9/v1" },
  });
  await expect(at.run.gateway.text(asked(at, { model: "local/llama3.2" }))).rejects.toMatchObject({
    code: "unreachable",
    exit: 2,
    remedy: "Check the port in LOCAL_BASE_URL.",
  });
  expect(at.attempts()).toMatchObject([{ billing: "none" }]);
});

test.concurrent("an unreachable vendor is retried, and nothing is booked", async () => {
  await using at = await openLoopbackRun({
    env: { ...keys, OPENAI_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1` },
  });
  await expect(at.run.gateway.text(asked(at, { model: "gpt-4o-mini" }))).rejects.toMatchObject({
    code: "unreachable",
    exit: 3,
    remedy: "Check the network and OPENAI_BASE_URL, then try again.",
  });
  expect(at.attempts().map(({ billing }) => billing)).toEqual(["none", "none", "none"]);
});

/** Some vendors answer 200 and tell the failure inside: what it says counts, not the 200. */
test.concurrent.for([
  ["openrouter", 429, "rate-limited", 3],
  ["openrouter", 502, "provider-error", 3],
  ["openrouter", 402, "no-credit", 1],
  ["openrouter", 400, "bad-request", 1],
] as const)("%s: an error %s inside a 200 is %s", async ([vendor, code, expected, requests]) => {
  await using at = await openLoopbackRun();
  at.provider.answers(sends(JSON.stringify({ error: { code, message: "Inside." } })));
  await expect(
    at.run.gateway.text(asked(at, { model: `${vendor}/anthropic/claude-opus-4.5` })),
  ).rejects.toMatchObject({ code: expected, status: code, message: expect.stringContaining("Inside.") });
  expect(at.provider.log).toHaveLength(requests);
});

test.concurrent.for([
  ["server_error", "provider-error", 3],
  ["rate_limit_exceeded", "rate-limited", 3],
  ["invalid_prompt", "bad-request", 1],
] as const)("OpenAI: a response that failed with %s is %s", async ([code, expected, requests]) => {
  await using at = await openLoopbackRun({ wire: OWN_OPENAI });
  at.provider.answers(
    sends(
      JSON.stringify({
        object: "response",
        status: "failed",
        error: { code, message: "Inside.", type: "error" },
        output: [],
      }),
    ),
  );
  await expect(at.run.gateway.text(asked(at, { model: "gpt-4o-mini" }))).rejects.toMatchObject({
    code: expected,
    message: expect.stringContaining("Inside."),
  });
  expect(at.provider.log).toHaveLength(requests);
});

test.concurrent.for([
  "deepseek",
  "qwen",
  "kimi-k2",
  "gpt-4o-mini",
  "local/llama3.2",
  "openrouter/anthropic/claude-opus-4.5",
])("%s: a response without choices cannot be read, and may have been billed", async (model) => {
  await using at = await openLoopbackRun();
  at.provider.answers(
    sends(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "m", choices: [] })),
    says("Hello."),
  );
  await at.run.gateway.text(asked(at, { model }));
  expect(at.attempts()).toMatchObject([
    { billing: "possible", error: { code: "malformed-response" } },
    { billing: "reported" },
  ]);
});

test.concurrent("a local server that answers 200 while it loads a model is quoted", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(sends(JSON.stringify({ error: { message: "model is loading" } })));
  await expect(at.run.gateway.text(asked(at, { model: "local/llama3.2" }))).rejects.toMatchObject({
    code: "malformed-response",
    message: expect.stringMatching(/cannot be read: [^[{]*model is loading\)/),
  });
});

test.concurrent("a reset is a lost connection", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(hangsUp("at once"), refuses(404));
  await at.run.gateway.text(asked(at, { model: "opus-4.5" })).catch(() => {});
  expect(at.attempts()).toMatchObject([
    { error: { code: "connection-lost", message: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) } },
    { error: { code: "not-found" } },
  ]);
});

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
