import type { SessionState } from "../session/index.ts";
import type { TurnRange } from "./shared-turns.ts";

/** Some turns of a session as though it had no others: what came of them later is not known yet. A tangent belongs to the turn in which it began. */
export function sessionPart(state: SessionState, { from, to }: TurnRange): SessionState {
  const within = (turn: number) => turn >= from && turn <= to;
  // Uses of secrets name their moments by their places, which are others in the part.
  const placeOf = new Map(
    state.privateMoments
      .flatMap(({ turn }, index) => (within(turn) ? [index] : []))
      .map((index, place) => [index, place]),
  );
  return {
    ...state,
    turn: to,
    records: state.records.filter(({ turn }) => within(turn)),
    pulses: state.pulses.filter(within),
    ownBeats: state.ownBeats.filter(within),
    tangents: state.tangents
      .filter(({ startTurn }) => within(startTurn))
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
            },
      ),
    privateMoments: state.privateMoments
      .filter(({ turn }) => within(turn))
      .map((moment) =>
        moment.payoffTurn === undefined || moment.payoffTurn <= to
          ? moment
          : { ...moment, payoffDetected: false, payoffTurn: undefined },
      ),
    secrets: {
      ...state.secrets,
      uses: state.secrets.uses.flatMap((use) =>
        within(use.turn) && placeOf.has(use.moment) ? [{ ...use, moment: placeOf.get(use.moment)! }] : [],
      ),
    },
    issues: state.issues.filter(({ turn }) => within(turn)),
    ending: undefined,
  };
}
