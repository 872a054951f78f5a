/** The requests as a provider received them. */
import { expect, test } from "vitest";
import { providers, type PromptMessage, type ProviderId } from "../../../src/kernel/models/index.ts";
import { chatVendors, ownHosts } from "../loopback/chat-vendors.ts";
import { says } from "../loopback/loopback-provider.ts";
import { keys, openLoopbackRun, type LoopbackRun } from "../loopback/loopback-run.ts";
import { OWN_OPENAI, OWN_XAI } from "../loopback/wire-formats.ts";
import { asked, town } from "./provider-cases.ts";

const story: PromptMessage[] = [
  { role: "user", content: "one", cacheUpTo: true },
  { role: "assistant", content: "two" },
  { role: "user", content: "three", cacheUpTo: true },
  { role: "assistant", content: "four" },
  { role: "user", content: "five" },
];

/** What one call makes the provider see. */
async function requestFor(
  at: LoopbackRun,
  model: string,
  more: object = {},
): Promise<Record<string, unknown>> {
  at.provider.answers(says("Hello."));
  await at.run.gateway.text({ ...asked(at, { model }), ...more });
  return at.provider.log.at(-1)!.body;
}

test.concurrent.for(["opus-4.5", "haiku", "openrouter/anthropic/claude-opus-4.5"])(
  "%s gets cache breakpoints only where requested",
  async (model) => {
    await using at = await openLoopbackRun();
    expect(
      breakpoints(await requestFor(at, model, { call: "a", cacheInstructions: true, messages: story })),
    ).toEqual(["You are the narrator.", "one", "three"]);
    expect(breakpoints(await requestFor(at, model, { call: "b", messages: story }))).toEqual([
      "one",
      "three",
    ]);
    expect(breakpoints(await requestFor(at, model, { call: "c", cacheInstructions: true }))).toEqual([
      "You are the narrator.",
    ]);
    expect(breakpoints(await requestFor(at, model, { call: "d" }))).toEqual([]);
  },
);

test.concurrent("Anthropic takes four breakpoints: the instructions and the last three requested", async () => {
  await using at = await openLoopbackRun();
  const messages = story.map((message) => ({ ...message, cacheUpTo: true }));
  expect(breakpoints(await requestFor(at, "opus-4.5", { cacheInstructions: true, messages }))).toEqual([
    "You are the narrator.",
    "three",
    "four",
    "five",
  ]);
});

test.concurrent("a retry to Anthropic leaves the cached prefix unchanged", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(says("{}"), says('{"town":"Ayr","people":3}'));
  await at.run.gateway.object({
    ...asked(at, { model: "opus-4.5" }),
    cacheInstructions: true,
    messages: story,
    schema: town,
  });
  const [first, second] = at.provider.log.map(({ body }) => body as { system: unknown; messages: unknown[] });
  expect(second!.system).toEqual(first!.system);
  expect(second!.messages.slice(0, story.length)).toEqual(first!.messages);
  expect(breakpoints(second)).toEqual(breakpoints(first));
});

/** A narrator hears the group, then single players, then its notes: all of them are users. */
const inARow: PromptMessage[] = [
  { role: "user", content: "We sit down." },
  { role: "assistant", content: "The gate opens.", cacheUpTo: true },
  { role: "user", content: "We go in." },
  { role: "user", content: "Sam, to you alone: I wait." },
  { role: "user", content: "Notes." },
];
/** Anthropic's package joins them itself. */
const joined = (name: ProviderId): boolean => name === "anthropic" || providers[name].alternates === true;

test.concurrent.for(chatVendors)(
  "$name: consecutive messages of one role arrive whole and in order, joined if the vendor requires it",
  async ({ name, model }) => {
    await using at = await openLoopbackRun();
    const body = await requestFor(at, model, { messages: inARow });
    const sent = ((body.messages ?? body.input) as Array<{ role: string; content: unknown }>)
      .map(({ role, content }) => ({ role, text: textIn(content) }))
      .filter(({ role }) => role === "user" || role === "assistant");
    expect(sent.map(({ role }) => role)).toEqual(
      joined(name) ? ["user", "assistant", "user"] : ["user", "assistant", "user", "user", "user"],
    );
    expect(
      sent
        .map(({ text }) => text)
        .join(" ")
        .replaceAll(/\s+/g, " "),
    ).toBe(inARow.map(({ content }) => content).join(" "));
  },
);

const textIn = (content: unknown): string =>
  typeof content === "string"
    ? content
    : (content as Array<{ text: string }>).map(({ text }) => text).join("\n");

