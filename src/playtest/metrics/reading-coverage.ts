/** Which turns a reader read, and why it did not read the others. */
import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { failedText, turnList, type Failed } from "../../kernel/report/index.ts";
import { readerSource, type SessionState } from "../session/index.ts";

/** With a smaller share of turns read, the reader's metrics are missing. */
export const ENOUGH_READ = 0.9;

export const NOBODY_READ = "no model read the turns (name an observer)";

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
    asked,
    unread: asked === undefined ? [] : unreadIn(records, readings),
    source: read[0] && readerSource(read[0].reader),
  };
  return { ...covered, why: enough ? undefined : tooFewRead(covered, turns.size) };
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
    return [{ turn, why, attempts }];
  });
}

/** A sentence or two per reason. */
export function unreadText({ asked, unread }: Pick<Coverage, "asked" | "unread">): string {
  if (asked === undefined) return "No model read the turns (name an observer).";
  // The same reason differs by turn in its numbers, but not in its HTTP status.
  const byReason = Map.groupBy(unread, ({ why }) => why?.replaceAll(/(?<!answered \d*)\d+/g, "#"));
  return [...byReason.values()]
    .map((same) => {
      const turns = turnList(same.map(({ turn }) => turn));
      const { why, attempts } = same[0]!;
      return why === undefined
        ? `Not read yet: ${turns}.`
        : `Not read: ${turns}. ${failedText(asked, { why, attempts })}.`;
    })
    .join(" ");
}

/** In short, for a list of missing parts. */
function tooFewRead({ asked, unread, of }: Pick<Coverage, "asked" | "unread" | "of">, read: number): string {
  if (asked === undefined) return NOBODY_READ;
  if (of === 0) return "no turn was played";
  const few = `too few turns were read: ${read} of ${of}, at least ${100 * ENOUGH_READ} % required`;
  return unread.some(({ why }) => why !== undefined) ? `${asked} failed; ${few}` : few;
}

export const readOf = ({ turns, of }: Coverage): SessionMetrics["read"] => ({
  turns: [...turns].toSorted((a, b) => a - b),
  of,
});
