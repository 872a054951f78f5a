import type { Issue, PrivateMoment, PrivateMomentMetrics } from "../../contract/index.ts";
import { quoteOccurs } from "../../kernel/text/index.ts";
import { isUnclassified, type SessionState } from "../session/index.ts";
import { meanOfKnown, ratio } from "./mean.ts";
import { ENOUGH_READ, type Coverage } from "./reading-coverage.ts";

/** A telling closer to the end than this had no time to come back. */
const TIME_TO_PAY_OFF = 5;

export function privateMomentMetrics(state: SessionState, read: Coverage): PrivateMomentMetrics {
  const { privateMoments, issues, turn: lastTurn } = state;
  const first = state.records[0]?.turn ?? 0;
  const ofRead = (value: (moment: PrivateMoment) => number | undefined) =>
    read.enough ? meanOfKnown(privateMoments.map((moment) => value(moment) ?? null)) : null;
  const known = !isUnclassified(state);
  // A branch may pay off what its parent told.
  const own = privateMoments.filter(({ turn }) => turn >= first);
  const common = {
    count: known ? own.length : null,
    shared: known ? own.filter(({ shared }) => shared).length : null,
    avgBackstoryAlignment: ofRead(({ backstoryAlignment }) => backstoryAlignment),
    avgAppropriateness: ofRead(({ narrativeAppropriateness }) => narrativeAppropriateness),
  };
  if (!read.enough || !known) return { ...common, spoiled: null, payoffs: null, payoffRate: null };
  const hasPaidOff = (moment: PrivateMoment) => paidOff(moment, issues);
  const due = own.filter((moment) => isDue(moment, { lastTurn, read }));
  return {
    ...common,
    spoiled: privateMoments.filter((moment) => leakOf(moment, issues)).length,
    payoffs: privateMoments.filter(hasPaidOff).length,
    payoffRate: ratio(due.filter(hasPaidOff).length, due.length),
  };
}

/** The confirmed leak that gives this moment away. */
export const leakOf = (moment: PrivateMoment, issues: readonly Issue[]): Issue | undefined =>
  issues.find((issue) => issue.kind === "leak" && givesAway(issue, moment));

/** The leak quotes what this moment told. */
const givesAway = ({ turn, evidence }: Issue, moment: PrivateMoment): boolean =>
  turn > moment.turn &&
  evidence.some(
    (quote) =>
      quote.turn === moment.turn &&
      (quoteOccurs(quote.text, moment.content) || quoteOccurs(moment.content, quote.text)),
  );

/**
 * Whether or not it came back: counting late ones only if they did would favour every session. With too few of the later
 * turns read it does not count.
 */
function isDue({ turn }: PrivateMoment, { lastTurn, read }: { lastTurn: number; read: Coverage }): boolean {
  const later = lastTurn - turn;
  const readLater = [...read.turns].filter((at) => at > turn && at <= lastTurn).length;
  return later >= TIME_TO_PAY_OFF && readLater >= ENOUGH_READ * later;
}

/** What everybody already knows cannot surprise anyone. */
const paidOff = (moment: PrivateMoment, issues: readonly Issue[]): boolean =>
  moment.payoffTurn !== undefined && moment.payoffTurn < (leakOf(moment, issues)?.turn ?? Infinity);
