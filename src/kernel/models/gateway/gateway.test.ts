import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { z } from "zod";
import type { SettingsInput } from "../../../contract/index.ts";
import { createBudget } from "../../budget/index.ts";
import { systemClock, type Clock } from "../../clock/index.ts";
import { manualClock } from "../../../../tests/support/manual-clock.ts";
import { openJournal } from "../../journal/index.ts";
import { resolveSettings } from "../../settings/index.ts";
import { createCatalog, type ResolvedModel } from "../catalog/index.ts";
import type { ModelSource } from "../providers/index.ts";
import { openAnswerCache } from "./layers/reuse-layer.ts";
import { createGateway } from "./gateway.ts";
import { createLimiter } from "./layers/limiter-layer.ts";

type Step =
  | string
  | Error
  | ((options: LanguageModelV4CallOptions) => Promise<LanguageModelV4GenerateResult>);

const reply = (text: string, usage = { input: 100, output: 10 }): LanguageModelV4GenerateResult => ({
  content: [{ type: "text", text }],
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: usage.input, noCache: usage.input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage.output, text: usage.output, reasoning: undefined },
  },
  warnings: [],
});

const failure = (statusCode: number, headers: Record<string, string> = {}, responseBody?: string) =>
  new APICallError({
    message: `status ${statusCode}`,
    url: "http://x",
    requestBodyValues: {},
    statusCode,
    responseHeaders: headers,
    responseBody,
  });

