import { z } from "zod";
import { readingVersion, type Reading, type SessionConfig, type TurnRecord } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Catalog, Gateway } from "../../kernel/models/index.ts";
import { houseContent } from "../house/index.ts";
import { endsTheRun, readerTableOf, readTurn, type ReaderTurn } from "../reader/index.ts";
import { answeredAs } from "../session/index.ts";
import type { Truth } from "./truth.ts";
import { turnChecksum } from "./turn-checksum.ts";

/** The reader that reads what the house cast planted, and the one that does not exist. */
export const HOUSE = "house";
export const NONE = "none";

export type MakeOptions = {
  gateway: Gateway;
  catalog: Catalog;
  config: SessionConfig;
  /** From the first turn to the one to read. */
  records: readonly TurnRecord[];
  turns: readonly ReaderTurn[];
  readings: readonly Reading[];
  truth: Truth;
  /** Ask again, whatever an earlier attempt came to. */
  again?: boolean;
  signal?: AbortSignal;
  /** Aborted: play waits for this reading. Until then its calls let all others go first. */
  awaited?: AbortSignal;
  /** Aborted: nobody waits for this reading any more. */
  late: AbortSignal;
  lateAfterMs: number;
};

/** No model was asked for what is kept under this: there is no request to tell apart. */
const HASH = "unread";
const LONGEST_REASON = 300;
const kept = z.object({ why: z.string() });

/**
 * Reads the last of the records. A reader that fails or is too late leaves the turn unread, also after a resume: the
 * readings after it were made without it. Throws what ends the run.
 */
export async function makeReading(options: MakeOptions): Promise<Reading> {
  const { gateway, config, records, readings, truth, again = false, signal, late, lateAfterMs } = options;
  const record = records.at(-1)!;
  const reader = config.observerModel;
  const head = {
    version: readingVersion,
    turn: record.turn,
    turnChecksum: turnChecksum(record),
    reader,
  } as const;
  const call = `turn/${record.turn}/reader/unread`;
  const before = gateway.journal.recall(call, HASH);
  if (before && !again) return { ...head, status: "unread", why: kept.parse(before.result).why };
  try {
    const read =
      reader === HOUSE
        ? { answeredBy: { reader: HOUSE }, content: houseContent({ config, records, truth, readings }) }
        : await ask(options);
    return { ...head, status: "read", ...read };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const isLate = late.aborted && !signal?.aborted;
    if (!isLate && endsTheRun(error)) throw error;
    const why = isLate
      ? `${reader} did not answer within ${lateAfterMs / 1_000} s`
      : error.message.slice(0, LONGEST_REASON);
    if (!before) gateway.journal.done({ call, hash: HASH, result: { why } });
    return { ...head, status: "unread", why };
  }
}

async function ask({ gateway, catalog, config, turns, readings, signal, awaited, late }: MakeOptions) {
  const model = catalog.resolve(config.observerModel);
  const secondLook = catalog.resolve(config.secondLookModel ?? config.observerModel);
  const { answeredBy, content } = await readTurn({
    gateway: { ...gateway, object: (asked) => gateway.object({ ...asked, awaited }) },
    model,
    secondLook,
    table: readerTableOf(config),
    turns,
    readings,
    signal: signal ? AbortSignal.any([signal, late]) : late,
  });
  return {
    answeredBy: {
      reader: answeredAs(model, answeredBy.reader),
      ...(answeredBy.secondLook !== undefined && {
        secondLook: answeredAs(secondLook, answeredBy.secondLook),
      }),
    },
    content,
  };
}
