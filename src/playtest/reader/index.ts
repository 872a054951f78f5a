/** Asks a model to read a turn, and checks its answer. */
export { readTurn } from "./read-turn.ts";
export { readerTableOf, readerTurnOf, type ReaderTable, type ReaderTurn } from "./reader-turn.ts";
export { endsTheRun } from "./second-look.ts";
