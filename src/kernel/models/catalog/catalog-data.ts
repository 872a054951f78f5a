import type { ModelEntryInput, Price } from "../../../contract/index.ts";

/**
 * The models Rehearse knows by name. Data only: to follow a vendor, change a line here; to follow
 * your own contract with one, override the line in rehearse.config.ts.
 *
 * Prices are USD per million tokens. Two public tables were read: models.dev on 2026-07-02 and
 * LiteLLM's price file on 2026-08-08; "both" means that they agree.
 */
const both = { asOf: "2026-08-08", source: "models.dev and LiteLLM" };
const one = { asOf: "2026-08-08", source: "models.dev or LiteLLM, not both" };
const openrouterPage = { asOf: "2026-11-15", source: "openrouter.ai model page" };
const free: Price = { input: 0, output: 0, asOf: "2026-11-15", source: "runs on this machine" };

const opus: ModelEntryInput = {
  provider: "anthropic",
  id: "claude-opus-4-5",
  context: 200_000,
  price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, ...both },
  openrouter: "anthropic/claude-opus-4.5",
};
const haiku: ModelEntryInput = {
  provider: "anthropic",
  id: "claude-haiku-4-5",
  context: 200_000,
  price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, ...both },
  openrouter: "anthropic/claude-haiku-4.5",
};
const grok43: ModelEntryInput = {
  provider: "xai",
  id: "grok-4.3",
  context: 1_000_000,
  price: {
    input: 1.25,
    output: 2.5,
    cacheRead: 0.2,
    tiers: [{ aboveInput: 200_000, input: 2.5, output: 5, cacheRead: 0.4 }],
    ...both,
  },
  openrouter: "x-ai/grok-4.3",
  reasoning: "low",
  thinkingRoom: 2_000,
};
const deepseekPro: ModelEntryInput = {
  provider: "deepseek",
  id: "deepseek-v4-pro",
  context: 1_000_000,
  price: { input: 0.435, output: 0.87, cacheRead: 0.0036, ...both },
  openrouter: "deepseek/deepseek-v4-pro",
  thinkingRoom: 4_000,
};
const deepseekFlash: ModelEntryInput = {
  provider: "deepseek",
  id: "deepseek-v4-flash",
  context: 1_000_000,
  price: { input: 0.14, output: 0.28, cacheRead: 0.0028, ...both },
  openrouter: "deepseek/deepseek-v4-flash",
  reasoning: "none",
};
const qwenPlus: ModelEntryInput = {
  provider: "alibaba",
  id: "qwen-plus",
  context: 1_000_000,
  price: { input: 0.4, output: 1.2, outputWhenThinking: 4, ...both },
  openrouter: "qwen/qwen-plus",
  reasoning: "none",
};
const kimi25: ModelEntryInput = {
  provider: "moonshot",
  id: "kimi-k2.5",
  context: 256_000,
  price: { input: 0.6, output: 3, cacheRead: 0.1, ...both },
  openrouter: "moonshotai/kimi-k2.5",
  temperature: false,
  reasoning: "none",
};
const gpt4oMini: ModelEntryInput = {
  provider: "openai",
  id: "gpt-4o-mini",
  context: 128_000,
  price: { input: 0.15, output: 0.6, cacheRead: 0.075, ...both },
  openrouter: "openai/gpt-4o-mini",
};

/** Names that people use: of the narrators, the players, and the helpers. */
export const aliases: Record<string, ModelEntryInput> = {
  "opus-4.5": opus,
  "grok-4": { ...grok43, note: "grok-4 was retired on 2026-05-15; grok-4.3 stands for it" },
  "deepseek-r2": {
    ...deepseekPro,
    note: "no model of this name was released; deepseek-v4-pro stands for it",
  },
  grok: { ...grok43, tier: 4 },
  qwen: { ...qwenPlus, tier: 2 },
  deepseek: { ...deepseekFlash, tier: 3 },
  "kimi-k2": { ...kimi25, tier: 1, note: "kimi-k2 was retired on 2026-05-25; kimi-k2.5 stands for it" },
  "gpt-4o-mini": gpt4oMini,
  haiku,
  voyage: {
    provider: "voyage",
    id: "voyage-3.5",
    kind: "embedding",
    context: 32_000,
    price: { input: 0.06, ...both },
  },
  "voyage-rerank": {
    provider: "voyage",
    id: "rerank-2.5",
    kind: "reranking",
    context: 32_000,
    price: { input: 0.05, ...both },
  },
  house: {
    provider: "house",
    id: "plain",
    price: free,
    note: "embedded, offline, seeded; no evidence about a prompt",
  },
  "house-embedding": {
    provider: "house",
    id: "sentences",
    kind: "embedding",
    price: free,
    note: "embedded sentence embeddings, offline; middling, for a first run",
  },
  "house-hashing": {
    provider: "house",
    id: "hashing",
    kind: "embedding",
    price: free,
    note: "embedded, offline: shared spelling only",
  },
};

/** Models that `provider/model-id` may name and whose facts are known, beside those above. */
export const others: ModelEntryInput[] = [
  {
    provider: "xai",
    id: "grok-4.5",
    context: 500_000,
    price: { input: 2, output: 6, cacheRead: 0.5, ...one },
    openrouter: "x-ai/grok-4.5",
    reasoning: "low",
    thinkingRoom: 2_000,
  },
  {
    provider: "alibaba",
    id: "qwen3-max",
    context: 256_000,
    price: { input: 1.2, output: 6, ...one },
    openrouter: "qwen/qwen3-max",
  },
  {
    provider: "moonshot",
    id: "kimi-k2.6",
    context: 256_000,
    price: { input: 0.95, output: 4, cacheRead: 0.16, ...both },
    openrouter: "moonshotai/kimi-k2.6",
    temperature: false,
    reasoning: "none",
  },
  {
    provider: "openai",
    id: "gpt-5.4-nano",
    context: 272_000,
    price: { input: 0.2, output: 1.25, cacheRead: 0.02, ...both },
    openrouter: "openai/gpt-5.4-nano",
    temperature: false,
    reasoning: "low",
    thinkingRoom: 2_000,
  },
  {
    provider: "openai",
    id: "gpt-5.4-mini",
    context: 400_000,
    price: { input: 0.75, output: 4.5, ...openrouterPage },
    openrouter: "openai/gpt-5.4-mini",
    temperature: false,
    reasoning: "low",
    thinkingRoom: 4_000,
  },
];
