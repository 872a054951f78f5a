/** The commands, in the order of the help. A table, so that listing them loads none of them. */
import type { CommandEntry } from "./frame/index.ts";

export const commands: readonly CommandEntry[] = [
  { name: "demo", summary: "A first look, without any key", load: () => import("./commands/demo.ts") },
  { name: "ask", summary: "One call to one model, to try a key", load: () => import("./commands/ask.ts") },
  { name: "cost", summary: "What a run folder cost, folded from its journal", load: () => import("./commands/cost.ts") },
  { name: "models", summary: "The catalog, prices, which keys are present", load: () => import("./commands/models.ts") },
  { name: "config", summary: "The settings in force and where each came from", load: () => import("./commands/config.ts") },
];
