import type { Classification, Phase, PlayerTurn, TurnRecord } from "../../contract/index.ts";
import { detect } from "../detect/index.ts";
import { tableTalk, toldTo } from "../agents/index.ts";
import { toldPulses, type Beat } from "./beat-of.ts";
import type { SessionState } from "./session-state.ts";
import { strayedIn } from "./strayed.ts";

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
}: ObserveOptions): Pick<TurnRecord, "issues"> {
  const { records, config } = state;
  const advanced = beat.pulse !== undefined || beat.ownBeat === true;
  const { issues } = detect({
    turn,
    phase,
    text,
    heard: narration,
    told: config.group.players
      .map(({ seat }) => ({ seat, text: toldTo(text, classification, seat) }))
      .filter((each) => each.text !== ""),
    type: classification.type,
    pulse: advanced,
    guidePulse: beat.guidePulse,
    toldPulses: toldPulses(records),
    earlier: records.slice(-30).map(({ turn, narrator, classification }) => ({
      turn,
      text: narrator.text,
      type: classification.type,
    })),
    facts: [],
    names: config.group.players.map(({ name }) => name),
    guide: config.storyGuide,
    relay: relayBefore,
    relayBefore: records.at(-2)?.phase === "story" ? records.at(-2)?.relay?.text : undefined,
    relayNow: relay,
    table: records
      .slice(-30)
      .flatMap((record) => [...tableTalk(record).map(({ says }) => says), record.relay?.text ?? ""]),
    // What is told to everybody now is no secret any more when it is relayed.
    secrets: state.secrets.secrets.filter(
      ({ turn, seats }) => !players.some(({ seat, shares }) => shares?.turn === turn && seats.includes(seat)),
    ),
    players: players.map(({ seat, says, wants }) => ({ seat, says, wants })),
    found: records.slice(-30).flatMap(({ issues }) => issues),
    openTangent: strayedIn(records.at(-1)).seats.length > 0,
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
