import { z } from "zod";

/** The ten ways of playing that groups are drawn from. */
export const archetypeId = z.enum([
  "joker",
  "engaged",
  "questioner",
  "wildcard",
  "follower",
  "curious",
  "optimizer",
  "invested",
  "drifter",
  "experienced",
]);
export type ArchetypeId = z.infer<typeof archetypeId>;
