/** What `/api` says about sessions, their turns and their issues. Lists are paged and filtered on the server. */
import { z } from "zod";
import { issue, issueType } from "../playtest/issue.ts";
import { playerAgent } from "../playtest/player.ts";
import { branchOrigin } from "../playtest/session-config.ts";
import { sessionMetrics } from "../playtest/session-metrics.ts";
import { audit, sessionOutcome, sessionResult, timelineEntry } from "../playtest/session-result.ts";
import { crossTalk, playerTurn, relayNoise, turnRecord } from "../playtest/turn-record.ts";
import { cursor, damage, facets, lastEvent, named, page } from "./answer.ts";

const count = z.number().int().nonnegative();

export const sessionCard = z
  .object({
    id: z.string().meta({
      description:
        "The folder's name; `matrix~session` for a session of a matrix, `ab~test~session` of an A/B test, `bisect~search~session` of a bisection. In names, `~` is written `=7E` and `=` is written `=3D`.",
    }),
    /** What it was played for; absent: for itself. */
    of: z.object({ kind: z.enum(["matrix", "ab", "bisect"]), id: z.string() }).optional(),
    story: z.string(),
    prompt: z.string(),
    narrator: z.string(),
    players: z.number().int(),
    outcome: sessionOutcome,
    why: z.string(),
    turns: z.number().int(),
    /** `expected` is absent where the guide has no beats. */
    pulses: z.object({ detected: z.number().int(), expected: z.number().int().optional() }),
    /** In the turns that were played in it; those of its parent's turns count there. Null: none was found, and nobody read the turns. */
    issues: count.nullable(),
    errors: count,
    /** Of a branch: the turns that it took over from its parent. */
    inherited: z.object({ turns: count }).optional(),
    /** Of the turns that were played in it: `scoresCover` says which, where others are its parent's. */
    overall: z.number().nullable(),
    scoresCover: z.string().optional(),
    /** USD; null: not known. */
    cost: z.number().nullable(),
    at: z.string().nullable(),
    house: z.boolean(),
    brokenByPlayers: z.boolean(),
    branchedFrom: branchOrigin.optional(),
    /** It is being played now: by this server, or by another process. */
    live: z.boolean(),
    /** This server plays it: `POST /api/sessions/{id}/stop` stops it. */
    stoppable: z.boolean(),
    /** Why one that is being played cannot be stopped from here. */
    notStoppable: z.string().optional(),
    /** Files that are spoiled or missing; what can be read is shown. Absent: none was found. */
    damage: z.array(damage).optional(),
    /** Why nothing of its files can be used; then nothing else here is known, but for the id. */
    unreadable: z.string().optional(),
  })
  .meta({ id: "SessionCard" });
export type SessionCard = z.infer<typeof sessionCard>;

export const sessionPage = page
  .extend({
    sessions: z.array(sessionCard),
    facets: facets(["story", "prompt", "narrator", "outcome", "matrix"]),
  })
  .meta({ id: "SessionPage" });
export type SessionPage = z.infer<typeof sessionPage>;

const turnMark = z.object({
  turn: z.number().int(),
  kind: z.enum(["creation", "pulse", "tangent", "recovery", "other", "conclusion"]),
  pulse: z.number().int().optional(),
  cost: z.number().nullable(),
  ms: z.number(),
  issues: z.number().int(),
  privateTo: z.array(z.number().int()),
});
export type TurnMark = z.infer<typeof turnMark>;

/** A session and everything that grew from it, folded into a tree by `parent`. */
const branchNode = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  fromTurn: z.number().int(),
  turns: z.number().int(),
  changed: z.array(z.string()),
  /** Which throw of the dice, counted from its parent's: 0 is the same. */
  replicate: count,
  story: z.string(),
  prompt: z.string(),
  narrator: z.string(),
  at: z.string().nullable(),
  outcome: sessionOutcome,
  /** In its own turns, those after `fromTurn`. Null: none was found, and nobody read them. */
  issues: count.nullable(),
  errors: count,
  /** Of its own turns too. */
  overall: z.number().nullable(),
  live: z.boolean(),
  damaged: z.boolean(),
});
export type BranchNode = z.infer<typeof branchNode>;

