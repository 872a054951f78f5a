import type { TurnView } from "../../../src/contract/playtest-api.ts";

/** A turn as one player heard it: what the server would have told of it. */
export function throughEyes({ pulse: _pulse, ...turn }: TurnView, seat: number): TurnView {
  return {
    ...turn,
    narration: turn.narration.filter(({ to }) => to === null || to.includes(seat)),
    type: "",
    title: "",
    players: turn.players.map(({ seat: who, says, wants, private: answer }) => (who === seat ? { seat: who, says, ...(wants !== undefined && { wants }), ...(answer && { private: answer }) } : { seat: who, says })),
    issues: [],
    hints: [],
  };
}
