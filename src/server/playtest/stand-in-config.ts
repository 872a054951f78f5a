import type { SessionConfig, SessionResult, Story, TurnRecord } from "../../contract/index.ts";
import { isArchetype } from "../../playtest/index.ts";

/** What a session was begun with, as far as its other files tell: the file that held it is lost. Enough to show turns by, and nothing to play with. */
export function standInConfig(
  stored: SessionResult | undefined,
  records: readonly TurnRecord[],
): SessionConfig {
  const known = stored?.models.players ?? [];
  const seats = Math.max(known.length, ...records.map(({ players }) => players.length), 2);
  const players = Array.from({ length: seats }, (_, seat) => {
    const { name = `Player ${seat + 1}`, archetype = "", model = "?" } = known[seat] ?? {};
    return {
      seat,
      name,
      archetype: isArchetype(archetype) ? archetype : "engaged",
      model,
      generatedBackstory: "",
      characterForStory: "",
      systemPrompt: "",
    };
  });
  return {
    story: stored?.story ?? "?",
    storyGuide: { ...noStory, id: stored?.story ?? "?" },
    prompt: stored?.prompt ?? "?",
    systemPrompt: "",
    narratorModel: stored?.models.narrator ?? records.at(-1)?.narrator.model ?? "?",
    classifierModel: stored?.models.classifier ?? "?",
    observerModel: stored?.models.observer ?? "?",
    group: { players, spokesperson: records.findLast(({ relay }) => relay)?.relay?.seat ?? 0, size: seats },
    charactersPending: false,
    maxTurns: Math.max(1, stored?.turns ?? 0, records.at(-1)?.turn ?? 0),
    expectedPulses: stored ? stored.pulses.expected : 1,
    variation: 0,
    seed: stored?.seed ?? "?",
    replicate: 0,
    castingNotes: [],
  };
}

const noStory: Story = {
  version: 1,
  id: "?",
  title: "?",
  genre: "?",
  premise: "?",
  setting: { place: "?", time: "?", rules: [] },
  tone: { words: [], avoid: [] },
  questions: [],
  pulses: [],
  npcs: [],
  locations: [],
  devices: [],
  privateHooks: {},
  names: [],
  backgrounds: { occupations: [], ties: [], quirks: [] },
  endings: [],
};
