import type { Classification, Issue, Phase, PlayerTurn, TurnRecord } from "../../contract/index.ts";
import { detect } from "../detect/index.ts";
import { toldTo } from "../agents/index.ts";
import type { Beat } from "./beat-of.ts";
import type { SessionState } from "./session-state.ts";

export type ObserveOptions = {
  state: SessionState;
  turn: number;
  phase: Phase;
  text: string;
  /** What everybody heard of it. */
  narration: string;
  classification: Classification;
  beat: Beat;
  players: readonly PlayerTurn[];
  relayBefore: string;
  relay: TurnRecord["relay"];
};

/** What can be seen in a turn without asking a model. */
export function observe({
  state,
  turn,
  phase,
  text,
  narration,
  classification,
  beat,
  players,
  relayBefore,
  relay,
}: ObserveOptions): { issues: Issue[] } {
  const { records, config } = state;
  const issues = detect({
    turn,
    phase,
    text,
    heard: narration,
    told: config.group.players
      .map(({ seat }) => ({ seat, text: toldTo(text, classification, seat) }))
      .filter((each) => each.text !== ""),
    type: classification.type,
    pulse: beat.pulse !== undefined || beat.ownBeat === true,
    earlier: records.slice(-30).map(({ turn, narrator, classification }) => ({
      turn,
      text: narrator.text,
      type: classification.type,
    })),
    names: config.group.players.map(({ name }) => name),
    guide: config.storyGuide,
    relay: relayBefore,
    relayNow: relay,
    // What is told to everybody now is no secret any more when it is relayed.
    secrets: state.secrets.secrets.filter(
      ({ turn, seats }) => !players.some(({ seat, shares }) => shares?.turn === turn && seats.includes(seat)),
    ),
    players: players.map(({ seat, says, wants }) => ({ seat, says, wants })),
    turnsSincePulse:
      turn -
      Math.max(
        state.pulses.at(-1) ?? 0,
        state.ownBeats.at(-1) ?? 0,
        records.findLast(({ phase }) => phase === "creation")?.turn ?? 0,
      ),
  });
  return { issues };
}
