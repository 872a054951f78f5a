/** Contradictions: a ledger of what was told, and rules that read narration into it. */
export { contradiction } from "./contradiction.ts";
