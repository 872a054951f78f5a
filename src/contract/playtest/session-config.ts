import { z } from "zod";
import { archetypeId, groupConfig } from "./player.ts";
import { guideForm, story } from "./story.ts";
import { pinned } from "../shared/settings.ts";
import { rubric } from "./judging.ts";

/** Everything a session is played with, pinned: texts, not file names, so that an edited file cannot leak into it. */
export const sessionConfig = z.object({
  story: z.string(),
  storyGuide: story,
  prompt: z.string(),
  systemPrompt: z.string(),
  /** Absent: full, as in all sessions from before it was kept. */
  guideForm: guideForm.optional(),
  /** Catalog names; a report says which ids really answered. */
  narratorModel: z.string(),
  /** Where a narrator that is a module stood when the session was planned; `narratorModel` is the name it was given by. */
  narratorPath: z.string().optional(),
  classifierModel: z.string(),
  /** Who reads the turns: a model, `house` (reads what the house cast planted), or `none`. */
  observerModel: z.string(),
  /** The model that confirms what the reader found; absent: the reader. */
  secondLookModel: z.string().optional(),
  /** Who judges the session at its end; absent: nobody. */
  judgeModel: z.string().optional(),
  /** What it judges by; absent where it judges: the rubric that comes with the package. */
  judgeRubric: rubric.optional(),
  /** Set where one model plays all players. */
  playerModel: z.string().optional(),
  group: groupConfig,
  /** True until the players' own models have written their characters. */
  charactersPending: z.boolean(),
  maxTurns: z.number().int().positive(),
  /** The most the session may cost, in USD, over all its lives; absent: no cap. */
  budget: z.number().positive().optional(),
  /** Absent: the guide has no beats, so nobody can say how far the story came. */
  expectedPulses: z.number().int().positive().optional(),
  /** How far backstories of one archetype differ: 0 the template, 1 as far as the pools go. */
  variation: z.number().min(0).max(1),
  seed: z.union([z.number().int(), z.string()]),
  /** Which throw of the dice: 0 is the parent's. */
  replicate: z.number().int().nonnegative(),
  castingNotes: z.array(z.string()),
  /** Absent in sessions from before it was kept. */
  pinned: pinned.optional(),
  /** Set where the session was played elsewhere and read here: archetypes, spokesperson, prompt and models above are placeholders. */
  origin: z.object({ kind: z.literal("transcript"), file: z.string(), session: z.string() }).optional(),
});
export type SessionConfig = z.infer<typeof sessionConfig>;

/** Where a branch comes from. The branch needs nothing of it. */
export const branchOrigin = z.object({
  sessionId: z.string(),
  turn: z.number().int().nonnegative(),
  changed: z.array(z.string()),
  replicate: z.number().int().nonnegative(),
  /** Set where only so many turns were asked for. Its own branches do not inherit it. */
  turns: z.number().int().positive().optional(),
});
export type BranchOrigin = z.infer<typeof branchOrigin>;

export const groupWish = z.object({
  players: z.number().int().min(2).max(5).optional(),
  archetypes: z.array(archetypeId).min(2).max(5).optional(),
});
export type GroupRequest = z.infer<typeof groupWish>;
