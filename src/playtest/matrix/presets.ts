import type { MatrixConfigInput } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { shippedNames } from "../story/index.ts";

export const presetNames = ["smoke", "mini", "standard", "full"] as const;
export type PresetName = (typeof presetNames)[number];

/** The narrators of a full matrix. */
const NARRATORS = ["opus-4.5", "grok-4", "deepseek-r2"];

/** Sizes that answer a question each: does it run, which prompt looks best, is it better, and on which narrator. */
const sizes: Record<PresetName, { prompts: "first" | "all"; sessions: number; narrators: "one" | "all" }> = {
  smoke: { prompts: "first", sessions: 1, narrators: "one" },
  mini: { prompts: "all", sessions: 1, narrators: "one" },
  standard: { prompts: "all", sessions: 5, narrators: "one" },
  full: { prompts: "all", sessions: 5, narrators: "all" },
};

/** All shipped stories with the shipped prompts, in the preset's size. */
export function presetConfig(
  name: PresetName,
  {
    narrators,
    usual,
  }: {
    /** Those that were asked for. */ narrators?: readonly string[];
    /** Who narrates where nobody was asked for. */ usual: string;
  },
): MatrixConfigInput {
  const size = sizes[name];
  if (size.narrators === "one" && narrators !== undefined && narrators.length > 1) {
    throw new HarnessError({
      code: "bad-matrix",
      message: `The preset ${name} is played on one narrator, and --narrator names ${narrators.length}: ${narrators.join(", ")}.`,
      remedy: "Name one, or take --preset full, or write a --config of your own.",
    });
  }
  // The baseline is what the others are compared with: it comes first.
  const prompts = ["baseline", ...shippedNames("prompt").filter((prompt) => prompt !== "baseline")];
  return {
    stories: shippedNames("story"),
    systemPrompts: Object.fromEntries(
      (size.prompts === "all" ? prompts : prompts.slice(0, 1)).map((prompt) => [prompt, prompt]),
    ),
    narratorModels: [...(narrators ?? (size.narrators === "all" ? NARRATORS : [usual]))],
    sessionsPerCombination: size.sessions,
  };
}
