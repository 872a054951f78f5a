import type { SessionState } from "./apply-turn.ts";

/** What a session played itself: a branch without the turns of its parent. */
export function ownPart(state: SessionState): SessionState {
  const after = state.branchedFrom?.turn ?? 0;
  return after === 0
    ? state
    : { ...sessionPart(state, { from: after + 1, to: state.turn }), ending: state.ending };
}

export type TurnRange = { from: number; to: number };

/**
 * Some turns of a session in isolation: later events are unknown. A tangent and a pay-off belong to the turn that ends
 * them; what is still open belongs to the last turn.
 */
export function sessionPart(state: SessionState, { from, to }: TurnRange): SessionState {
  const within = (turn: number) => turn >= from && turn <= to;
  const toldBefore = state.pulses.filter((turn) => turn < from).length;
  const expected = state.config.expectedPulses;
  return {
    ...state,
    // Only what was still untold.
    config: { ...state.config, expectedPulses: expected && Math.max(0, expected - toldBefore) },
    turn: to,
    records: state.records.filter(({ turn }) => within(turn)),
    pulses: state.pulses.filter(within),
    ownBeats: state.ownBeats.filter(within),
    tangents: state.tangents
      .filter(({ startTurn, endTurn }) => startTurn <= to && (endTurn === undefined || endTurn >= from))
      .map((tangent) =>
        tangent.endTurn === undefined || tangent.endTurn <= to
          ? tangent
          : {
              ...tangent,
              endTurn: undefined,
              length: to - tangent.startTurn,
              recoveryMethod: "none",
              woven: "unknown",
              segue: undefined,
              segueQuality: undefined,
            },
      ),
    privateMoments: state.privateMoments
      .filter(({ turn, payoffTurn }) => within(turn) || (payoffTurn !== undefined && within(payoffTurn)))
      .map((moment) =>
        moment.payoffTurn === undefined || moment.payoffTurn <= to
          ? moment
          : { ...moment, payoffDetected: false, payoffTurn: undefined },
      ),
    issues: state.issues.filter(({ turn }) => within(turn)),
    hints: state.hints.filter(({ turn }) => within(turn)),
    readings: state.readings.filter(({ turn }) => within(turn)),
    ending: undefined,
  };
}
