import type { PlayerTurn, TurnRecord, TurnView } from "../../contract/index.ts";
import { tellingOf, type SessionState } from "../../playtest/index.ts";
import type { OpenSession } from "./session-reader.ts";

/** One turn in the harness's view; or in a player's view, as that player heard it. */
export function turnView(record: TurnRecord, { state }: OpenSession, seat?: number): TurnView {
  return seat === undefined ? whole(record, state) : heardBy(record, seat);
}

function whole(record: TurnRecord, { readings, issues, hints }: SessionState): TurnView {
  const { turn, classification, pulse, players, crossTalk, relay } = record;
  const reading = readings.find((each) => each.turn === turn);
  const read = reading?.status === "read" ? reading.content : undefined;
  const strays = read?.strays;
  const fateOf = (seat: number) => read?.wishes.find((wish) => wish.seat === seat)?.fate;
  return {
    ...factsOf(record),
    narration: segmentsOf(record),
    type: classification.type,
    title: classification.title ?? "",
    ...(pulse !== undefined && { pulse }),
    players: players.map((player) => ({
      ...ownOf(player, record.turn),
      offTopic: player.offTopic,
      mood: player.mood,
      quirk: player.quirk,
      ...(player.askedAgain && { askedAgain: true as const }),
      relayed: fateOf(player.seat) === undefined ? null : fateOf(player.seat) === "relayed",
    })),
    ...(crossTalk && {
      crossTalk: crossTalk.map(({ seat, says, offTopic, withheld }) => ({
        seat,
        says,
        offTopic,
        ...(withheld && { withheld }),
      })),
    }),
    relay: relay
      ? {
          seat: relay.seat,
          text: relay.text,
          ...(relay.noise && { noise: relay.noise }),
          ...(relay.dropped !== undefined && { dropped: relay.dropped }),
        }
      : null,
    ...(strays && !strays.relayed && { tableTalk: [strays.by] }),
    ...(reading?.status === "unread" && { unread: reading.why }),
    issues: issues.filter((issue) => issue.turn === turn),
    hints: hints.filter((hint) => hint.turn === turn),
  };
}

/** No findings, and nothing said to others: the same basis as players' prompts. */
function heardBy(record: TurnRecord, seat: number): TurnView {
  return {
    ...factsOf(record),
    model: "",
    narration: segmentsOf(record)
      .filter(({ to }) => to === null || to.includes(seat))
      .map(({ text, to }) => ({ text, to: to && [seat] })),
    type: "",
    title: "",
    players: record.players.map((player) =>
      player.seat === seat ? ownOf(player, record.turn) : aloudOf(player, record.turn),
    ),
    ...(record.crossTalk && {
      crossTalk: record.crossTalk.map(({ seat: who, says, withheld }) => ({
        seat: who,
        says,
        ...(who === seat && withheld && { withheld }),
      })),
    }),
    issues: [],
    hints: [],
  };
}

/** A player's public words. */
function aloudOf(player: PlayerTurn, turn: number) {
  const tells = tellingOf(player, turn);
  return { seat: player.seat, says: player.says, ...(tells && { tells }) };
}

/** A player's own knowledge. */
const ownOf = (player: PlayerTurn, turn: number) => ({
  ...aloudOf(player, turn),
  wants: player.wants,
  ...(player.private && { private: player.private }),
  ...(player.remember !== undefined && { remember: player.remember }),
  ...(player.withheld && { withheld: player.withheld }),
});

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
