/** Asks a model to read turns, and checks its answer. */
export { endsTheRun, readBatch } from "./read-batch.ts";
export { readerTableOf, readerTurnOf, type ReaderTable, type ReaderTurn } from "./reader-turn.ts";
