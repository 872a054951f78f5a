/** What `/api` returns about sessions, their turns and their issues. Lists are paged and filtered on the server. */
import { z } from "zod";
import { episode, issue } from "../playtest/issue.ts";
import { playerAgent } from "../playtest/player.ts";
import { branchOrigin } from "../playtest/session-config.ts";
import { sessionOutcome, sessionResult, timelineEntry } from "../playtest/session-result.ts";
import { crossTalk, playerTurn, relayNoise, turnRecord } from "../playtest/turn-record.ts";
import { quotePlace, turnReading, verdictView } from "./reading-api.ts";
import { page } from "./answer.ts";

const count = z.number().int().nonnegative();

export const sessionCard = z
  .object({
    id: z.string().meta({
      description:
        "The folder's name; `matrix~session` for a session of a matrix, `ab~test~session` of an A/B test, `bisect~search~session` of a bisection. In names, `~` is written `=7E` and `=` is written `=3D`.",
    }),
    /** The experiment it belongs to. Absent: none. */
    of: z.object({ kind: z.enum(["matrix", "ab", "bisect"]), id: z.string() }).optional(),
    story: z.string(),
    prompt: z.string(),
    narrator: z.string(),
    players: z.number().int(),
    /** Absent if it cannot be read, and in public files. */
    seed: z.union([z.number(), z.string()]).optional(),
    outcome: sessionOutcome,
    why: z.string(),
    turns: z.number().int(),
    /** Absent `expected`: the guide has no beats. */
    pulses: z.object({ detected: z.number().int().nullable(), expected: z.number().int().optional() }),
    /** In its own turns; a parent's turns count in the parent. Null: none found, and the turns were not read. */
    issues: count.nullable(),
    errors: count,
    /** In a branch: the turns copied from its parent. */
    inherited: z.object({ turns: count }).optional(),
    /** Over its own turns: `scoresCover` says which, if others are its parent's. */
    overall: z.number().nullable(),
    scoresCover: z.string().optional(),
    /** In its own turns, as far as known. Null: not measured. */
    pointsLost: z.number().nullable(),
    /** The episode that cost most. Absent: none. */
    worst: episode.pick({ id: true, kind: true, turn: true, lastTurn: true, pointsLost: true }).optional(),
    /** USD; null: not known. */
    cost: z.number().nullable(),
    at: z.string().nullable(),
    house: z.boolean(),
    /** Played elsewhere and read from a transcript: it cannot be replayed. */
    observed: z.literal(true).optional(),
    branchedFrom: branchOrigin.optional(),
    /** The id of the session that it branched from, in the list of an `origin`. Absent: not there. */
    parent: z.string().optional(),
    /** It is being played now, by this server or another process. */
    live: z.boolean(),
    /** This server plays it: `POST /api/sessions/{id}/stop` stops it. */
    stoppable: z.boolean(),
    /** Why a session that is being played cannot be stopped from here. */
    notStoppable: z.string().optional(),
    /**
     * The file that is not whole, and the remedy; `turns` counts the turns before it. With 0 turns, only the id is known.
     * A list may not know it yet: a turn is read when its session is opened.
     */
    unreadable: z.string().optional(),
  })
  .meta({ id: "SessionCard" });
export type SessionCard = z.infer<typeof sessionCard>;

const turnMark = z.object({
  turn: z.number().int(),
  kind: z.enum(["creation", "pulse", "tangent", "recovery", "other", "conclusion"]),
  pulse: z.number().int().optional(),
  /** How many pulses it told for the first time, if more than one. */ pulses: z.number().int().optional(),
  cost: z.number().nullable(),
  ms: z.number(),
  /** Played from a recording: `ms` does not tell how long models took. */
  recorded: z.literal(true).optional(),
  issues: z.number().int(),
  privateTo: z.array(z.number().int()),
});
export type TurnMark = z.infer<typeof turnMark>;

/** A session and all its branches, as a tree by `parent`. Counts and score are of its own turns, those after `fromTurn`. */
const branchNode = sessionCard
  .pick({
    id: true,
    turns: true,
    story: true,
    prompt: true,
    narrator: true,
    at: true,
    outcome: true,
    issues: true,
    errors: true,
    overall: true,
    cost: true,
    live: true,
  })
  .extend({
    parent: z.string().nullable(),
    fromTurn: z.number().int(),
    changed: z.array(z.string()),
    /** Which dice seed, counted from its parent's: 0 is the same. */
    replicate: count,
    unreadable: z.boolean(),
  });
export type BranchNode = z.infer<typeof branchNode>;

export const sessionView = z
  .object({
    /**
     * The player's view; null: the harness's view. A player's view has no scores, issues, costs or branches, and only
     * the names of the other players.
     */
    as: z.number().int().nullable(),
    card: sessionCard,
    result: sessionResult,
    /** In a player's view, the others have empty texts. */
    players: z.array(
      playerAgent
        .pick({ seat: true, name: true, model: true, generatedBackstory: true, characterForStory: true })
        .extend({ archetype: z.string() }),
    ),
    spokesperson: z.number().int(),
    timeline: z.array(timelineEntry),
    turns: z.array(turnMark),
    branches: z.array(branchNode),
    /** The newest verdict with scores on these turns. Absent: not judged. */
    verdict: verdictView.optional(),
    /** A transcript from elsewhere, which cannot be replayed. */
    observed: z.literal(true).optional(),
    /** Folders are being read after a start, so that branches may be missing. Absent: all have been read. */
    reading: z.object({ read: count, of: count }).optional(),
  })
  .meta({ id: "SessionView" });
export interface SessionView extends z.infer<typeof sessionView> {}

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
    /** A player's view has no issues, type or title, and only what the others said aloud. */
    players: z.array(
      playerTurn.pick({ seat: true, says: true }).extend({
        offTopic: playerTurn.shape.offTopic.optional(),
        mood: z.string().optional(),
        quirk: z.boolean().optional(),
        wants: z.string().optional(),
        private: playerTurn.shape.private,
        tells: playerTurn.shape.tells,
        remember: playerTurn.shape.remember,
      }),
    ),
    /** What players said to each other after that. Absent: nothing. */
    crossTalk: z
      .array(
        crossTalk.pick({ seat: true, says: true, tells: true }).extend({
          offTopic: crossTalk.shape.offTopic.optional(),
        }),
      )
      .optional(),
    relay: z
      .object({
        seat: z.number().int(),
        text: z.string(),
        /** How the dice let them relay it, and the player left out. Not in a player's view. */
        noise: relayNoise.optional(),
        dropped: z.number().int().optional(),
      })
      .nullable(),
    /** Players who were off the story without the relay mentioning it. Absent: none. */
    tableTalk: z.array(z.number().int()).optional(),
    /** What else the reader noted. Absent: nothing, or it was not read. */
    reading: turnReading.optional(),
    /** The quotes of findings and of the judge in this turn. */
    quotes: z.array(quotePlace),
    /** Those that begin in this turn or quote it. */
    issues: z.array(episode),
    hints: z.array(issue),
  })
  .meta({ id: "TurnView" });
export type TurnView = z.infer<typeof turnView>;

export const turnPage = page.extend({ turns: z.array(turnView) }).meta({ id: "TurnPage" });
export type TurnPage = z.infer<typeof turnPage>;