export const sessionView = z
  .object({
    /** Through whose eyes; null: as the harness knows it. Through a player's there is no score, no issue, no cost and no branch, and of the others nothing but their names. */
    as: z.number().int().nullable(),
    card: sessionCard,
    /** What an older version wrote may be missing, but is never told in another shape. */
    result: sessionResult.extend({ metrics: sessionMetrics.nullable(), audit: audit.optional() }),
    /** All that is missing of its folder, or spoiled; empty: nothing. */
    damage: z.array(damage),
    /** Through a player's eyes, of the others: empty texts. */
    players: z.array(
      playerAgent
        .pick({ seat: true, name: true, model: true, generatedBackstory: true, characterForStory: true })
        .extend({ archetype: z.string() }),
    ),
    spokesperson: z.number().int(),
    timeline: z.array(timelineEntry),
    turns: z.array(turnMark),
    branches: z.array(branchNode),
    lastEvent,
  })
  .meta({ id: "SessionView" });
export type SessionView = z.infer<typeof sessionView>;

const segment = z.object({
  text: z.string(),
  /** Seats; null: everybody. */ to: z.array(z.number().int()).nullable(),
});

export const turnView = z
  .object({
    turn: z.number().int(),
    phase: turnRecord.shape.phase,
    at: z.string(),
    ms: z.number(),
    model: z.string(),
    narration: z.array(segment),
    type: z.string(),
    title: z.string(),
    pulse: z.number().int().optional(),
    /** Through a player's eyes there are no issues, no type and no title, and of the others only what they said aloud. */
    players: z.array(
      playerTurn.pick({ seat: true, says: true }).extend({
        offTopic: playerTurn.shape.offTopic.optional(),
        mood: z.string().optional(),
        quirk: z.boolean().optional(),
        wants: z.string().optional(),
        private: playerTurn.shape.private,
        /** What they told everybody of what only they had been told, and in which turn that was. */
        tells: z.object({ text: z.string(), turn: z.number().int().positive() }).optional(),
        remember: playerTurn.shape.remember,
        withheld: playerTurn.shape.withheld,
        askedAgain: playerTurn.shape.askedAgain,
        /** Was the wish in what the group told the narrator? Null: cannot be told. */ relayed: z
          .boolean()
          .nullable()
          .optional(),
      }),
    ),
    /** What players said to each other after that; absent: nothing. */
    crossTalk: z
      .array(
        crossTalk.pick({ seat: true, says: true, withheld: true }).extend({
          offTopic: crossTalk.shape.offTopic.optional(),
        }),
      )
      .optional(),
    relay: z
      .object({
        seat: z.number().int(),
        text: z.string(),
        /** How the dice let them relay it, and whose wish they left out. Not through a player's eyes. */
        noise: relayNoise.optional(),
        dropped: z.number().int().optional(),
      })
      .nullable(),
    /** Players who were off the story without the narrator being told; absent: none. */
    tableTalk: z.array(z.number().int()).optional(),
    /** Why the reader did not read this turn; absent: it did, or nobody was asked to. */
    unread: z.string().optional(),
    issues: z.array(issue),
    hints: z.array(issue),
  })
  .meta({ id: "TurnView" });
export type TurnView = z.infer<typeof turnView>;

export const turnPage = page.extend({ turns: z.array(turnView) }).meta({ id: "TurnPage" });
export type TurnPage = z.infer<typeof turnPage>;

/** An issue and the session in which its turn was played: a branch has those of its own turns alone. */
export const issueRow = issue
  .extend({
    session: z.string(),
    /** Its place in the `result.issues` of that session. */ index: count,
    story: z.string(),
    prompt: z.string(),
    narrator: z.string(),
  })
  .meta({ id: "IssueRow" });
export type IssueRow = z.infer<typeof issueRow>;
export const issuePage = page
  .extend({
    issues: z.array(issueRow),
    facets: facets(["type", "severity", "story", "prompt", "narrator", "detector"]),
  })
  .meta({ id: "IssuePage" });
export type IssuePage = z.infer<typeof issuePage>;

export const sessionQuery = z.strictObject({
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  outcome: sessionOutcome.optional(),
  matrix: named.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the id, story, prompt or narrator." }),
  sort: z.enum(["newest", "oldest", "dearest"]).default("newest"),
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const issueQuery = z.strictObject({
  type: issueType.optional(),
  severity: z.enum(["warning", "error"]).optional(),
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  detector: named.optional(),
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