/** A gateway on a model that follows a script: a step for each request. */
function setUp(
  script: Step[],
  {
    clock = systemClock,
    dir = mkdtempSync(join(tmpdir(), "gateway-")),
    ...given
  }: SettingsInput & { clock?: Clock; dir?: string } = {},
) {
  const settings = resolveSettings({
    file: { ...given, retry: { firstDelayMs: 1, ...given.retry } },
  }).settings;
  const requests: LanguageModelV4CallOptions[] = [];
  const model = new MockLanguageModelV4({
    modelId: "scripted",
    doGenerate: async (options: LanguageModelV4CallOptions) => {
      const step = script[requests.length] ?? script.at(-1)!;
      requests.push(options);
      if (step instanceof Error) throw step;
      return typeof step === "string" ? reply(step) : step(options);
    },
  });
  const none = () => Promise.reject(new Error("not scripted"));
  const models: ModelSource = { language: async () => model, embedding: none, reranking: none };
  const journal = openJournal(join(dir, "calls.jsonl"), { clock });
  const answers = openAnswerCache(join(dir, "answers"));
  const gateway = createGateway({
    ...settings,
    models,
    journal,
    answers,
    clock,
    limiter: createLimiter({ clock, limits: (name) => settings.limits[name] ?? {} }),
    budget: createBudget({ cap: settings.budget, spent: journal.atMostSpent() }),
  });
  const lines = () =>
    readFileSync(join(dir, "calls.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const kinds = () =>
    lines()
      .slice(1)
      .map(({ type, attempt, billing }) =>
        [type, attempt, billing].filter((part) => part !== undefined).join(" "),
      );
  return { gateway, journal, requests, lines, kinds, dir };
}

const haiku = createCatalog().resolve("haiku");
const ask = (
  over: {
    call?: string;
    model?: ResolvedModel;
    content?: string;
    signal?: AbortSignal;
    reuse?: boolean;
    replicate?: number;
    timeoutMs?: number;
  } = {},
) => {
  const { content = "Where are we?", ...rest } = over;
  return {
    call: "turn/1/player/0",
    role: "player" as const,
    model: haiku,
    turn: 1,
    messages: [{ role: "user" as const, content }],
    ...rest,
  };
};
const town = z.object({ town: z.string() });

test("an answer is booked and journaled in three lines, and asked for once", async () => {
  const { gateway, journal, requests, kinds } = setUp(["In Innsmouth."]);
  expect(await gateway.text(ask())).toMatchObject({
    text: "In Innsmouth.",
    model: "scripted",
    source: "model",
  });
  expect(await gateway.text(ask())).toMatchObject({ text: "In Innsmouth.", source: "journal" });
  expect(requests).toHaveLength(1);
  expect(kinds()).toEqual(["start 1", "done", "end 1 reported"]);
  // 100 tokens at 1 and 10 at 5 USD per million.
  expect(journal.totals()).toMatchObject({
    all: { cost: 0.00015 },
    byRole: { player: { cost: 0.00015 } },
    byTurn: { "1": { attempts: 1 } },
  });
});

test("a reply that does not fit is asked for again with what was wrong; each attempt is numbered and booked", async () => {
  const { gateway, journal, requests, kinds } = setUp([
    "nothing of the kind",
    '{"place": 3}',
    '```json\n{"town":"Arkham"}\n```',
  ]);
  const { object } = await gateway.object({ ...ask(), schema: town });
  expect(object).toEqual({ town: "Arkham" });
  expect(kinds()).toEqual([
    "start 1",
    "end 1 reported",
    "start 2",
    "end 2 reported",
    "start 3",
    "done",
    "end 3 reported",
  ]);
  expect(journal.totals().all).toMatchObject({ attempts: 3, failed: 2, cost: 0.00045 });
  expect(JSON.stringify(requests[1]!.prompt)).toContain("it was not JSON");
  expect(JSON.stringify(requests[2]!.prompt)).toContain("it did not fit the schema: town");
});

test("after the bound a typed error keeps the text; nothing is stored as an answer, so it can be asked for again", async () => {
  const { gateway, requests, lines } = setUp(["no", "no", "no", '{"town":"Dunwich"}']);
  await expect(gateway.object({ ...ask(), schema: town })).rejects.toMatchObject({
    code: "invalid-reply",
    text: "no",
    exit: 3,
  });
  expect(requests).toHaveLength(3);
  expect(lines().filter(({ type }) => type === "done")).toEqual([]);
  expect(await gateway.object({ ...ask(), schema: town })).toMatchObject({ object: { town: "Dunwich" } });
  expect(lines().findLast(({ type }) => type === "start")).toMatchObject({ attempt: 4 });
});

test("an empty reply is no answer", async () => {
  const { gateway, requests } = setUp(["  ", "Here."]);
  expect((await gateway.text(ask())).text).toBe("Here.");
  expect(requests).toHaveLength(2);
});

test.each([429, 500, 503, 529])("status %i is tried again and costs nothing", async (status) => {
  const { gateway, journal, kinds } = setUp([failure(status), "Here."]);
  expect((await gateway.text(ask())).text).toBe("Here.");
  expect(kinds()).toEqual(["start 1", "end 1 none", "start 2", "done", "end 2 reported"]);
  expect(journal.totals().all).toMatchObject({ attempts: 2, failed: 1, cost: 0.00015 });
});

test.each([
  [400, "bad-request"],
  [401, "unauthorised"],
  [403, "forbidden"],
  [404, "not-found"],
])("status %i ends at once, with the remedy", async (status, code) => {
  const { gateway, requests } = setUp([failure(status)]);
  await expect(gateway.text(ask())).rejects.toMatchObject({
    code,
    exit: 2,
    remedy: expect.stringMatching(/\S/),
  });
  expect(requests).toHaveLength(1);
});

test.each([
  ["Your chosen model requires moderation and your input was flagged", "moderated", 3],
  ["Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO", "moderated", 3],
  ["This key may not use the model", "forbidden", 2],
  ["Your account was suspended: its content was flagged", "forbidden", 2],
])(
  "a 403 about content fails its call alone, one about the caller is a refusal: %s",
  async (body, code, exit) => {
    const { gateway } = setUp([failure(403, {}, body)]);
    await expect(gateway.text(ask())).rejects.toMatchObject({ code, exit });
  },
);

test("attempts are bounded", async () => {
  const { gateway, requests } = setUp([failure(500)], { retry: { attempts: 3 } });
  await expect(gateway.text(ask())).rejects.toMatchObject({
    code: "provider-error",
    exit: 3,
    message: expect.stringContaining("Given up after 3 attempts"),
  });
  expect(requests).toHaveLength(3);
});

test("Retry-After is obeyed; one beyond the deadline ends the call at once", async () => {
  const clock = manualClock();
  const { gateway, requests } = setUp(
    [failure(429, { "Retry-After": "7" }), "Here.", failure(429, { "retry-after": "9000" })],
    { clock },
  );
  const answer = gateway.text(ask());
  await clock.advance(6_999);
  expect(requests).toHaveLength(1);
  await clock.advance(1);
  expect((await answer).text).toBe("Here.");
  const late = gateway.text(ask({ call: "late" }));
  late.catch(() => {});
  await clock.advance(0);
  await expect(late).rejects.toThrow(/would come too late/);
});

test("pauses grow, are spread, and are the same for the same seed", async () => {
  const pauses = async (seed: number) => {
    const clock = manualClock();
    const { gateway, requests } = setUp([failure(500), failure(500), failure(500), failure(500), "Here."], {
      clock,
      seed,
      retry: { firstDelayMs: 1_000, maxDelayMs: 3_000 },
    });
    const answer = gateway.text(ask());
    const at: number[] = [];
    while (requests.length < 5) {
      await clock.advance(10);
      if (requests.length > at.length) at.push(clock.now());
    }
    await answer;
    return at.slice(1).map((time, index) => time - at[index]!);
  };
  const [first, second, third, fourth] = await pauses(1);
  expect(first).toBeGreaterThanOrEqual(500);
  expect(first).toBeLessThanOrEqual(1_010);
  expect(second).toBeGreaterThanOrEqual(1_000);
  expect(third).toBeGreaterThanOrEqual(1_500);
  expect(fourth).toBeLessThanOrEqual(3_010);
  expect(await pauses(1)).toEqual([first, second, third, fourth]);
  expect(await pauses(2)).not.toEqual([first, second, third, fourth]);
});

test("a timeout ends the call even when the model ignores the signal, and is possibly billed", async () => {
  const never = () => new Promise<LanguageModelV4GenerateResult>(() => {});
  const clock = manualClock();
  const { gateway, journal, kinds } = setUp([never], { clock, timeoutMs: 1_000, retry: { attempts: 1 } });
  const answer = gateway.text(ask());
  answer.catch(() => {});
  await clock.advance(1_000);
  await expect(answer).rejects.toMatchObject({ code: "timeout", exit: 3 });
  expect(kinds()).toEqual(["start 1", "end 1 possible"]);
  expect(journal.totals().all.possiblyBilled).toMatchObject({
    attempts: 1,
    atMost: expect.closeTo(0.002, 2),
  });
});

test("an interrupted call ends at once, resumable, and is possibly billed", async () => {
  const stop = new AbortController();
  const { gateway, kinds } = setUp([() => new Promise(() => {}), "Here."]);
  const answer = gateway.text(ask({ signal: stop.signal }));
  setTimeout(() => stop.abort(), 20);
  await expect(answer).rejects.toMatchObject({ code: "interrupted", exit: 130 });
  expect(kinds()).toEqual(["start 1", "end 1 possible"]);
  expect((await gateway.text(ask())).text).toBe("Here.");
});

test("interrupting a pause between attempts ends it too", async () => {
  const stop = new AbortController();
  const { gateway } = setUp([failure(500)], { retry: { firstDelayMs: 60_000 } });
  const answer = gateway.text(ask({ signal: stop.signal }));
  setTimeout(() => stop.abort(), 20);
  await expect(answer).rejects.toMatchObject({ code: "interrupted" });
});

test("the same call id with another question stops", async () => {
  const { gateway } = setUp(["Here."]);
  await gateway.text(ask());
  await expect(gateway.text(ask({ content: "Who are we?" }))).rejects.toMatchObject({
    code: "request-changed",
  });
});

test("a request that is too long for the model never leaves", async () => {
  const { gateway, requests, kinds } = setUp(["Here."]);
  await expect(gateway.text(ask({ content: "word ".repeat(200_000) }))).rejects.toMatchObject({
    code: "context-exceeded",
    exit: 2,
  });
  expect(requests).toHaveLength(0);
  expect(kinds()).toEqual([]);
});

test("tokens that the provider did not count are estimated, and marked", async () => {
  const uncounted = async () => ({
    ...reply("Here we are, in Innsmouth."),
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
  });
  const { gateway, journal, kinds } = setUp([uncounted]);
  await gateway.text(ask());
  expect(kinds()).toEqual(["start 1", "done", "end 1 estimated"]);
  const { estimated, tokens, cost } = journal.totals().all;
  expect(estimated).toBe(1);
  expect(tokens.output).toBe(8);
  expect(cost).toBeGreaterThan(0);
});

test("a model of unknown price is booked with its tokens and no price; a budget refuses it before the request", async () => {
  const model = createCatalog().resolve("openai/nobody-knows");
  const free = setUp(["Here."]);
  await free.gateway.text(ask({ model }));
  expect(free.journal.totals().all).toMatchObject({ unpriced: 1, cost: 0, tokens: { input: 100 } });
  const capped = setUp(["Here."], { budget: 1 });
  await expect(capped.gateway.text(ask({ model }))).rejects.toMatchObject({
    code: "budget-without-price",
    exit: 2,
  });
  expect(capped.requests).toHaveLength(0);
});

test("earlier answers serve again only where asked, and never for replicates", async () => {
  const { gateway, requests, journal } = setUp(["one", "two", "three", "four"]);
  await gateway.text(ask({ call: "a", reuse: true }));
  expect(await gateway.text(ask({ call: "b", reuse: true }))).toMatchObject({
    text: "one",
    source: "reused",
  });
  expect(await gateway.text(ask({ call: "c" }))).toMatchObject({ text: "two", source: "model" });
  expect(await gateway.text(ask({ call: "d", reuse: true, replicate: 1 }))).toMatchObject({
    text: "three",
    source: "model",
  });
  expect(requests).toHaveLength(3);
  expect(journal.totals().calls).toEqual({ completed: 4, reused: 1 });
});

test("what is asked first stays first: instructions, then messages in order, and the correction last", async () => {
  const { gateway, requests } = setUp(["", "Here."]);
  await gateway.text({
    ...ask(),
    instructions: "Be brief.",
    messages: [
      { role: "user", content: "A" },
      { role: "assistant", content: "B" },
      { role: "user", content: "C" },
    ],
  });
  const texts = (index: number) =>
    requests[index]!.prompt.map(
      ({ role, content }) => `${role}: ${typeof content === "string" ? content : JSON.stringify(content)}`,
    );
  expect(texts(0).map((text) => text.split(":")[0])).toEqual(["system", "user", "assistant", "user"]);
  expect(texts(1).slice(0, 3)).toEqual(texts(0).slice(0, 3));
  expect(texts(1)[3]).toContain("Your reply could not be used: it was empty");
});

test("the same call asked for twice at once is one request; another question under its id is refused", async () => {
  const { gateway, requests, journal } = setUp(["one", "two"]);
  const [first, second] = await Promise.all([gateway.text(ask()), gateway.text(ask())]);
  expect([first.text, second.text]).toEqual(["one", "one"]);
  expect(requests).toHaveLength(1);
  expect(journal.totals().calls.completed).toBe(1);
  const running = gateway.text(ask({ call: "b" }));
  await expect(gateway.text(ask({ call: "b", content: "Other?" }))).rejects.toMatchObject({
    code: "request-changed",
  });
  await running;
});

test.each([10.5, -1, 1e30, Number.NaN])(
  "a provider that counts %s tokens is not believed, and the journal can be read again",
  async (count) => {
    const { gateway, journal, dir } = setUp([async () => reply("Here.", { input: count, output: count })]);
    await gateway.text(ask());
    expect(journal.totals().all).toMatchObject({ estimated: 1 });
    await journal.close();
    expect(setUp(["again"], { dir }).journal.totals().calls.completed).toBe(1);
  },
);

test("a larger output cap, as the remedy of a cut reply says, does not make a run unresumable", async () => {
  const { gateway, requests } = setUp(["Here."]);
  await gateway.text({ ...ask(), maxOutput: 10 });
  expect(await gateway.text({ ...ask(), maxOutput: 500 })).toMatchObject({
    text: "Here.",
    source: "journal",
  });
  expect(requests).toHaveLength(1);
});

test("a call id that the journal could not read again is refused before the request", async () => {
  const { gateway, requests } = setUp(["Here."]);
  await expect(gateway.text(ask({ call: "x".repeat(301) }))).rejects.toMatchObject({ code: "bad-call-id" });
  expect(requests).toHaveLength(0);
});

test("an attempt that may have been billed is gone from the budget, and a reply that cannot be used is kept in the journal", async () => {
  const clock = manualClock();
  const { gateway, requests } = setUp([() => new Promise(() => {}), "Here."], {
    clock,
    timeoutMs: 1_000,
    retry: { attempts: 1 },
    budget: 0.0035,
  });
  const lost = gateway.text(ask());
  lost.catch(() => {});
  await clock.advance(1_000);
  await expect(lost).rejects.toMatchObject({ code: "timeout" });
  await expect(gateway.text(ask({ call: "next" }))).rejects.toMatchObject({ code: "budget-spent" });
  expect(requests).toHaveLength(1);

  const invalid = setUp(["no JSON at all"]);
  await expect(invalid.gateway.object({ ...ask(), schema: town })).rejects.toThrow();
  expect(invalid.lines().find(({ type }) => type === "end")).toMatchObject({
    error: { code: "invalid-reply", text: "no JSON at all" },
  });
});
