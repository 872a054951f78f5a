import type { MomentMetrics, PrivateMomentMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { alignmentWith } from "./backstory-alignment.ts";
import { mean, meanOfKnown, ratio } from "./mean.ts";
import { timingIn } from "./moment-timing.ts";
import type { SecretUse } from "./secret-uses.ts";

/** A secret that is told again nearly whole is told away; soon after it was told, less of it will do. A pay-off comes later, and in other words. */
const WHOLE = 0.8;
const MOST = 0.6;
const SOON = 3;
const FEWEST_WORDS = 4;
/** Told later than this before the end, nothing has had the time to come back. */
export const TIME_TO_PAY_OFF = 5;

export function privateMomentMetrics(state: SessionState, uses: readonly SecretUse[]): PrivateMomentMetrics {
  const { privateMoments, turn: lastTurn } = state;
  const [alignment, timing] = [alignmentWith(state), timingIn(state)];
  const spoiled = new Map<number, number>();
  for (const use of uses)
    if (!spoiled.has(use.moment) && tellsAway(use, privateMoments[use.moment]!.turn))
      spoiled.set(use.moment, use.turn);
  const moments = privateMoments.map((moment, index): MomentMetrics => ({
    turn: moment.turn,
    seat: moment.seat,
    target: moment.target,
    backstoryAlignment: alignment(moment),
    narrativeAppropriateness: timing(moment),
    payoffTurn: moment.payoffTurn ?? null,
    spoiledTurn: spoiled.get(index) ?? null,
  }));
  const due = moments.filter((moment) => isDue(moment, lastTurn));
  const paidOff = moments.filter(hasPaidOff);
  return {
    count: moments.length,
    shared: privateMoments.filter(({ shared }) => shared).length,
    avgBackstoryAlignment: meanOfKnown(moments.map(({ backstoryAlignment }) => backstoryAlignment)),
    avgAppropriateness: meanOfKnown(moments.map(({ narrativeAppropriateness }) => narrativeAppropriateness)),
    payoffs: paidOff.length,
    payoffRate: ratio(due.filter(hasPaidOff).length, due.length),
    avgTurnsToPayoff: mean(paidOff.map(({ turn, payoffTurn }) => payoffTurn! - turn)),
    spoiled: spoiled.size,
    moments,
  };
}

const tellsAway = ({ by, words, share, turn }: SecretUse, toldAt: number): boolean =>
  by === "narrator" && words.length >= FEWEST_WORDS && share >= (turn - toldAt <= SOON ? MOST : WHOLE);

/** Whether or not it has come back: to count late ones only where they did would make every session look better. */
const isDue = ({ turn }: MomentMetrics, lastTurn: number): boolean => lastTurn - turn >= TIME_TO_PAY_OFF;

/** What everybody was told already cannot come back to anybody's surprise. */
const hasPaidOff = ({ payoffTurn, spoiledTurn }: MomentMetrics): boolean =>
  payoffTurn !== null && (spoiledTurn === null || payoffTurn < spoiledTurn);
