import {
  formatVersion,
  type Checkpoint,
  type Message,
  type PlayerTurn,
  type TurnRecord,
} from "../../contract/index.ts";
import { lostPart, publicPart, toldTo } from "../agents/index.ts";
import { playedConfig, type SessionState } from "../session/index.ts";

/** The state in the form for people and other programs: everything said, in order, with its audience. */
export function wholeCheckpoint(state: SessionState): Checkpoint {
  const { config, records, sessionId, turn, pulses, tangents, privateMoments, issues, branchedFrom } = state;
  const { players, spokesperson } = config.group;
  return {
    kind: "checkpoint",
    version: formatVersion,
    sessionId,
    turn,
    timestamp: Date.parse(records.at(-1)?.at ?? "1970-01-01T00:00:00.000Z"),
    conversationHistory: records.flatMap((record) =>
      messagesOf(
        record,
        players.map(({ name }) => name),
      ),
    ),
    playerAgents: players,
    spokespersonId: players[spokesperson]!.name,
    sessionConfig: playedConfig(state),
    detectedPulses: [...pulses],
    detectedTangents: [...tangents],
    privateMoments: [...privateMoments],
    issues: [...issues],
    records: [...records],
    readings: state.readings.length > 0 ? [...state.readings] : undefined,
    branchedFrom,
  };
}

export function messagesOf(
  { turn, at, narrator, classification, players, crossTalk = [], relay }: TurnRecord,
  names: readonly string[],
): Message[] {
  const common = { turn, timestamp: Date.parse(at) };
  const told = (content: string, audience: number[]): Message => ({
    ...common,
    role: "narrator",
    content,
    classification: "private-moment",
    audience,
  });
  const said = (seat: number, content: string): Message => ({
    ...common,
    role: "player",
    player: names[seat],
    seat,
    content,
  });
  const aloud = ({ seat, says, tells }: Pick<PlayerTurn, "seat" | "says" | "tells">): Message => ({
    ...said(seat, says),
    toldInTurn: tells?.[0],
  });
  // A transcript does not say who speaks for the group.
  const speaker = relay && relay.seat < names.length ? relay.seat : undefined;
  const messages: Message[] = [
    {
      ...common,
      role: "narrator",
      content: publicPart(narrator.text, classification),
      classification: classification.types[0],
    },
    ...names.map((_, seat) => told(toldTo(narrator.text, classification, seat), [seat])),
    told(lostPart(narrator.text, classification), []),
    ...players.flatMap((player) => [
      { ...said(player.seat, player.private?.answer ?? ""), audience: [player.seat] },
      aloud(player),
    ]),
    ...crossTalk.map(aloud),
    {
      ...common,
      role: "spokesperson",
      player: speaker === undefined ? "The group" : names[speaker],
      seat: speaker,
      content: relay?.text ?? "",
    },
  ];
  return messages.filter(({ content }) => content !== "");
}
