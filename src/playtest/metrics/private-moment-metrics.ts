import type { Issue, MomentMetrics, PrivateMoment, PrivateMomentMetrics } from "../../contract/index.ts";
import { quoteOccurs } from "../text/index.ts";
import { isUnclassified, type SessionState } from "../session/index.ts";
import { mean, meanOfKnown, ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

/** A telling closer to the end than this had no time to come back. */
const TIME_TO_PAY_OFF = 5;
/** With fewer of its later turns read, a moment does not count, whether a payoff was seen or not. */
const ENOUGH_READ = 0.9;

export function privateMomentMetrics(state: SessionState, read: Coverage): PrivateMomentMetrics {
  const { privateMoments, issues, turn: lastTurn } = state;
  const first = state.records[0]?.turn ?? 0;
  const moments = privateMoments.map((moment): MomentMetrics => ({
    turn: moment.turn,
    seat: moment.seat,
    target: moment.target,
    payoffTurn: moment.payoffTurn ?? null,
    spoiledTurn: leakOf(moment, issues)?.turn ?? null,
  }));
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
    moments,
  };
  if (!read.enough || !known)
    return { ...common, spoiled: null, payoffs: null, payoffRate: null, avgTurnsToPayoff: null };
  const due = moments.filter((moment) => moment.turn >= first && isDue(moment, { lastTurn, read }));
  const paidOff = moments.filter(hasPaidOff);
  return {
    ...common,
    spoiled: moments.filter(({ spoiledTurn }) => spoiledTurn !== null).length,
    payoffs: paidOff.length,
    payoffRate: ratio(due.filter(hasPaidOff).length, due.length),
    avgTurnsToPayoff: mean(paidOff.map(({ turn, payoffTurn }) => payoffTurn! - turn)),
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

/** Whether or not it came back: counting late ones only if they did would favour every session. */
function isDue({ turn }: MomentMetrics, { lastTurn, read }: { lastTurn: number; read: Coverage }): boolean {
  const later = lastTurn - turn;
  const readLater = [...read.turns].filter((at) => at > turn && at <= lastTurn).length;
  return later >= TIME_TO_PAY_OFF && readLater >= ENOUGH_READ * later;
}

/** What everybody already knows cannot surprise anyone. */
const hasPaidOff = ({ payoffTurn, spoiledTurn }: MomentMetrics): boolean =>
  payoffTurn !== null && (spoiledTurn === null || payoffTurn < spoiledTurn);
