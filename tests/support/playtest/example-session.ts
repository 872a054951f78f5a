/** A small session from records with defaults: a test sets only what it is about, and the fold does the rest. */
import { sessionConfig, type ArchetypeId, type SessionConfig } from "../../../src/contract/index.ts";
import { foldSession, newSession, type SessionState } from "../../../src/playtest/session/index.ts";
import { exampleStory } from "./example-input.ts";
import { exampleRecord, type RecordGiven } from "./example-record.ts";

export type PlayerGiven = { name: string; archetype?: ArchetypeId; character?: string };

const group: readonly PlayerGiven[] = [{ name: "Sam" }, { name: "Alex" }, { name: "Jo" }];

export function exampleConfig({
  players = group,
  ...given
}: { players?: readonly PlayerGiven[] } & Partial<Omit<SessionConfig, "group">> = {}): SessionConfig {
  return sessionConfig.parse({
    story: "drowned-bell",
    storyGuide: exampleStory,
    prompt: "baseline",
    systemPrompt: "Tell the story.",
    narratorModel: "house",
    classifierModel: "house",
    observerModel: "none",
    group: {
      players: players.map(({ name, archetype = "engaged", character = "" }, seat) => ({
        seat,
        archetype,
        name,
        model: "house",
        generatedBackstory: "",
        characterForStory: character,
        systemPrompt: "",
      })),
      spokesperson: 0,
      size: players.length,
    },
    charactersPending: false,
    maxTurns: 100,
    expectedPulses: 20,
    seed: 1,
    replicate: 0,
    castingNotes: [],
    ...given,
  });
}

/** The turns follow each other from 1 on, where a record does not say which it is. */
export const exampleSession = (
  turns: ReadonlyArray<Omit<RecordGiven, "turn"> & { turn?: number }>,
  config: SessionConfig = exampleConfig(),
): SessionState =>
  foldSession(
    newSession({ sessionId: "example", config }),
    turns.map((given, index) => exampleRecord({ turn: index + 1, ...given })),
  );
