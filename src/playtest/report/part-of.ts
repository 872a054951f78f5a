import type { Deviation, SessionResult } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

export type TurnRange = { from: number; to: number };

/** The session with what belongs to some of its turns alone. A tangent belongs to every turn that it lasted. */
export function partOf(state: SessionState, { from, to }: TurnRange): SessionState {
  const within = (turn: number) => turn >= from && turn <= to;
  return {
    ...state,
    records: state.records.filter(({ turn }) => within(turn)),
    pulses: state.pulses.filter(within),
    ownBeats: state.ownBeats.filter(within),
    tangents: state.tangents.filter(
      ({ startTurn, endTurn = state.turn }) => startTurn <= to && endTurn >= from,
    ),
    privateMoments: state.privateMoments.filter(({ turn }) => within(turn)),
    issues: state.issues.filter(({ turn }) => within(turn)),
    hints: state.hints.filter(({ turn }) => within(turn)),
    readings: state.readings.filter(({ turn }) => within(turn)),
    ending: within(state.turn) ? state.ending : undefined,
  };
}

/** What did not go as asked for in these turns, or in no single one. */
export const deviationsIn = ({ deviations = [] }: SessionResult, { from, to }: TurnRange): Deviation[] =>
  deviations
    .map((each) => ({ ...each, turns: each.turns.filter((turn) => turn >= from && turn <= to) }))
    .filter(({ turns }, at) => turns.length > 0 || deviations[at]!.turns.length === 0);
