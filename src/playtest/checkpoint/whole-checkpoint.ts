import { formatVersion, type Checkpoint, type Message, type TurnRecord } from "../../contract/index.ts";
import { lostPart, publicPart, toldTo } from "../agents/index.ts";
import type { SessionState } from "../session/index.ts";

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
    sessionConfig: config,
    detectedPulses: [...pulses],
    detectedTangents: [...tangents],
    privateMoments: [...privateMoments],
    issues: [...issues],
    records: [...records],
    ...(state.readings.length > 0 && { readings: [...state.readings] }),
    branchedFrom,
  };
}

export function messagesOf(
  { turn, at, narrator, classification, players, crossTalk = [], relay }: TurnRecord,
  names: readonly string[],
): Message[] {
  const common = { turn, timestamp: Date.parse(at) };
  const publicText = publicPart(narrator.text, classification);
  const told = [
    ...names.map((_, seat) => ({ audience: [seat], text: toldTo(narrator.text, classification, seat) })),
    { audience: [], text: lostPart(narrator.text, classification) },
  ].filter(({ text }) => text !== "");
  return [
    ...(publicText === ""
      ? []
      : [
          {
            ...common,
            role: "narrator" as const,
            content: publicText,
            classification: classification.types[0],
          },
        ]),
    ...told.map(({ audience, text }) => ({
      ...common,
      role: "narrator" as const,
      content: text,
      classification: "private-moment" as const,
      audience,
    })),
    ...players.flatMap(({ seat, says, private: moment, tells }) => [
      ...(moment && moment.answer !== ""
        ? [
            {
              ...common,
              role: "player" as const,
              player: names[seat],
              seat,
              content: moment.answer,
              audience: [seat],
            },
          ]
        : []),
      ...aloud(seat, says, tells),
    ]),
    ...crossTalk.flatMap(({ seat, says, tells }) => aloud(seat, says, tells)),
    ...(relay
      ? [
          {
            ...common,
            role: "spokesperson" as const,
            // A transcript does not say who speaks for the group.
            ...(relay.seat < names.length
              ? { player: names[relay.seat], seat: relay.seat }
              : { player: "The group" }),
            content: relay.text,
          },
        ]
      : []),
  ];

  function aloud(seat: number, content: string, tells?: readonly number[]): Message[] {
    return content === ""
      ? []
      : [{ ...common, role: "player", player: names[seat], seat, content, toldInTurn: tells?.[0] }];
  }
}
