import type { Narrator } from "../session/index.ts";
import { modelNarrator, type ModelNarratorOptions } from "./model-narrator.ts";
import { outsideNarrator, type OutsideHarness } from "./outside-narrator.ts";

/** The narrator under test: a model with a prompt and a guide, or the user's own system. */
export const createNarrator = (options: ModelNarratorOptions & { harness: OutsideHarness }): Narrator =>
  options.model.provider === "outside" ? outsideNarrator(options) : modelNarrator(options);

export { narratorNamed, requireNarrator } from "./outside-narrator.ts";
