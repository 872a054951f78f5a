import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APICallError, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { settings as settingsSchema, type Issue } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { systemClock } from "../../kernel/clock/index.ts";
import { openJournal } from "../../kernel/journal/index.ts";
import { createCatalog, createGateway, createLimiter, type Tape } from "../../kernel/models/index.ts";
import { confirm } from "./confirm.ts";

const catalog = createCatalog();
const model = catalog.resolve("gpt-4o-mini");

const candidate = (over: Partial<Issue> = {}): Issue => ({
  turn: 7,
  type: "contradiction",
  description: "Narrator said the heavy door was locked, but it was open in turn 4.",
  severity: "warning",
  evidence: [
    { turn: 4, text: "You open the heavy door." },
    { turn: 7, text: "The heavy door is locked." },
  ],
  confidence: 0.4,
  source: "contradiction",
  ...over,
});
const other = candidate({
  type: "confusion",
  description: "A player could not follow what happened.",
  source: "confusion",
  evidence: [{ turn: 7, text: 'Wait, "what"?' }],
});

/** A gateway on a model that gives one answer. */
function setUp(
  answer: string | Error,
  {
    budget,
    dir = mkdtempSync(join(tmpdir(), "confirm-")),
    tape,
  }: { budget?: number; dir?: string; tape?: Tape } = {},
) {
  const settings = settingsSchema.parse({ retry: { attempts: 1, firstDelayMs: 1 } });
  const requests: LanguageModelV4CallOptions[] = [];
  const scripted = new MockLanguageModelV4({
    modelId: "scripted",
    doGenerate: async (options: LanguageModelV4CallOptions) => {
      requests.push(options);
      if (answer instanceof Error) throw answer;
      return {
        content: [{ type: "text", text: answer }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 10, text: 10, reasoning: undefined },
        },
        warnings: [],
      };
    },
  });
  const none = () => Promise.reject(new Error("not scripted"));
  const journal = openJournal(join(dir, "calls.jsonl"), { clock: systemClock });
  const gateway = createGateway({
    ...settings,
    providers: { language: async () => scripted, embedding: none, reranking: none },
    journal,
    clock: systemClock,
    limiter: createLimiter({ clock: systemClock, limits: () => ({}) }),
    budget: createBudget({ cap: budget, spent: 0 }),
    tape,
  });
  return { ask: { gateway, model, call: "turn/7/observer", turn: 7 }, requests, dir, journal };
}

const verdicts = (...given: Array<[number, boolean, number]>) =>
  JSON.stringify({
    verdicts: given.map(([candidate, real, confidence]) => ({ candidate, real, confidence })),
  });

test("all candidates of a turn are asked about in one call, with their quotes and no more", async () => {
  const { ask, requests, journal } = setUp(verdicts([1, true, 0.9], [2, false, 0.8]));
  const confirmed = await confirm({ ...ask, candidates: [candidate(), other] });
  expect(confirmed).toEqual({
    issues: [candidate({ confidence: 0.9, source: "contradiction, confirmed by scripted" })],
    unconfirmed: [],
  });
  expect(requests).toHaveLength(1);
  const prompt = JSON.stringify(requests[0]!.prompt);
  for (const words of ["You open the heavy door.", "The heavy door is locked.", "Candidate 2 (confusion)"])
    expect(prompt).toContain(words);
  expect(journal.totals()).toMatchObject({
    byRole: { observer: { attempts: 1 } },
    byTurn: { "7": { attempts: 1 } },
  });
});

test("without candidates, or with the house cast, nobody is asked, nothing is confirmed, and that is said", async () => {
  const { ask, requests } = setUp(verdicts([1, true, 1]));
  expect(await confirm({ ...ask, candidates: [] })).toEqual({ issues: [], unconfirmed: [] });
  expect(await confirm({ ...ask, model: catalog.resolve("house/plain"), candidates: [candidate()] })).toEqual(
    { issues: [], unconfirmed: [{ count: 1, why: "no model is set up to judge them" }] },
  );
  expect(requests).toEqual([]);
});

