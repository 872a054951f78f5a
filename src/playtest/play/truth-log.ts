import { join } from "node:path";
import { openLineLog, type LineLog } from "../../kernel/store/index.ts";
import { readTruth, TRUTH_FILE, type Truth } from "../readings/index.ts";

export type TruthLog = {
  /** Keeps what was planted in a turn. Once: a turn that is played again after a stop has its line already. */
  keep(line: { turn: number; truth: unknown }): void;
  /** What was planted so far. */
  readonly known: Truth;
  /** What was kept survives a power cut when it resolves; it must, before the turn does. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** The file is made with the first line: most sessions have nothing planted in them. */
export function truthLog(dir: string): TruthLog {
  const known = readTruth(dir);
  let log: LineLog | undefined;
  return {
    keep(line) {
      // Opened even where nothing is appended: that cuts off a torn line.
      log ??= openLineLog(join(dir, TRUTH_FILE)).log;
      if (known.has(line.turn)) return;
      log.append(line);
      known.set(line.turn, line);
    },
    known,
    sync: async () => log?.sync(),
    close: async () => log?.close(),
  };
}
