import type { TurnRecord, TurnView } from "../../contract/index.ts";
import { relayedTurns, type SessionState } from "../../playtest/index.ts";
import type { OpenSession } from "./session-reader.ts";

/** One turn as the harness knows it; or, through a player's eyes, as that player heard it. */
export function turnView(record: TurnRecord, { state }: OpenSession, seat?: number): TurnView {
  return seat === undefined ? whole(record, wishesOf(state).get(record.turn)) : heardBy(record, seat);
}

/** Worked out once for a session, whichever of its turns are asked for. */
const known = new WeakMap<SessionState, Map<number, Wishes>>();
type Wishes = { asked: number[]; dropped: number[] };

function wishesOf(state: SessionState): Map<number, Wishes> {
  const wishes = known.get(state) ?? new Map(relayedTurns(state).map((turn) => [turn.turn, turn]));
  known.set(state, wishes);
  return wishes;
}

function whole(record: TurnRecord, wishes: Wishes | undefined): TurnView {
  const { classification, pulse, players, issues, hints = [] } = record;
  return {
    ...factsOf(record),
    narration: segmentsOf(record),
    type: classification.type,
    title: classification.title ?? "",
    ...(pulse !== undefined && { pulse }),
    players: players.map(({ seat, says, offTopic, mood, quirk, wants, private: answer }) => ({
      seat,
      says,
      offTopic,
      mood,
      quirk,
      wants,
      ...(answer && { private: answer }),
      relayed: wishes?.asked.includes(seat) ? !wishes.dropped.includes(seat) : null,
    })),
    issues,
    hints,
  };
}

/** Nothing of what the harness found, and nothing that was said to others: the same that players' prompts are made of. */
function heardBy(record: TurnRecord, seat: number): TurnView {
  return {
    ...factsOf(record),
    model: "",
    narration: segmentsOf(record)
      .filter(({ to }) => to === null || to.includes(seat))
      .map(({ text, to }) => ({ text, to: to && [seat] })),
    type: "",
    title: "",
    players: record.players.map((player) => {
      const { says, wants, private: answer } = player;
      return player.seat === seat
        ? { seat, says, wants, ...(answer && { private: answer }) }
        : { seat: player.seat, says };
    }),
    issues: [],
    hints: [],
  };
}

const factsOf = ({ turn, phase, at, ms, narrator, relay }: TurnRecord) => ({
  turn,
  phase,
  at,
  ms,
  model: narrator.model,
  relay: relay ? { seat: relay.seat, text: relay.text } : null,
});

const segmentsOf = ({ narrator, classification }: TurnRecord): TurnView["narration"] =>
  classification.segments.map(({ start, end, audience }) => ({
    text: narrator.text.slice(start, end),
    to: audience === "all" ? null : audience,
  }));
