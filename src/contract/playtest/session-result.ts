import { z } from "zod";
import { deviation } from "../shared/deviation.ts";
import { hints, issue, issueType, unconfirmed } from "./issue.ts";
import { guideForm } from "./story.ts";
import { branchOrigin } from "./session-config.ts";
import { sessionMetrics } from "./session-metrics.ts";
import { privateMoment, tangent } from "./checkpoint.ts";
import { journalMark, possiblyBilled, recordedCost, totals } from "../shared/journal.ts";
import { judgeKey } from "./judging.ts";

const seat = z.number().int().nonnegative();
const count = z.number().int().nonnegative();

export const auditKind = z.enum([
  "out-of-archetype",
  "quirk-rate",
  "breaks-fiction",
  "knows-untold",
  "speaks-for-others",
]);
export type AuditKind = z.infer<typeof auditKind>;

export const auditNote = z.object({
  kind: auditKind,
  seat,
  /** Absent where it is about the whole session. */
  turn: z.number().int().positive().optional(),
  note: z.string(),
  /** What the player said. Empty where it is about a rate. */
  quote: z.string(),
});
export type AuditNote = z.infer<typeof auditNote>;

export const auditedPlayer = z.object({
  seat,
  archetype: z.string(),
  turns: count,
  drawn: count,
  /** How often the archetype should have it drawn, and the exact interval for how often it was. */
  expectedRate: z.number(),
  drawnInterval: z.tuple([z.number(), z.number()]),
  /** Of the turns on the story: in how many it can be heard, where it was asked for and where it was not. Null: no rule hears this archetype's. */
  shown: z.object({ whenDrawn: count, askedFor: count, otherwise: count, notAskedFor: count }).nullable(),
});
export type AuditedPlayer = z.infer<typeof auditedPlayer>;

/** The players are tested too: a session that they broke says nothing about its narrator. */
export const audit = z.object({
  broken: z.boolean(),
  /** By which rule; empty: by none. */
  why: z.array(z.string()),
  notes: z.array(auditNote),
  players: z.array(auditedPlayer),
});
export type Audit = z.infer<typeof audit>;

/** `stopped`: the turns that were asked for are played. `unfinished`: it is being played, or was killed. */
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

/** Whose scores a session shows: those of the newest verdict with scores on its turns as they are. */
export const judgedBy = z.object({
  /** The verdict, from the session's folder. */
  file: z.string(),
  key: judgeKey,
  at: z.string(),
  /** How many verdicts there are on these turns. */
  verdicts: z.number().int().positive(),
  /** Newer ones that have no score at all; absent: none. */
  unscored: z.array(z.object({ file: z.string(), model: z.string() })).optional(),
  /** Attempts of all of them that have no known price. */
  unpriced: z.number().int().nonnegative(),
  /** Of all of them. Absent in files written before it was kept. */
  possiblyBilled: possiblyBilled.optional(),
  recorded: recordedCost.optional(),
});
export type JudgedBy = z.infer<typeof judgedBy>;

/** `session.json`, and what `play --json` prints. */
export const sessionResult = z.object({
  version: z.literal(1),
  sessionId: z.string(),
  dir: z.string(),
  story: z.string(),
  prompt: z.string(),
  /** How the narrator was told the guide. Absent in files of before this was kept: full. */
  guideForm: guideForm.optional(),
  /** By the name it was asked for; `models.narrator` is the id that answered. Absent in files of before this was kept. */
  narrator: z.string().optional(),
  /** When the first turn of its own was played; absent before that, and in files of before this was kept. */
  at: z.string().optional(),
  outcome: sessionOutcome,
  why: z.string(),
  turns: z.number().int(),
  /** Of the guide's pulses; beats of the narrator's own stand apart. */
  pulses: z.object({
    detected: z.number().int(),
    /** Absent: the guide has no beats. */
    expected: z.number().int().optional(),
    ownBeats: z.number().int().optional(),
  }),
  tangents: z.array(tangent),
  privateMoments: z.array(privateMoment),
  issues: z.array(issue),
  /** Shown apart, and counted nowhere; absent: none. */
  hints: hints.optional(),
  /** Findings on which there is no verdict, turn by turn; absent: none. */
  unconfirmed: z.array(unconfirmed.extend({ turn: z.number().int() })).optional(),
  /** Absent in files of before readings were kept. */
  read: z
    .object({
      /** `reader: MODEL`; absent: nobody read. */
      source: z.string().optional(),
      /** The turns that were read, of how many of its own. */
      turns: z.array(z.number().int().positive()),
      of: z.number().int().nonnegative(),
      /** Turns that the reader was to read and did not. */
      unread: z.array(z.object({ turn: z.number().int().positive(), why: z.string() })),
      /** Kinds of failures that nobody looked for, so their absence means nothing. */
      notLookedFor: z.array(issueType),
    })
    .optional(),
  /** Null: not measured. Worked out from the turns: those of an older shape are as good as none. */
  metrics: sessionMetrics.nullable().catch(null),
  /** Whose scores `metrics.quality` has; absent: nobody's. */
  judged: judgedBy.optional(),
  overall: z.number().nullable(),
  /** Whether the players played as players; absent: not looked at. */
  audit: audit.optional().catch(undefined),
  cost: z.object({ total: z.number(), byRole: z.record(z.string(), z.number()) }),
  tokens: z.object({ total: z.number(), byRole: z.record(z.string(), z.number()) }),
  totals,
  /** The journal as far as it is known, where `totals` lack some of it. */
  journal: journalMark.optional(),
  /** Ids that really answered; where nobody has yet, those that were asked for. */
  models: z.object({
    narrator: z.string(),
    players: z.array(z.object({ name: z.string(), archetype: z.string(), model: z.string() })),
    spokesperson: z.string().optional(),
    classifier: z.string(),
    observer: z.string().optional(),
  }),
  /** The house cast played: nothing here is evidence about a prompt. */
  house: z.boolean(),
  seed: z.union([z.number(), z.string()]),
  /** Time spent playing, over all lives of the session. */
  durationMs: z.number(),
  /** The budget that was last in force, in USD. */
  budget: z.number().optional(),
  notes: z.array(z.string()),
  /** What did not go as asked for in its own turns. Absent in files of before this was kept. */
  deviations: z.array(deviation).optional(),
  branchedFrom: branchOrigin.optional(),
});
export type SessionResult = z.infer<typeof sessionResult>;

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
