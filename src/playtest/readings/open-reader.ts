import { z } from "zod";
import { formatVersion, type Reading, type SessionConfig, type TurnRecord } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Catalog, Gateway } from "../../kernel/models/index.ts";
import { houseContent } from "../house/index.ts";
import { endsTheRun, readerTableOf, readerTurnOf, readTurn, type ReaderTurn } from "../reader/index.ts";
import { answeredAs, type SessionState } from "../session/index.ts";
import { HOUSE, NONE, prepareFolder, saveReading, turnChecksum, type Truth } from "./reading-files.ts";

/** Reads a session during play, one turn after the other, in the background. */
export type Reader = {
  /** Announces saved turns. It reads those without a reading. */
  follow(state: SessionState): void;
  /** Resolves when a turn, and all before it, are read or given up. Rejects with the error that ends the run. */
  join(turn: number): Promise<void>;
  /** The stored ones, in the order of their turns. */
  readings(): Reading[];
};

export type OpenReaderOptions = {
  dir: string;
  gateway: Gateway;
  catalog: Catalog;
  clock: Clock;
  config: SessionConfig;
  /** The stored readings. */
  stored: readonly Reading[];
  truth: Truth;
  /** Retry turns with a failed reading from an earlier run. */
  again?: boolean;
  /** The timeout of a reading, from the moment play must wait for it. */
  readWithinMs: number;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

type Pending = { settled: Promise<void>; awaited: AbortController; late: AbortController };

export function openReader(options: OpenReaderOptions): Reader {
  const { dir, gateway, clock, config, readWithinMs } = options;
  const made = new Map(options.stored.map((reading) => [reading.turn, reading]));
  const pending = new Map<number, Pending>();
  const turns: ReaderTurn[] = [];
  let last: Promise<void> | undefined;
  let latest: SessionState | undefined;

  const readings = () => [...made.values()].toSorted((a, b) => a.turn - b.turn);

  async function read(turn: number, { awaited, late }: Omit<Pending, "settled">): Promise<void> {
    const reading = await makeReading({
      ...options,
      // Characters are written after the reader is opened.
      config: { ...config, group: latest!.config.group },
      records: latest!.records.slice(0, turn),
      turns: turns.slice(0, turn),
      readings: readings().filter((each) => each.turn < turn),
      awaited: awaited.signal,
      late: late.signal,
      lateAfterMs: readWithinMs,
    });
    // Paid answers reach the disk before what was made from them.
    await gateway.journal.sync();
    await saveReading(dir, reading);
    made.set(turn, reading);
    options.onReading?.(reading);
  }

  return {
    follow(state) {
      if (config.observerModel === NONE) return;
      latest = state;
      for (const record of state.records.slice(turns.length)) turns.push(readerTurnOf(record));
      for (const { turn } of state.records) {
        if (made.has(turn) || pending.has(turn)) continue;
        last ??= prepareFolder(dir, config.observerModel);
        const [awaited, late] = [new AbortController(), new AbortController()];
        // Its request depends on the previous readings.
        const settled = last.then(() => read(turn, { awaited, late }));
        settled.catch(() => {}); // `join` reports it.
        last = settled;
        pending.set(turn, { settled, awaited, late });
      }
    },
    async join(turn) {
      for (const [at, { settled, awaited, late }] of pending) {
        if (at > turn) continue;
        awaited.abort();
        const inTime = new AbortController();
        if (Number.isFinite(readWithinMs))
          clock.sleep(readWithinMs, inTime.signal).then(
            () => late.abort(),
            () => {},
          );
        try {
          await settled;
          pending.delete(at);
        } finally {
          inTime.abort();
        }
      }
    },
    readings,
  };
}

export type MakeOptions = {
  gateway: Gateway;
  catalog: Catalog;
  config: SessionConfig;
  /** From the first turn to the one to read. */
  records: readonly TurnRecord[];
  turns: readonly ReaderTurn[];
  readings: readonly Reading[];
  truth: Truth;
  /** Ask again, regardless of an earlier attempt. */
  again?: boolean;
  signal?: AbortSignal;
  /** Aborted: play waits for this reading. Until then its calls let all others go first. */
  awaited?: AbortSignal;
  /** Aborted: this reading is no longer needed. */
  late: AbortSignal;
  lateAfterMs: number;
};

/** The journal needs a request hash; an unread turn made no request. */
const HASH = "unread";
const LONGEST_REASON = 300;
const kept = z.object({ why: z.string() });

/**
 * Reads the last of the records. A failed or late reader leaves the turn unread, also after a resume: later readings
 * were made without it. Throws errors that end the run.
 */
export async function makeReading(options: MakeOptions): Promise<Reading> {
  const { gateway, config, records, readings, truth, again = false, signal, late, lateAfterMs } = options;
  const record = records.at(-1)!;
  const reader = config.observerModel;
  const head = {
    version: formatVersion,
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
