/** Asks a model to read turns, and checks its answer. */
export { SURE } from "./check-answer.ts";
export { endsTheRun, readBatch } from "./read-batch.ts";
export { readerAnswer, readerInstructions } from "./reader-prompt.ts";
export { tableText, readerTableOf, readerTurnOf, type ReaderTurn } from "./reader-turn.ts";
