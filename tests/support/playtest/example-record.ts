/** A turn's record with defaults: a test sets only what it is about. */
import type { Classification, PlayerTurn, TurnRecord } from "../../../src/contract/index.ts";

export type RecordGiven = Partial<Omit<TurnRecord, "narrator" | "classification" | "players" | "relay">> & {
  turn: number;
  text?: string;
  classification?: Partial<Classification>;
  /** What each player said; with how far off the story it was, where it was. */
  players?: ReadonlyArray<string | [says: string, offTopic: PlayerTurn["offTopic"]]>;
  relay?: string;
};

export function exampleRecord({
  text = "",
  classification,
  players = [],
  relay,
  ...given
}: RecordGiven): TurnRecord {
  return {
    phase: "story",
    at: "2026-11-15T08:15:00.000Z",
    ms: 0,
    narrator: { text, model: "house", finish: "stop" },
    classification: {
      source: "model",
      types: ["clarification"],
      confidence: 0.8,
      beats: [],
      segments: [{ start: 0, end: text.length, audience: "all" }],
      concluded: false,
      ...classification,
    },
    players: players.map((player, seat) => ({
      seat,
      quirk: false,
      mood: "calm",
      says: typeof player === "string" ? player : player[0],
      wants: "goes along with the others",
      offTopic: typeof player === "string" ? "none" : player[1],
    })),
    relay: relay === undefined ? undefined : { seat: 0, text: relay },
    issues: [],
    ...given,
  };
}
