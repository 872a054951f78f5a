import type { Reading, SessionConfig } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import type { Catalog, Gateway } from "../../kernel/models/index.ts";
import { readerTurnOf, type ReaderTurn } from "../reader/index.ts";
import type { SessionState } from "../session/index.ts";
import { makeReading, NONE } from "./make-reading.ts";
import { prepareFolder, saveReading } from "./reading-files.ts";
import type { Truth } from "./truth.ts";

/** Reads a session while it is played, one turn after the other, beside the table. */
export type Reader = {
  /** Tells it which turns are saved. It reads those that have no reading. */
  follow(state: SessionState): void;
  /** Resolves when a turn, and all before it, are read or given up. Rejects with what ends the run. */
  join(turn: number): Promise<void>;
  /** Those that are stored, in the order of their turns. */
  readings(): Reading[];
};

export type OpenReaderOptions = {
  dir: string;
  gateway: Gateway;
  catalog: Catalog;
  clock: Clock;
  config: SessionConfig;
  /** What is stored already. */
  stored: readonly Reading[];
  truth: Truth;
  /** Ask again for turns whose reading failed in an earlier life of the session. */
  again?: boolean;
  /** How long a reading is waited for, from when play can go no further without it. */
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
    // What was paid for reaches the disk before what was made of it.
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
        // Its request depends on the readings before it.
        const settled = last.then(() => read(turn, { awaited, late }));
        settled.catch(() => {}); // Told to who joins.
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
