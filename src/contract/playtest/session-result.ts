import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { ownItems, seen, seenBy } from "../shared/seen.ts";
import { note } from "../shared/note.ts";
import { episode, issue, kindName } from "./issue.ts";
import { guideForm } from "./story.ts";
import { branchOrigin } from "./session-config.ts";
import { sessionMetrics } from "./session-metrics.ts";
import { privateMoment, tangent } from "./checkpoint.ts";
import { verdict } from "../shared/verdict.ts";
import { totals } from "../shared/journal.ts";
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
});
export type JudgedBy = z.infer<typeof judgedBy>;

/** A model that was asked in vain: the reason, and how often, where that is known. */
const failed = z.object({ why: z.string().optional(), attempts: z.number().int().positive().optional() });
const amount = z.object({ total: z.number(), byRole: z.record(z.string(), z.number()) });

/** `session.json`, and what `play --json` prints. */
export const sessionResult = seen({
  all: {
    version: z.literal(formatVersion),
    sessionId: z.string(),
    story: z.string(),
    prompt: z.string(),
    /** The requested name; `models.narrator` is the id that answered. */
    narrator: z.string(),
    /** When its first own turn was played. Absent before that. */
    at: z.string().optional(),
    /** When its last own turn was played. */
    lastAt: z.string().optional(),
    outcome: sessionOutcome,
    /** Absent in a player's view and in public files. */
    verdict: verdict.optional(),
    turns: z.number().int(),
    /** Of a branch. In public files only its turn, and which dice. */
    branchedFrom: branchOrigin.optional(),
    /** Pulses of the guide; the narrator's own beats are separate. */
    pulses: z.object({
      /** Null: the beats were not identified. */
      detected: z.number().int().nullable(),
      /** Absent: the guide has no beats. */
      expected: z.number().int().optional(),
      ownBeats: z.number().int().optional(),
      /** Titles of the guide's beats that were not told. Absent: not known; also in public files. */
      untold: z.array(z.string()).optional(),
    }),
    privateMoments: z.array(ownItems(privateMoment)),
    /** In the order of their first turn. */
    issues: z.array(episode),
    /** Absent in a player's view and in public files. */
    read: seen({
      all: {
        /** The requested reader. Absent: no reader was asked. */
        asked: z.string().optional(),
        /** `reader: MODEL`. Absent: no turn was read. */
        source: z.string().optional(),
        /** The turns that were read, and the number of its own turns. */
        turns: z.array(z.number().int().positive()),
        of: z.number().int().nonnegative(),
        /** Kinds of failures that were not looked for, so their absence means nothing. */
        notLookedFor: z.array(kindName),
      },
      author: {
        /** Turns that the reader should have read: with `why` it failed, without it has not been asked yet. */
        unread: z.array(failed.extend({ turn: z.number().int().positive() })),
      },
    }).optional(),
    /** Null: not measured. */
    metrics: sessionMetrics.nullable(),
    overall: z.number().nullable(),
    cost: amount,
    tokens: amount,
    /** Of playing and judging. */
    totals,
    /** The ids that really answered; before any answer, the requested ones. */
    models: seenBy(
      z.object({
        narrator: z.string(),
        players: z.array(z.object({ name: z.string(), archetype: z.string(), model: z.string() })),
        spokesperson: z.string().optional(),
        classifier: z.string(),
        observer: z.string().optional(),
      }),
      { all: ["narrator"] },
    ),
    /** The offline cast narrated, so nothing here is evidence about a prompt. */
    house: z.boolean(),
    /** Time spent playing, resumes included. */
    durationMs: z.number(),
  },
  author: {
    dir: z.string(),
    /** The guide mode of the narrator. Absent in a player's view and in public files. */
    guideForm: guideForm.optional(),
    why: z.string(),
    tangents: z.array(tangent),
    /** Shown separately and never counted. Absent: none. */
    hints: z.array(issue).optional(),
    /** The source of `metrics.quality`. Absent: none. */
    judged: judgedBy.optional(),
    /**
     * A judge was requested and there is no score: with `why` it failed, without it has not been asked yet. Absent in
     * public files.
     */
    unjudged: failed.extend({ judge: z.string() }).optional(),
    seed: z.union([z.number(), z.string()]),
    /** The latest budget, in USD. */
    budget: z.number().optional(),
    /** What readers of its numbers must know, in its own turns. */
    notes: z.array(note),
  },
});
export interface SessionResult extends z.infer<typeof sessionResult> {}

export const timelineEntry = seen({
  own: {
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
    /** The seats that it is for; null: everybody. Absent: the author alone. */
    to: z.array(z.number().int().nonnegative()).nullable().optional(),
  },
  author: {
    title: z.string(),
    content: z.string(),
    notes: z.string().optional(),
  },
});
export type TimelineEntry = z.infer<typeof timelineEntry>;
