/** Contradictions: a ledger of what was told, and rules that read narration into it. */
export { contradiction, contradictionKinds } from "./contradiction.ts";
