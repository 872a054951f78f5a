import { z } from "zod";
import { note } from "../shared/note.ts";
import { archetypeId, groupConfig } from "./player.ts";
import { guideForm, story } from "./story.ts";
import { seenBy } from "../shared/seen.ts";
import { pinned } from "../shared/settings.ts";
import { kindName, ownKinds } from "./issue.ts";
import { rubric } from "./judging.ts";

/** Everything a session is played with, pinned as text, not as file names, so that later edits do not affect it. */
export const sessionConfig = z.object({
  story: z.string(),
  storyGuide: story,
  prompt: z.string(),
  systemPrompt: z.string(),
  /** Absent: full. */
  guideForm: guideForm.optional(),
  /** Catalog names; a report says which ids really answered. */
  narratorModel: z.string(),
  /** The path of a narrator module when the session was planned; `narratorModel` is its given name. */
  narratorPath: z.string().optional(),
  classifierModel: z.string(),
  /** Who reads the turns: a model, `house` (reads what the offline cast planted), or `none`. */
  observerModel: z.string(),
  /** The model that confirms the reader's findings. Absent: the reader. */
  secondLookModel: z.string().optional(),
  /** Kinds of findings of the user's own, which the reader looks for as well. */
  findings: ownKinds.optional(),
  /** The session ends at the first problem of one of these kinds: each turn is read before the next one is played. */
  stopOn: z.array(kindName).min(1).optional(),
  /** The judge of the finished session. Absent: none. */
  judgeModel: z.string().optional(),
  /** The rubric. Absent with a judge: the shipped rubric. */
  judgeRubric: rubric.optional(),
  /** False: nobody named the judge, nor is it known to be usable; its scores are shown beside the score. */
  judgeCounts: z.boolean().optional(),
  /** Set if one model plays all players. */
  playerModel: z.string().optional(),
  group: groupConfig,
  /** True until the players' models have written their characters. */
  charactersPending: z.boolean(),
  maxTurns: z.number().int().positive(),
  /** The session's budget in USD, resumes included. Absent: no limit. */
  budget: z.number().positive().optional(),
  /** Absent: the guide has no beats, so progress cannot be measured. */
  expectedPulses: z.number().int().positive().optional(),
  seed: z.union([z.number().int(), z.string()]),
  /** Which dice seed: 0 is the parent's. */
  replicate: z.number().int().nonnegative(),
  castingNotes: z.array(note),
  /** Absent: a transcript from elsewhere. */
  pinned: pinned.optional(),
  /** The gates at the end, also after a resume, and the name in the comment's marker. Branches do not inherit them. */
  ci: z
    .object({ name: z.string(), failUnder: z.array(z.string()), failOver: z.array(z.string()) })
    .optional(),
  /**
   * Set if the session was played elsewhere and read here: archetypes, spokesperson, prompt and models are
   * placeholders.
   */
  origin: z.object({ kind: z.literal("transcript"), file: z.string(), session: z.string() }).optional(),
});
export type SessionConfig = z.infer<typeof sessionConfig>;

/** The origin of a branch. The branch is complete without it. */
export const branchOrigin = seenBy(
  z.object({
    sessionId: z.string(),
    turn: z.number().int().nonnegative(),
    changed: z.array(z.string()),
    replicate: z.number().int().nonnegative(),
    /** Set if --turns limits it. Its own branches do not inherit the limit. */
    turns: z.number().int().positive().optional(),
  }),
  { all: ["turn", "replicate"] },
);
export type BranchOrigin = z.infer<typeof branchOrigin>;

const groupWish = z.object({
  players: z.number().int().min(2).max(5).optional(),
  archetypes: z.array(archetypeId).min(2).max(5).optional(),
});
export type GroupRequest = z.infer<typeof groupWish>;

/** A text that needs no file. Reports use its name. */
export const namedText = z.object({ name: z.string().min(1), text: z.string() });
export type NamedText = z.infer<typeof namedText>;

/** The inputs of a recorded session. Content is stored, not its file name: it replays where the files do not exist. */
export const recordedSession = z.object({
  story,
  prompt: namedText,
  guide: guideForm,
  seed: sessionConfig.shape.seed,
  /** The requested group. Absent: drawn from the seed. */
  group: groupWish.optional(),
  narrator: z.string(),
  playerModel: z.string().optional(),
  players: z.array(z.object({ archetype: archetypeId, model: z.string() })),
  classifier: z.string(),
  observer: z.string(),
  judge: z.string().optional(),
  judgeCounts: z.boolean().optional(),
  rubric: rubric.optional(),
  stopOn: z.array(z.string()).optional(),
  maxTurns: sessionConfig.shape.maxTurns,
});
export type RecordedSession = z.infer<typeof recordedSession>;

/** What a branch changes, and where it starts. */
export const recordedBranch = recordedSession
  .omit({ story: true, group: true, players: true, stopOn: true })
  .extend({ storyGuide: story, turns: z.number().int().positive() })
  .partial()
  .extend({ checkpoint: z.object({ turn: z.number().int().nonnegative() }) });
export type RecordedBranch = z.infer<typeof recordedBranch>;
