/** The prompt and guide that a session was played with. */
import type { SessionConfig, SessionTexts } from "../../contract/index.ts";
import { guideFormOf, guideSource } from "../../playtest/index.ts";

export function textsOf(config: SessionConfig): SessionTexts {
  const { prompt, systemPrompt, storyGuide, narratorModel, group, seed, origin } = config;
  return {
    prompt: {
      name: prompt,
      text: systemPrompt,
      format: "markdown",
    },
    guide: {
      name: config.story,
      title: storyGuide.title,
      ...guideSource(storyGuide),
    },
    guideForm: guideFormOf(config),
    narrator: narratorModel,
    players: [...new Set(group.players.map(({ model }) => model))],
    classifier: config.classifierModel,
    observer: config.observerModel,
    seed,
    notReplayable:
      origin && "This session was played elsewhere and read from a transcript: it cannot be replayed.",
  };
}
