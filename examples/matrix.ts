/**
 * A matrix that is worked out: every prompt of a folder beside the one in production.
 *
 *     rehearse matrix --plan examples/matrix.ts --dry-run
 */
import { readdirSync } from "node:fs";
import { basename } from "node:path";

const prompts = readdirSync(new URL("../prompts/", import.meta.url))
  .filter((file) => file.endsWith(".md"))
  .map((file) => basename(file, ".md"));

export default {
  stories: ["innsmouth", "marrow-fair", "salt-road"],
  // The first is what the others are compared with.
  systemPrompts: Object.fromEntries(
    ["baseline", ...prompts.filter((prompt) => prompt !== "baseline")].map((prompt) => [prompt, prompt]),
  ),
  narratorModels: ["grok-4"],
  sessionsPerCombination: 8,
  judge: "opus-4.5",
};
