import type { SessionMetrics } from "../../contract/index.ts";
import { readerSource, type SessionState } from "../session/index.ts";

/** With a smaller share of turns read, the reader's metrics are missing. */
export const ENOUGH_READ = 0.9;

export type Coverage = {
  turns: ReadonlySet<number>;
  of: number;
  enough: boolean;
  /** `reader: MODEL`; absent: no turn was read. */
  source?: string;
  unread: ReadonlyArray<{ turn: number; why: string }>;
  why?: string;
};

export function readingCoverage({ records, readings }: SessionState): Coverage {
  const played = new Set(records.map(({ turn }) => turn));
  const read = readings.filter(({ status, turn }) => status === "read" && played.has(turn));
  const turns = new Set(read.map(({ turn }) => turn));
  const enough = turns.size > 0 && turns.size >= ENOUGH_READ * played.size;
  return {
    turns,
    of: played.size,
    enough,
    unread: readings.length === 0 ? [] : unreadIn(records, readings),
    ...(read[0] && { source: readerSource(read[0].reader) }),
    ...(!enough && { why: whyUnread(readings.length, { read: turns.size, of: played.size }) }),
  };
}

function unreadIn(
  records: SessionState["records"],
  readings: SessionState["readings"],
): Array<{ turn: number; why: string }> {
  const of = new Map(readings.map((reading) => [reading.turn, reading]));
  return records.flatMap(({ turn }) => {
    const reading = of.get(turn);
    if (reading?.status === "read") return [];
    return [{ turn, why: reading?.why ?? "no reading is stored" }];
  });
}

/** Below this, a reader was requested but could not do its work. */
export const TOO_FEW_READ = "too few turns were read";
const whyUnread = (asked: number, { read, of }: { read: number; of: number }): string =>
  asked === 0 ? "no reader" : `${TOO_FEW_READ} (${read} of ${of}, at least ${100 * ENOUGH_READ} % required)`;

export const readOf = ({ turns, of }: Coverage): SessionMetrics["read"] => ({
  turns: [...turns].toSorted((a, b) => a - b),
  of,
});
