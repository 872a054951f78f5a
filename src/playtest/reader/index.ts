export { endsTheRun } from "./ends-the-run.ts";
export { readTurn, type ReadTurn } from "./read-turn.ts";
export type { ReaderTable, ReaderTurn, ReadOptions } from "./reader-turn.ts";