test.each([
  ["none", verdicts(), 1],
  ["another's", verdicts([2, true, 1], [0, true, 1]), 1],
  ["two on one", verdicts([1, true, 1], [1, false, 1]), 1],
  ["no", verdicts([1, false, 1]), 0],
])(
  "a candidate stays out on a verdict that is %s, and is told as missing unless it is no",
  async (_, answer, missing) => {
    const { ask } = setUp(answer);
    const { issues, unconfirmed } = await confirm({ ...ask, candidates: [candidate()] });
    expect(issues).toEqual([]);
    expect(unconfirmed).toEqual(
      missing === 0 ? [] : [{ count: 1, why: expect.stringContaining("gave no clear verdict") }],
    );
  },
);

test.each([
  ["an answer that cannot be read", "It is real, I swear."],
  [
    "a provider that fails",
    new APICallError({ message: "down", url: "http://x", requestBodyValues: {}, statusCode: 500 }),
  ],
  [
    "moderation",
    new APICallError({ message: "flagged", url: "http://x", requestBodyValues: {}, statusCode: 403 }),
  ],
])("candidates stay out after %s, which is told, and stays so after a stop", async (_, answer) => {
  const { ask, requests, dir, journal } = setUp(answer);
  const failed = await confirm({ ...ask, candidates: [candidate(), other] });
  expect(failed).toEqual({ issues: [], unconfirmed: [{ count: 2, why: expect.stringMatching(/\w{4,}/) }] });
  expect(requests.length).toBeGreaterThan(0);
  await journal.close();
  const resumed = setUp(verdicts([1, true, 1], [2, true, 1]), { dir });
  expect(await confirm({ ...resumed.ask, candidates: [candidate(), other] })).toEqual(failed);
  expect(resumed.requests).toEqual([]);
});

test("a refused key, a spent budget and an interruption stop the run", async () => {
  const refused = setUp(
    new APICallError({ message: "no", url: "http://x", requestBodyValues: {}, statusCode: 401 }),
  );
  await expect(confirm({ ...refused.ask, candidates: [candidate()] })).rejects.toMatchObject({
    code: "unauthorised",
  });
  const spent = setUp(verdicts([1, true, 1]), { budget: 0 });
  await expect(confirm({ ...spent.ask, candidates: [candidate()] })).rejects.toMatchObject({ exit: 4 });
  const stopped = setUp(verdicts([1, true, 1]));
  await expect(
    confirm({ ...stopped.ask, signal: AbortSignal.abort(), candidates: [candidate()] }),
  ).rejects.toMatchObject({ exit: 130 });
});

test("a resumed run that asks something else under the same id is stopped", async () => {
  const { ask } = setUp(verdicts([1, true, 1]));
  await confirm({ ...ask, candidates: [candidate()] });
  await expect(confirm({ ...ask, candidates: [other] })).rejects.toMatchObject({ code: "request-changed" });
});

test("a call that the recording lacks stops the run: it is no verdict that could not be had", async () => {
  const play: Tape["play"] = {
    dir: "rec",
    match: "request",
    find: () => undefined,
    explain: () => "the recording has no call turn/7/observer",
    mayAsk: () => false,
  };
  const { ask, requests } = setUp(verdicts([1, true, 1]), { tape: { play } });
  await expect(confirm({ ...ask, candidates: [candidate()] })).rejects.toMatchObject({
    code: "recording-miss",
  });
  expect(requests).toEqual([]);
});

test("so many candidates and no more, and the others are counted", async () => {
  const { ask, requests } = setUp(
    verdicts(...Array.from({ length: 20 }, (_, index): [number, boolean, number] => [index + 1, true, 1])),
  );
  const { issues, unconfirmed } = await confirm({
    ...ask,
    candidates: Array.from({ length: 20 }, () => candidate()),
  });
  expect(issues).toHaveLength(8);
  expect(unconfirmed).toEqual([{ count: 12, why: expect.stringContaining("no more than 8") }]);
  expect(JSON.stringify(requests[0]!.prompt)).not.toContain("Candidate 9");
});
