/** Stories, prompts, narrators and rubrics: a name or a path everywhere, in the library also the content itself. */
import { z } from "zod";
import { type NarratorFunction, rubric, type StoryInput } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { path } from "../options.ts";

const name = z.string().min(1);
const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const storyRef = (description: string) =>
  z
    .union([name, z.custom<StoryInput>(isObject)])
    .optional()
    .meta({ description, value: "NAME" });

export const promptRef = (description: string) =>
  z
    .union([name, z.strictObject({ name, text: z.string().min(1) })])
    .optional()
    .meta({ description, value: "NAME" });

export const narratorRef = (description: string) =>
  z
    .union([name, z.custom<NarratorFunction>((value) => typeof value === "function")])
    .optional()
    .meta({ description, value: "MODEL" });

export const rubricRef = z
  .union([path(), rubric])
  .optional()
  .meta({ description: "The judge's rubric. Default: rubrics/default.json.", value: "FILE" });

/** The name of a narrator, which may now be used: the caller gave it. */
export function narratorNamed(
  { permits, functions }: Pick<Harness, "permits" | "functions">,
  given: string | NarratorFunction | undefined,
): string | undefined {
  if (typeof given === "function") return functions.add(given, "narrator");
  permits.allow([given]);
  return given;
}
