import type { TurnView } from "../../../src/contract/index.ts";

/** A turn as one player heard it: what the server would have told of it, made of what is named here and nothing else. */
export function throughEyes(
  { turn, phase, at, ms, relay, narration, players, crossTalk }: TurnView,
  seat: number,
): TurnView {
  return {
    turn,
    phase,
    at,
    ms,
    model: "",
    relay: relay && { seat: relay.seat, text: relay.text },
    narration: narration
      .filter(({ to }) => to === null || to.includes(seat))
      .map(({ text, to }) => ({ text, to: to && [seat] })),
    type: "",
    title: "",
    players: players.map(({ seat: who, says, tells, wants, private: answer, remember, withheld }) => ({
      seat: who,
      says,
      ...(tells && { tells }),
      ...(who === seat && {
        ...(wants !== undefined && { wants }),
        ...(answer && { private: answer }),
        ...(remember !== undefined && { remember }),
        ...(withheld && { withheld }),
      }),
    })),
    ...(crossTalk && {
      crossTalk: crossTalk.map(({ seat: who, says, withheld }) => ({
        seat: who,
        says,
        ...(who === seat && withheld && { withheld }),
      })),
    }),
    issues: [],
    hints: [],
  };
}
