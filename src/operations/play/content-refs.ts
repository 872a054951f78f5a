/** Stories, prompts, narrators and rubrics: a name or a path everywhere, in the library also the content itself. */
import { z } from "zod";
import { longestGuideText, type NarratorFunction, rubric, type StoryInput } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import type { OptionMeta } from "../option-spec.ts";
import { path, withoutNul } from "../options.ts";

/** Of a story or prompt that is stored, or its path. */
const name = withoutNul(z.string().min(1));
/** Of a text that is given itself: it is shown wherever the text was used. */
const ownName = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), { error: "must not contain control characters." });
export const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (longest: number) =>
  z.strictObject({ name: ownName, text: withoutNul(z.string().min(1).max(longest)) });
const LONGEST_PROMPT = 100_000;
/** With a name and without an id it is a text, which has a schema. */
const isGuide = (given: unknown): boolean =>
  isObject(given) && (Object.hasOwn(given as object, "id") || !Object.hasOwn(given as object, "name"));
const story = z.union([name, textOf(longestGuideText), z.custom<StoryInput>(isGuide)]);
const prompt = z.union([name, textOf(LONGEST_PROMPT)]);

const alsoStory = { also: "an object", content: "story" } as const;
const alsoPrompt = { also: "`{ name, text }`", content: "prompt" } as const;
const alsoNarrator = { also: "`NarratorFunction`" };

export const storyRef = (description: string) =>
  story.optional().meta({ description, value: "NAME", ...alsoStory });
export const promptRef = (description: string) =>
  prompt.optional().meta({ description, value: "NAME", ...alsoPrompt });
export const storyRefs = (description: string) => listOf(story, { description, value: "A,B", ...alsoStory });
export const promptRefs = (description: string) =>
  listOf(prompt, { description, value: "A,B", ...alsoPrompt });

const narrator = z.union([name, z.custom<NarratorFunction>((value) => typeof value === "function")]);

export const narratorRef = (description: string) =>
  narrator.optional().meta({ description, value: "MODEL", ...alsoNarrator });
export const narratorRefs = (description: string) =>
  listOf(narrator, { description, value: "MODEL", ...alsoNarrator });

export const rubricRef = z.union([path(), rubric]).optional().meta({
  description: "The judge's rubric. Default: rubrics/default.json.",
  value: "FILE",
  also: "an object",
});

const listOf = <Item extends z.ZodType>(item: Item, meta: OptionMeta) =>
  z.array(item).min(1).optional().meta(meta);

/** The name of a narrator, which may now be used: the caller named it. */
export function narratorNamed(
  { permits, functions }: Pick<Harness, "permits" | "functions">,
  given: string | NarratorFunction | undefined,
): string | undefined {
  if (typeof given === "function") return functions.add(given, "narrator");
  permits.allow([given]);
  return given;
}
