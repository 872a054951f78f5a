import { HarnessError } from "../../kernel/errors/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import type { Reading, ReadingContent } from "../../contract/index.ts";
import type { ReaderTable, ReaderTurn } from "./reader-turn.ts";

export type ReadOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  /** The model that confirms findings. */
  secondLook: ResolvedModel;
  table: ReaderTable;
  /** From the first turn to the one to read. */
  turns: readonly ReaderTurn[];
  /** Of the turns before it. */
  readings: readonly Reading[];
  signal?: AbortSignal;
};

export type ReadTurn = { answeredBy: { reader: string; secondLook?: string }; content: ReadingContent };

/**
 * Reads the last of `turns`: one call `turn/N/reader`, and a call `turn/N/second-look` where something was found.
 * Throws a HarnessError where the reader cannot be had. A second look that fails leaves its findings unconfirmed.
 */
export async function readTurn(_options: ReadOptions): Promise<ReadTurn> {
  throw new HarnessError({
    code: "reader-missing",
    message: "The reader is not built yet.",
    remedy: "Use --observer none.",
  });
}
