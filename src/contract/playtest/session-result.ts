import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { note } from "../shared/note.ts";
import { episode, issue, kindName } from "./issue.ts";
import { guideForm } from "./story.ts";
import { branchOrigin } from "./session-config.ts";
import { sessionMetrics } from "./session-metrics.ts";
import { privateMoment, tangent } from "./checkpoint.ts";
import { verdict } from "../shared/verdict.ts";
import { journalMark, possiblyBilled, recordedCost, totals } from "../shared/journal.ts";
import { judgeKey } from "./judging.ts";

/** `stopped`: reached its limit of turns. `unfinished`: being played, or killed. */
export const sessionOutcome = z.enum([
  "completed",
  "timeout",
  "failed",
  "budget",
  "interrupted",
  "stopped",
  "unfinished",
]);
export type SessionOutcome = z.infer<typeof sessionOutcome>;

/** The scores a session shows: from the newest verdict with scores on its present turns. */
export const judgedBy = z.object({
  /** The verdict file, relative to the session's folder. */
  file: z.string(),
  key: judgeKey,
  at: z.string(),
  /** The number of verdicts on these turns. */
  verdicts: z.number().int().positive(),
  /** Newer verdicts without any score. Absent: none. */
  unscored: z.array(z.object({ file: z.string(), model: z.string() })).optional(),
  /** Attempts without a known price, over all verdicts. */
  unpriced: z.number().int().nonnegative(),
  /** Over all verdicts. Absent in public files. */
  possiblyBilled: possiblyBilled.optional(),
  recorded: recordedCost.optional(),
});
export type JudgedBy = z.infer<typeof judgedBy>;

/** `session.json`, and what `play --json` prints. */
export const sessionResult = z.object({
  version: z.literal(formatVersion),
  sessionId: z.string(),
  dir: z.string(),
  story: z.string(),
  prompt: z.string(),
  /** The guide mode of the narrator. Absent in a player's view and in public files. */
  guideForm: guideForm.optional(),
  /** The requested name; `models.narrator` is the id that answered. */
  narrator: z.string(),
  /** When its first own turn was played. Absent before that. */
  at: z.string().optional(),
  outcome: sessionOutcome,
  why: z.string(),
  /** Absent in a player's view and in public files. */
  verdict: verdict.optional(),
  turns: z.number().int(),
  /** Pulses of the guide; the narrator's own beats are separate. */
  pulses: z.object({
    /** Null: the beats were not identified. */
    detected: z.number().int().nullable(),
    /** Absent: the guide has no beats. */
    expected: z.number().int().optional(),
    ownBeats: z.number().int().optional(),
    /** Titles of the guide's beats that were not told. Absent: none, or not known; also in public files. */
    untold: z.array(z.string()).optional(),
  }),
  tangents: z.array(tangent),
  privateMoments: z.array(privateMoment),
  /** In the order of their first turn. */
  issues: z.array(episode),
  /** Shown separately and never counted. Absent: none. */
  hints: z.array(issue).optional(),
  /** Absent in a player's view and in public files. */
  read: z
    .object({
      /** The requested reader. Absent: no reader was asked. */
      asked: z.string().optional(),
      /** `reader: MODEL`. Absent: no turn was read. */
      source: z.string().optional(),
      /** The turns that were read, and the number of its own turns. */
      turns: z.array(z.number().int().positive()),
      of: z.number().int().nonnegative(),
      /** Turns that the reader should have read: with `why` it failed, without it has not been asked yet. */
      unread: z.array(
        z.object({
          turn: z.number().int().positive(),
          why: z.string().optional(),
          /** Absent: not known. */
          attempts: z.number().int().positive().optional(),
        }),
      ),
      /** Kinds of failures that were not looked for, so their absence means nothing. */
      notLookedFor: z.array(kindName),
    })
    .optional(),
  /** Null: not measured. */
  metrics: sessionMetrics.nullable(),
  /** The source of `metrics.quality`. Absent: none. */
  judged: judgedBy.optional(),
  /**
   * A judge was requested and there is no score: with `why` it failed, without it has not been asked yet. Absent in
   * public files.
   */
  unjudged: z
    .object({
      judge: z.string(),
      why: z.string().optional(),
      /** Absent: not known. */
      attempts: z.number().int().positive().optional(),
    })
    .optional(),
  overall: z.number().nullable(),
  cost: z.object({ total: z.number(), byRole: z.record(z.string(), z.number()) }),
  tokens: z.object({ total: z.number(), byRole: z.record(z.string(), z.number()) }),
  totals,
  /** What is known of the journal, if `totals` lack part of it. */
  journal: journalMark.optional(),
  /** The ids that really answered; before any answer, the requested ones. */
  models: z.object({
    narrator: z.string(),
    players: z.array(z.object({ name: z.string(), archetype: z.string(), model: z.string() })),
    spokesperson: z.string().optional(),
    classifier: z.string(),
    observer: z.string().optional(),
  }),
  /** The offline cast played, so nothing here is evidence about a prompt. */
  house: z.boolean(),
  seed: z.union([z.number(), z.string()]),
  /** Time spent playing, resumes included. */
  durationMs: z.number(),
  /** The latest budget, in USD. */
  budget: z.number().optional(),
  /** What readers of its numbers must know, in its own turns. */
  notes: z.array(note),
  branchedFrom: branchOrigin.optional(),
});
export interface SessionResult extends z.infer<typeof sessionResult> {}

export const timelineEntry = z.object({
  /** First and last turn. */
  turn: z.number().int(),
  endTurn: z.number().int(),
  type: z.enum([
    "pulse",
    "tangent",
    "recovery",
    "table-talk",
    "private-moment",
    "issue",
    "character-creation",
    "conclusion",
  ]),
  title: z.string(),
  content: z.string(),
  notes: z.string().optional(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
