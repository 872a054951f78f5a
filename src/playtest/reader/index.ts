export { endsTheRun } from "./ends-the-run.ts";
export { readTurn, type ReadOptions, type ReadTurn } from "./read-turn.ts";
export type { ReaderTable, ReaderTurn } from "./reader-turn.ts";