test.concurrent.for([...chatVendors, ...ownHosts])(
  "$wire: the JSON schema is $schema",
  async ({ wire, model, schema }) => {
    await using at = await openLoopbackRun({ wire });
    at.provider.answers(says('{"town":"Ayr","people":3}'));
    await at.run.gateway.object({ ...asked(at, { model }), schema: town });
    const { body } = at.provider.log[0]!;
    const form = {
      type: "object",
      properties: { town: { type: "string" }, people: { type: "integer" } },
      required: ["town", "people"],
    };
    if (schema === "told") {
      expect(body.response_format).toEqual({ type: "json_object" });
      expect(
        (body.messages as Array<{ role: string; content: string }>)
          .filter(({ role }) => role === "system")
          .map(({ content }) => content)
          .join("\n"),
      ).toContain('"required":["town","people"]');
      return;
    }
    const sent =
      {
        anthropic: (body.output_config as { format?: unknown } | undefined)?.format,
        [OWN_OPENAI]: (body.text as { format?: unknown } | undefined)?.format,
        [OWN_XAI]: (body.text as { format?: unknown } | undefined)?.format,
      }[wire] ?? body.response_format;
    expect(sent).toMatchObject({ type: "json_schema" });
    expect(
      (sent as { schema?: unknown; json_schema?: { schema: unknown } }).schema ??
        (sent as { json_schema: { schema: unknown } }).json_schema.schema,
    ).toMatchObject(form);
  },
);

test.concurrent.for([
  ["opus-4.5", 0.7],
  ["grok", 0.7],
  ["deepseek", 0.7],
  ["qwen", 0.7],
  ["gpt-4o-mini", 0.7],
  ["local/llama3.2", 0.7],
  ["kimi-k2", undefined],
  ["moonshot/kimi-k2.6", undefined],
  ["openrouter/moonshotai/kimi-k2.5", undefined],
  ["openai/gpt-5.4-nano", undefined],
] as const)("%s is sent the temperature %s", async ([model, temperature]) => {
  await using at = await openLoopbackRun();
  expect((await requestFor(at, model, { temperature: 0.7 })).temperature).toBe(temperature);
});

test.concurrent.for([
  ["deepseek", { thinking: { type: "disabled" } }],
  ["qwen", { enable_thinking: false }],
  ["kimi-k2", { thinking: { type: "disabled" } }],
  ["moonshot/kimi-k2.6", { thinking: { type: "disabled" } }],
  ["grok", { reasoning_effort: "low" }],
  ["openai/gpt-5.4-nano", { reasoning_effort: "low" }],
  ["openrouter/deepseek/deepseek-v4-flash", { reasoning: { effort: "none" } }],
  ["openrouter/qwen/qwen-plus", { reasoning: { effort: "none" } }],
  ["openrouter/moonshotai/kimi-k2.5", { reasoning: { effort: "none" } }],
  ["openrouter/x-ai/grok-4.3", { reasoning: { effort: "low" } }],
] as const)("%s gets its reasoning effort", async ([model, expected]) => {
  await using at = await openLoopbackRun();
  expect(await requestFor(at, model)).toMatchObject(expected);
});

test.concurrent.for([
  ["opus-4.5", "max_tokens", 300],
  ["grok", "max_tokens", 300 + 2_000],
  ["deepseek", "max_tokens", 300],
  ["deepseek-r2", "max_tokens", 300 + 4_000],
  ["qwen", "max_tokens", 300],
  ["kimi-k2", "max_completion_tokens", 300],
  ["gpt-4o-mini", "max_tokens", 300],
  ["openai/gpt-5.4-nano", "max_completion_tokens", 300 + 2_000],
  ["openrouter/anthropic/claude-opus-4.5", "max_tokens", 300],
  ["local/llama3.2", "max_tokens", 300],
] as const)(
  "%s gets the role's output cap, plus room for reasoning if it reasons",
  async ([model, field, cap]) => {
    await using at = await openLoopbackRun({ settings: { maxOutput: { narrator: 300 } } });
    expect((await requestFor(at, model))[field]).toBe(cap);
  },
);

test.concurrent.for(chatVendors)("$name gets its own key and no other", async ({ name, model }) => {
  await using at = await openLoopbackRun();
  await requestFor(at, model);
  const { headers, body } = at.provider.log[0]!;
  const own = keys[`${name.toUpperCase()}_API_KEY`]!;
  expect(name === "anthropic" ? headers["x-api-key"] : headers.authorization).toBe(
    name === "anthropic" ? own : `Bearer ${own}`,
  );
  const sent = JSON.stringify([headers, body]);
  expect(Object.values(keys).filter((key) => sent.includes(key))).toEqual([own]);
});

/** The texts that carry a breakpoint, in the order of the prompt; "request" where the whole request carries one. */
function breakpoints(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const {
    cache_control: mark,
    text,
    content,
  } = part as { cache_control?: unknown; text?: string; content?: unknown };
  const own = mark === undefined ? [] : [text ?? (typeof content === "string" ? content : "request")];
  const order = Object.keys(part).sort((a, b) => Number(b === "system") - Number(a === "system"));
  return [...own, ...order.flatMap((key) => breakpoints((part as Record<string, unknown>)[key]))];
}
