import { join } from "node:path";
import { openLineLog, type LineLog } from "../../kernel/store/index.ts";

/** What embedded narrators planted on purpose, a line a turn. Nothing but tests and benches reads it. */
export const TRUTH_FILE = "truth.jsonl";

export type TruthLog = {
  /** Keeps what was planted in a turn. Once: a turn that is played again after a stop has its line already. */
  keep(line: { turn: number; truth: unknown }): void;
  /** What was kept survives a power cut when it resolves; it must, before the turn does. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** The file is made with the first line: most sessions have nothing planted in them. */
export function truthLog(dir: string): TruthLog {
  let opened: { log: LineLog; turns: Set<unknown> } | undefined;
  const open = () => {
    const turns = new Set<unknown>();
    return {
      log: openLineLog(join(dir, TRUTH_FILE), { onLine: ({ value }) => void turns.add(value.turn) }).log,
      turns,
    };
  };
  return {
    keep(line) {
      opened ??= open();
      if (opened.turns.has(line.turn)) return;
      opened.log.append(line);
      opened.turns.add(line.turn);
    },
    sync: async () => opened?.log.sync(),
    close: async () => opened?.log.close(),
  };
}
