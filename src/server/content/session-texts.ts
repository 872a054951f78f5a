/** The prompt and guide that a session was played with, and whether the files of these names still say the same. */
import { isDeepStrictEqual } from "node:util";
import type { SessionConfig, SessionTexts, UsedText } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { guideFormOf, guideSource } from "../../playtest/index.ts";
import { problemOf } from "../problem.ts";
import type { Content } from "./named-content.ts";
import { guideFrom } from "./guide-from.ts";

export function textsOf(config: SessionConfig, content: Content): SessionTexts {
  const { prompt, systemPrompt, storyGuide, narratorModel, group, seed, origin } = config;
  const guide = guideSource(storyGuide);
  return {
    prompt: {
      name: prompt,
      text: systemPrompt,
      format: "markdown",
      today: todays(() => {
        const text = content.read("prompt", prompt).text.trim();
        return text === systemPrompt ? { state: "same" } : { state: "differs", text };
      }),
    },
    guide: {
      name: config.story,
      title: storyGuide.title,
      ...guide,
      today: todays(() => {
        const { text, name } = content.read("story", config.story);
        const now = guideFrom({ name, text, field: "guide" });
        return isDeepStrictEqual(now, storyGuide)
          ? { state: "same" }
          : { state: "differs", text: guideSource(now).text };
      }),
    },
    guideForm: guideFormOf(config),
    narrator: narratorModel,
    players: [...new Set(group.players.map(({ model }) => model))],
    classifier: config.classifierModel,
    observer: config.observerModel,
    seed,
    ...(origin && {
      notReplayable: "This session was played elsewhere and read from a transcript: it cannot be replayed.",
    }),
  };
}

/** A broken file of today does not hide what was used. */
function todays(compare: () => UsedText["today"]): UsedText["today"] {
  try {
    return compare();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const { body } = problemOf(error);
    return ["unknown-name", "not-found"].includes(error.code)
      ? { state: "missing" }
      : { state: "unreadable", problem: body.error.message };
  }
}
