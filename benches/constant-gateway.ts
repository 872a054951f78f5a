/** A gateway on a model that always gives the same answer at once, so that only our own time is measured. */
import { join } from "node:path";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createBudget } from "../src/kernel/budget/index.ts";
import { systemClock, type Clock } from "../src/kernel/clock/index.ts";
import { openJournal, type Journal } from "../src/kernel/journal/index.ts";
import { createCatalog, createGateway, createLimiter, type Gateway } from "../src/kernel/models/index.ts";
import { keepOut } from "../src/kernel/secrets/index.ts";
import { resolveSettings } from "../src/kernel/settings/index.ts";
import type { Limits } from "../src/contract/index.ts";

/** Fits `{ intent: string, share: boolean }`; as a text it is as good as any. */
const REPLY = JSON.stringify({
  intent: "I hold the torch higher and look for the second door along the north wall.",
  share: true,
});

export const constantModel: LanguageModelV4 = {
  specificationVersion: "v4",
  provider: "constant",
  modelId: "constant",
  supportedUrls: {},
  doGenerate: async () => ({
    content: [{ type: "text", text: REPLY }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 320, noCache: 20, cacheRead: 300, cacheWrite: 0 },
      outputTokens: { total: 25, text: 25, reasoning: 0 },
    },
    warnings: [],
  }),
  doStream: () => Promise.reject(new Error("The benches do not stream.")),
};

/** A model with a price, so that money is reckoned with as in a paid run. */
export const paidModel = createCatalog().resolve("opus-4.5");

type ConstantGatewayOptions = {
  /** Where the journal's file is made; or a journal. */
  journal: string | Journal;
  limits?: Limits;
  clock?: Clock;
  model?: LanguageModelV4;
};

export function constantGateway({
  journal,
  limits = {},
  clock = systemClock,
  model = constantModel,
}: ConstantGatewayOptions): Gateway {
  const { settings } = resolveSettings({});
  keepOut({ ANTHROPIC_API_KEY: "a-key-that-is-nobodys" });
  return createGateway({
    ...settings,
    models: { language: async () => model, embedding: none, reranking: none },
    journal: typeof journal === "string" ? openJournal(join(journal, "calls.jsonl"), { clock }) : journal,
    limiter: createLimiter({ limits: () => limits, clock }),
    budget: createBudget({ cap: 5_000 }),
    clock,
  });
}

const none = () => Promise.reject(new Error("The benches make language calls only."));
