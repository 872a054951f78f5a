/** Asks a model to read a turn, and checks what it answers. */
export { readTurn, type ReadTurn } from "./read-turn.ts";
export {
  readerTableOf,
  readerTurnOf,
  type ReaderTable,
  type ReaderTurn,
  type ReadOptions,
} from "./reader-turn.ts";
export { endsTheRun } from "./second-look.ts";
