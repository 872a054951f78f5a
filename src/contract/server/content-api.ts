/** Prompts and guides over HTTP: those of the workspace and the package, and those that a session was played with. */
import { z } from "zod";
import { guideForm, longestGuideText } from "../playtest/story.ts";

const longestPromptText = 100_000;
export const promptSource = z.string().trim().min(1).max(longestPromptText);
export const guideText = z.string().trim().min(1).max(longestGuideText);

const format = z.enum(["json", "markdown"]);

export const contentText = z
  .object({
    name: z.string(),
    text: z.string(),
    format,
    /** Where it is: `prompts/mine.md`; absent if it is part of the package. */ file: z.string().optional(),
  })
  .meta({ id: "ContentText" });
export type ContentText = z.infer<typeof contentText>;

export const savedPrompt = z
  .strictObject({
    name: z.string().min(1).max(200).meta({ description: "The file name, without extension." }),
    text: promptSource,
  })
  .meta({ id: "SavedPrompt" });
export const savedGuide = savedPrompt
  .extend({
    text: guideText.meta({ description: "A JSON object is saved as .json, any other text as .md." }),
  })
  .meta({ id: "SavedGuide" });
export type SavedContent = z.infer<typeof savedPrompt>;

/** A text as the session used it. */
const usedText = z.object({
  name: z.string(),
  text: z.string(),
  format,
});
export type UsedText = z.infer<typeof usedText>;

export const sessionTexts = z
  .object({
    prompt: usedText,
    guide: usedText.extend({ title: z.string() }),
    guideForm,
    narrator: z.string(),
    /** Of the players, each model once. */ players: z.array(z.string()),
    classifier: z.string(),
    /** A model, `none` or `house`. */ observer: z.string(),
    seed: z.union([z.number(), z.string()]),
    /** Why the session cannot be replayed, such as a transcript from elsewhere. */
    notReplayable: z.string().optional(),
  })
  .meta({ id: "SessionTexts" });
export type SessionTexts = z.infer<typeof sessionTexts>;

/** Stories, prompts and narrators that are available now. */
export const choices = z
  .object({
    stories: z.array(z.string()),
    prompts: z.array(z.string()),
    /** Those of the workspace itself. */
    own: z.object({ stories: z.array(z.string()), prompts: z.array(z.string()) }),
    narrators: z.array(
      z.object({
        name: z.string(),
        model: z.string(),
        /** Its key is set, or it needs none. */ ready: z.boolean(),
        house: z.boolean(),
        note: z.string().optional(),
      }),
    ),
    /** What is used if a request leaves it out. */
    usual: z.object({
      narrator: z.string(),
      /** The server's --budget, which no request exceeds. */ budget: z.number().optional(),
    }),
  })
  .meta({ id: "Choices" });
export type Choices = z.infer<typeof choices>;
