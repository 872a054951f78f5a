/** The vendor behind a model name: OpenRouter for all, one key for all, an own server. */
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import ask from "../../../src/cli/commands/setup/ask.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { role } from "../../../src/contract/index.ts";
import { oneKeyProviders, providers } from "../../../src/kernel/models/index.ts";
import { drips, hangsUp, refuses, says, sends } from "../loopback/loopback-provider.ts";
import { keys, openLoopbackRun } from "../loopback/loopback-run.ts";
import { OWN_OPENAI } from "../loopback/wire-formats.ts";
import { asked } from "./provider-cases.ts";

test.concurrent.for([
  ["opus-4.5", "anthropic/claude-opus-4.5"],
  ["haiku", "anthropic/claude-haiku-4.5"],
  ["grok-4", "x-ai/grok-4.3"],
  ["deepseek", "deepseek/deepseek-v4-flash"],
  ["qwen", "qwen/qwen-plus"],
  ["kimi-k2", "moonshotai/kimi-k2.5"],
  ["gpt-4o-mini", "openai/gpt-4o-mini"],
] as const)("via OpenRouter %s is requested as %s, with the one key", async ([model, slug]) => {
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

test.concurrent("OpenAI itself gets the Responses API, and a gateway chat completions", async () => {
  const model = "openai/gpt-5.4-nano";
  await using own = await openLoopbackRun({ wire: OWN_OPENAI });
  await own.run.gateway.text(asked(own, { model }));
  expect(own.provider.log).toMatchObject([
    { path: "/v1/responses", body: { max_output_tokens: 3_500, reasoning: { effort: "low" } } },
  ]);

  await using gateway = await openLoopbackRun();
  await gateway.run.gateway.text(asked(gateway, { model }));
  expect(gateway.provider.log).toMatchObject([
    { path: "/v1/chat/completions", body: { max_completion_tokens: 3_500, reasoning_effort: "low" } },
  ]);
});

test.concurrent.for(oneKeyProviders)(
  "one key of %s plays every role, and the notes say so",
  async (vendor) => {
    const name = providers[vendor].key!;
    await using at = await openLoopbackRun({ settings: { oneKey: true }, env: { [name]: keys[name]! } });
    const cast = role.options
      .filter((role) => role !== "target")
      .map((role) => ({ role, model: at.harness.casting.modelFor(role) }));
    at.harness.requireReady(cast);
    for (const { role, model } of cast) {
      if (model.kind === "language")
        await at.run.gateway.text({
          call: role,
          role,
          model,
          messages: [{ role: "user", content: "Hello?" }],
        });
    }
    expect(at.provider.log).toHaveLength(role.options.length - 2); // All but the embedder and the target, which is a system of the user.
    expect(new Set(at.provider.log.map((entry) => entry.vendor))).toEqual(new Set([vendor]));
    expect(new Set(at.provider.log.map(({ body }) => body.model)).size).toBe(2);
    expect(at.harness.casting.notes()).toMatchObject([{ code: "one-key" }]);
  },
);

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
  expect(() => at.harness.requireReady(cast)).toThrow(
    expect.objectContaining({
      message,
      exit: 2,
      missing: ["ANTHROPIC_API_KEY", "TEAM_KEY", "ALIBABA_API_KEY"],
    }),
  );
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

test("and the command exits with 2", async () => {
  await using at = await openLoopbackRun();
  vi.stubEnv("LOCAL_BASE_URL", `http://127.0.0.1:${await closedPort()}/v1`);
  try {
    const { exit, stderr } = await runInMemory(
      [ask],
      ["ask", "Hello?", "--model", "local/llama3.2", "--run", join(at.dir, "ask")],
    );
    expect(exit).toBe(2);
    expect(stderr).toMatch(/No server answers for local\/llama3\.2.*\n.*ollama serve/);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.concurrent("an unreachable vendor is retried, and nothing is booked", async () => {
  await using at = await openLoopbackRun({
    env: { ...keys, OPENAI_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1` },
  });
  await expect(at.run.gateway.text(asked(at, { model: "gpt-4o-mini" }))).rejects.toMatchObject({
    code: "unreachable",
    exit: 3,
    remedy: "Check the network and OPENAI_BASE_URL, then resume.",
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

test.concurrent("an endless answer is ended, and its possible cost is reported", async () => {
  await using at = await openLoopbackRun({
    settings: { timeoutMs: 500, retry: { attempts: 2, firstDelayMs: 1 } },
  });
  at.provider.answers(drips());
  await expect(at.run.gateway.text(asked(at, { model: "opus-4.5" }))).rejects.toMatchObject({
    code: "timeout",
    exit: 3,
    message: expect.stringContaining("did not answer within 0.5 s"),
    remedy: expect.stringContaining("timeoutMs"),
  });
  const [first, second] = at.attempts();
  expect([first, second]).toMatchObject([
    { billing: "possible", cost: null },
    { billing: "possible", cost: null },
  ]);
  const { possiblyBilled } = at.run.journal.totals().all;
  expect(possiblyBilled).toMatchObject({ attempts: 2, unpriced: 0 });
  expect(possiblyBilled.atMost).toBeCloseTo(first!.start.atMost! + second!.start.atMost!, 12);
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
