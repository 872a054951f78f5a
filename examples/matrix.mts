/**
 * A matrix that is worked out: every prompt of a folder beside the one in production. In a project with the package:
 *
 *     node matrix.mts prompts
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { matrix } from "rehearse-llm";

const folder = resolve(process.argv[2] ?? "prompts");
const files = readdirSync(folder).filter((file) => file.endsWith(".md"));

const plan = {
  stories: ["innsmouth", "marrow-fair", "salt-road"],
  // The first is what the others are compared with.
  systemPrompts: {
    baseline: "baseline",
    ...Object.fromEntries(files.map((file) => [file.replace(/\.md$/, ""), join(folder, file)])),
  },
  narratorModels: ["grok-4"],
  sessionsPerCombination: 8,
  judge: "opus-4.5",
};

// What it would cost. Without `.estimate` it is played.
console.log(await matrix.estimate({ plan, seed: 7 }));
