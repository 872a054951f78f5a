/** A gateway on a model that follows a script, with a journal and books of its own. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import type { SettingsInput } from "../../src/contract/index.ts";
import { createBudget } from "../../src/kernel/budget/index.ts";
import { systemClock, type Clock } from "../../src/kernel/clock/index.ts";
import { openJournal } from "../../src/kernel/journal/index.ts";
import { createCatalog } from "../../src/kernel/models/catalog/index.ts";
import { createGateway, type Gateway } from "../../src/kernel/models/gateway/gateway.ts";
import { createLimiter } from "../../src/kernel/models/gateway/layers/limiter-layer.ts";
import { openAnswerCache } from "../../src/kernel/models/gateway/layers/reuse-layer.ts";
import type { ModelSource } from "../../src/kernel/models/providers/index.ts";
import { resolveSettings } from "../../src/kernel/settings/index.ts";

type Step =
  | string
  | Error
  | ((options: LanguageModelV4CallOptions) => Promise<LanguageModelV4GenerateResult>);

export const reply = (text: string, usage = { input: 100, output: 10 }): LanguageModelV4GenerateResult => ({
  content: [{ type: "text", text }],
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: usage.input, noCache: usage.input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage.output, text: usage.output, reasoning: undefined },
  },
  warnings: [],
});

export const failure = (statusCode: number, headers: Record<string, string> = {}, responseBody?: string) =>
  new APICallError({
    message: `status ${statusCode}`,
    url: "http://x",
    requestBodyValues: {},
    statusCode,
    responseHeaders: headers,
    responseBody,
  });

/** One step for each request; the last one again after that. */
export function setUp(
  script: Step[],
  {
    clock = systemClock,
    dir = mkdtempSync(join(tmpdir(), "gateway-")),
    load,
    ...given
  }: SettingsInput & {
    clock?: Clock;
    dir?: string;
    /** What the vendor's package does as it is loaded, once. */ load?: () => Promise<unknown>;
  } = {},
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
  let loaded: Promise<unknown> | undefined;
  const language = async () => {
    await (loaded ??= load?.());
    return model;
  };
  const models: ModelSource = { language, embedding: none };
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
export const ask = ({
  content = "Where are we?",
  ...rest
}: Partial<Parameters<Gateway["text"]>[0]> & { content?: string } = {}) => ({
  call: "turn/1/player/0",
  role: "player" as const,
  model: haiku,
  turn: 1,
  messages: [{ role: "user" as const, content }],
  ...rest,
});
export const town = z.object({ town: z.string() });
