/** Which turns a reader read, and why it did not read the others. */
import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { failedText, turnList, type Failed } from "../../kernel/report/index.ts";
import { readerSource, type SessionState } from "../session/index.ts";

/** With a smaller share of turns read, the reader's metrics are missing. */
export const ENOUGH_READ = 0.9;

export type Coverage = Omit<NonNullable<SessionResult["read"]>, "turns" | "notLookedFor"> & {
  turns: ReadonlySet<number>;
  enough: boolean;
  /** Why the reader's metrics are missing. */
  why?: string;
};

export function readingCoverage({ config, records, readings }: SessionState): Coverage {
  const played = new Set(records.map(({ turn }) => turn));
  const read = readings.filter(({ status, turn }) => status === "read" && played.has(turn));
  const turns = new Set(read.map(({ turn }) => turn));
  const enough = turns.size > 0 && turns.size >= ENOUGH_READ * played.size;
  const asked = config.observerModel === "none" ? undefined : config.observerModel;
  const covered = {
    turns,
    of: played.size,
    enough,
    ...(asked !== undefined && { asked }),
    unread: asked === undefined ? [] : unreadIn(records, readings),
    ...(read[0] && { source: readerSource(read[0].reader) }),
  };
  return enough ? covered : { ...covered, why: tooFewRead(covered, turns.size) };
}

function unreadIn(
  records: SessionState["records"],
  readings: SessionState["readings"],
): Array<{ turn: number } & Partial<Failed>> {
  const of = new Map(readings.map((reading) => [reading.turn, reading]));
  return records.flatMap(({ turn }) => {
    const reading = of.get(turn);
    if (reading?.status === "read") return [];
    if (reading === undefined) return [{ turn }];
    const { why, attempts } = reading;
    return [{ turn, why, ...(attempts !== undefined && { attempts }) }];
  });
}

export type Unread =
  | { is: "nobody-asked" }
  | ({ is: "failed"; reader: string; turns: number[] } & Failed)
  /** Play stopped, or has not come this far. */
  | { is: "not-yet"; turns: number[] };

/** Why turns were not read: one entry per reason. */
export function whyUnread({ asked, unread }: Pick<Coverage, "asked" | "unread">): Unread[] {
  if (asked === undefined) return [{ is: "nobody-asked" }];
  const byReason = Map.groupBy(unread, ({ why }) => why?.replaceAll(NUMBER, "#"));
  return [...byReason.values()].map((same): Unread => {
    const turns = same.map(({ turn }) => turn);
    const { why, attempts } = same[0]!;
    if (why === undefined) return { is: "not-yet", turns };
    const isKnown = attempts !== undefined && same.every((each) => each.attempts === attempts);
    return { is: "failed", reader: asked, turns, why, ...(isKnown && { attempts }) };
  });
}

/** The same reason differs by turn in its numbers, but not in its HTTP status. */
const NUMBER = /(?<!answered \d*)\d+/g;

/** A sentence or two per reason. */
export const unreadText = (read: Pick<Coverage, "asked" | "unread">): string =>
  whyUnread(read)
    .map((reason) =>
      reason.is === "nobody-asked"
        ? "No reader was asked (name an observer)."
        : reason.is === "not-yet"
          ? `Not read yet: ${turnList(reason.turns)}.`
          : `Not read: ${turnList(reason.turns)}. ${failedText(reason.reader, reason)}.`,
    )
    .join(" ");

/** In short, for a list of missing parts. */
function tooFewRead({ asked, unread, of }: Pick<Coverage, "asked" | "unread" | "of">, read: number): string {
  if (asked === undefined) return "no reader was asked (name an observer)";
  const few = `too few turns were read: ${read} of ${of}, at least ${100 * ENOUGH_READ} % required`;
  return unread.some(({ why }) => why !== undefined) ? `${asked} failed; ${few}` : few;
}

export const readOf = ({ turns, of }: Coverage): SessionMetrics["read"] => ({
  turns: [...turns].toSorted((a, b) => a - b),
  of,
});
