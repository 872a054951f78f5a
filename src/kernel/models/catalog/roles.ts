import type { Role } from "../../../contract/index.ts";

/** What each role needs by default: a model, and the most it may say, which is also what a budget reserves. */
export const roleDefaults: Record<Role, { model: string; maxOutput: number }> = {
  narrator: { model: "opus-4.5", maxOutput: 1_500 },
  player: { model: "qwen", maxOutput: 400 },
  spokesperson: { model: "qwen", maxOutput: 500 },
  classifier: { model: "gpt-4o-mini", maxOutput: 1_000 },
  observer: { model: "gpt-4o-mini", maxOutput: 2_500 },
  judge: { model: "deepseek-r2", maxOutput: 3_000 },
  reranker: { model: "haiku", maxOutput: 800 },
  embedder: { model: "voyage", maxOutput: 0 },
  calibrator: { model: "opus-4.5", maxOutput: 2_000 },
  // Somebody's own RAG system: named by its address or its file, never by a default.
  target: { model: "house", maxOutput: 0 },
};
