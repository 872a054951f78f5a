/** Stories, prompts, narrators and rubrics: a name or a path everywhere, in the library also the content itself. */
import { z } from "zod";
import { type NarratorFunction, rubric, type StoryInput } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { path } from "../options.ts";

const name = z.string().min(1);
export const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const story = z.union([name, z.custom<StoryInput>(isObject)]);
const prompt = z.union([name, z.strictObject({ name, text: z.string().min(1) })]);

const alsoStory = { also: "an object" };
const alsoPrompt = { also: "`{ name, text }`" };
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

const listOf = <Item extends z.ZodType>(
  item: Item,
  meta: { description: string; value: string; also: string },
) => z.array(item).min(1).optional().meta(meta);

/** The name of a narrator, which may now be used: the caller named it. */
export function narratorNamed(
  { permits, functions }: Pick<Harness, "permits" | "functions">,
  given: string | NarratorFunction | undefined,
): string | undefined {
  if (typeof given === "function") return functions.add(given, "narrator");
  permits.allow([given]);
  return given;
}
