/**
 * Short names of models: narrators, players and helpers. The facts of each model are in its provider's module; a name
 * adds a tier, or a note if another model now answers under that name.
 */
type Alias = { model: `${string}/${string}`; tier?: number; note?: string };

export const aliases: Readonly<Record<string, Alias>> = {
  "opus-4.5": { model: "anthropic/claude-opus-4-5" },
  "grok-4": { model: "xai/grok-4.3", note: "grok-4 was retired on 2026-05-15; grok-4.3 is used instead" },
  "deepseek-r2": {
    model: "deepseek/deepseek-v4-pro",
    note: "no model with this name was released; deepseek-v4-pro is used instead",
  },
  grok: { model: "xai/grok-4.3", tier: 4 },
  qwen: { model: "alibaba/qwen-plus", tier: 2 },
  deepseek: { model: "deepseek/deepseek-v4-flash", tier: 3 },
  "kimi-k2": {
    model: "moonshot/kimi-k2.5",
    tier: 1,
    note: "kimi-k2 was retired on 2026-05-25; kimi-k2.5 is used instead",
  },
  "gpt-4o-mini": { model: "openai/gpt-4o-mini" },
  haiku: { model: "anthropic/claude-haiku-4-5" },
  voyage: { model: "voyage/voyage-3.5" },
  house: { model: "house/plain", note: "scripted, offline, seeded; not evidence about a prompt" },
  "house-embedding": {
    model: "house/sentences",
    note: "sentence embeddings, offline; middling quality, for a first run",
  },
};
