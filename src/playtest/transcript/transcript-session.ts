import {
  story,
  storyVersion,
  type Issue,
  type SessionConfig,
  type TurnRecord,
} from "../../contract/index.ts";
import type { ReaderTurn } from "../reader/index.ts";
import { applyTurn, mechanicalIssues, newSession, type SessionState } from "../session/index.ts";
import type { Transcript } from "./read-transcripts.ts";

/** The name of every model that nobody here has asked. */
export const ELSEWHERE = "elsewhere";

export type TranscriptOptions = {
  file: string;
  observer: string;
  budget?: number;
  pinned?: SessionConfig["pinned"];
  /** When it was read in: nobody says when it was played. */
  at: string;
};

/** A transcript as a session: the same records, with nothing in them that the transcript does not say. */
export function transcriptSession(
  { session, table, turns }: Transcript,
  { file, observer, budget, pinned, at }: TranscriptOptions,
): SessionState {
  const config: SessionConfig = {
    story: "transcript",
    storyGuide: story.parse({
      version: storyVersion,
      id: "transcript",
      title: table.story,
      premise: table.story,
    }),
    prompt: ELSEWHERE,
    systemPrompt: "",
    narratorModel: ELSEWHERE,
    classifierModel: "none",
    observerModel: observer,
    group: {
      players: table.names.map((name, seat) => ({
        seat,
        name,
        archetype: "follower",
        model: ELSEWHERE,
        generatedBackstory: "",
        characterForStory: "",
        systemPrompt: "",
      })),
      spokesperson: 0,
      size: table.names.length,
    },
    charactersPending: false,
    maxTurns: turns.length,
    budget,
    variation: 0,
    seed: 0,
    replicate: 0,
    castingNotes: [],
    pinned,
    origin: { kind: "transcript", file, session },
  };
  return turns.reduce(
    (state, turn) => {
      const record = recordOf(turn, { seats: table.names.length, at });
      return applyTurn(state, { ...record, issues: issuesIn(state, record) });
    },
    newSession({ sessionId: session, config }),
  );
}

/** Repetition and breakdowns. A stall cannot be seen: nobody has classified the turns. */
const issuesIn = (state: SessionState, record: TurnRecord): Issue[] =>
  mechanicalIssues({
    ...record,
    state,
    text: record.narrator.text,
    narration: record.narrator.text,
    beat: { ownBeat: true },
    relay: record.relay,
  });

function recordOf(
  { turn, phase, narration, talk, relay }: ReaderTurn,
  { seats, at }: { seats: number; at: string },
): TurnRecord {
  const unknown = { type: "pulse", confidence: 0, source: "none", evidence: "" } as const;
  return {
    turn,
    phase,
    at,
    ms: 0,
    narrator: { text: narration, model: ELSEWHERE, finish: "stop" },
    classification: {
      ...unknown,
      unclassified: true,
      segments: [{ ...unknown, start: 0, end: narration.length, audience: "all" }],
      concluded: false,
    },
    players: Array.from({ length: seats }, (_, seat) => ({
      seat,
      quirk: false,
      mood: "",
      says: "",
      wants: "",
      offTopic: "none",
    })),
    // Not under the players: there each speaks once, in the order of the seats.
    crossTalk: talk.map(({ seat, says }) => ({ seat, says, offTopic: "none" })),
    // Nobody's seat: a transcript does not say who speaks for the group.
    ...(relay !== undefined && { relay: { seat: seats, text: relay } }),
    issues: [],
  };
}
