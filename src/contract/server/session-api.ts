/** What `/api` returns about sessions, their turns and their issues. Lists are paged and filtered on the server. */
import { z } from "zod";
import { ownItems, seen } from "../shared/seen.ts";
import { episode, issue } from "../playtest/issue.ts";
import { playerAgent } from "../playtest/player.ts";
import { branchOrigin } from "../playtest/session-config.ts";
import { sessionOutcome, sessionResult, timelineEntry } from "../playtest/session-result.ts";
import { crossTalk, playerTurn, relayNoise, turnRecord } from "../playtest/turn-record.ts";
import { quotePlace, verdictView } from "./reading-api.ts";
import { page, cursor, facets, named } from "./answer.ts";

const count = z.number().int().nonnegative();

export const sessionCard = seen({
  all: {
    id: z.string().meta({
      description:
        "The folder's name; `matrix~session` for a session of a matrix, `ab~test~session` of an A/B test, " +
        "`bisect~search~session` of a bisection. In names, `~` is written `=7E` and `=` is written `=3D`.",
    }),
    /** The experiment it belongs to. Absent: none. */
    of: seen({ all: { kind: z.enum(["matrix", "ab", "bisect"]), id: z.string() } }).optional(),
    story: z.string(),
    prompt: z.string(),
    narrator: z.string(),
    players: z.number().int(),
    outcome: sessionOutcome,
    turns: z.number().int(),
    /** In public files only its turn, and which dice. */
    branchedFrom: branchOrigin.optional(),
    /** Absent `expected`: the guide has no beats. */
    pulses: z.object({ detected: z.number().int().nullable(), expected: z.number().int().optional() }),
    /** In its own turns; a parent's turns count in the parent. Null: none found, and the turns were not read. */
    issues: count.nullable(),
    errors: count,
    /** Over its own turns: in a branch, those after `branchedFrom.turn`. */
    overall: z.number().nullable(),
    /** In its own turns, as far as known. Null: not measured. */
    pointsLost: z.number().nullable(),
    /** The episode that cost most. Absent: none. */
    worst: episode.pick({ id: true, kind: true, turn: true, lastTurn: true, pointsLost: true }).optional(),
    /** USD; null: not known. */
    cost: z.number().nullable(),
    /** When it began. */ at: z.string().nullable(),
    /** When its last turn was played. */ lastAt: z.string().nullable(),
    house: z.boolean(),
    /** It is being played now, by this server or another process. */
    live: z.boolean(),
  },
  author: {
    /** Absent if it cannot be read. */
    seed: z.union([z.number(), z.string()]).optional(),
    why: z.string(),
    /** Played elsewhere and read from a transcript: it cannot be replayed. */
    observed: z.literal(true).optional(),
    /** The id of the session that it branched from, among `branches`. Absent: not there. */
    parent: z.string().optional(),
    /**
     * The file that is not whole, and the remedy; `turns` counts the turns before it. With 0 turns, only the id is known.
     * A list may not know it yet: a turn is read when its session is opened.
     */
    unreadable: z.string().optional(),
  },
}).meta({ id: "SessionCard" });
export type SessionCard = z.infer<typeof sessionCard>;

const turnMark = seen({
  all: {
    turn: z.number().int(),
    kind: z.enum(["creation", "pulse", "tangent", "recovery", "other", "conclusion"]),
    pulse: z.number().int().optional(),
    /** How many pulses it told for the first time, if more than one. */ pulses: z.number().int().optional(),
    ms: z.number(),
    /** Played from a recording: `ms` does not tell how long models took. */
    recorded: z.literal(true).optional(),
    issues: z.number().int(),
  },
});
export type TurnMark = z.infer<typeof turnMark>;

export const sessionView = seen({
  all: {
    /**
     * The player's view; null: the harness's view. A player's view has no scores, issues, costs or branches, and only
     * the names of the other players.
     */
    as: z.number().int().nullable(),
    card: sessionCard,
    result: sessionResult,
    /** In a player's view, the others have empty texts. */
    players: z.array(
      seen({
        all: playerAgent.pick({ seat: true, name: true }).shape,
        own: {
          ...playerAgent.pick({ model: true, generatedBackstory: true, characterForStory: true }).shape,
          archetype: z.string(),
        },
      }),
    ),
    spokesperson: z.number().int(),
    timeline: z.array(ownItems(timelineEntry)),
    turns: z.array(turnMark),
    /** A transcript from elsewhere, which cannot be replayed. */
    observed: z.literal(true).optional(),
  },
  author: {
    /** The session and all its branches, as a tree by `parent`. */
    branches: z.array(sessionCard),
    /** The newest verdict with scores on these turns. Absent: not judged. */
    verdict: verdictView.optional(),
    /** Folders are being read after a start, so that branches may be missing. Absent: all have been read. */
    reading: z.object({ read: count, of: count }).optional(),
  },
}).meta({ id: "SessionView" });
export interface SessionView extends z.infer<typeof sessionView> {}

const segment = seen({
  own: { text: z.string(), /** Seats; null: everybody. */ to: z.array(z.number().int()).nullable() },
});

const aloud = playerTurn.pick({ seat: true, says: true }).shape;
/** Which private tellings a line gives away shows that there were any. */
const { tells } = playerTurn.shape;

export const turnView = seen({
  all: {
    turn: z.number().int(),
    phase: turnRecord.shape.phase,
    at: z.string(),
    ms: z.number(),
    narration: z.array(ownItems(segment)),
    pulse: z.number().int().optional(),
    players: z.array(
      seen({
        all: aloud,
        own: {
          wants: z.string().optional(),
          ...playerTurn.pick({ private: true, remember: true, tells: true }).shape,
        },
        author: { offTopic: playerTurn.shape.offTopic.optional(), mood: z.string().optional() },
      }),
    ),
    /** What players said to each other after that. Absent: nothing. */
    crossTalk: z
      .array(seen({ all: aloud, own: { tells }, author: { offTopic: crossTalk.shape.offTopic.optional() } }))
      .optional(),
    relay: seen({
      all: { seat: z.number().int(), text: z.string() },
      /** How the dice let them relay it, and the player left out. */
      author: { noise: relayNoise.optional(), dropped: z.number().int().optional() },
    }).nullable(),
    /** Those that begin in this turn or quote it. */
    issues: z.array(episode),
  },
  author: {
    model: z.string(),
    type: z.string(),
    title: z.string(),
    /** Players who were off the story without the relay mentioning it. Absent: none. */
    tableTalk: z.array(z.number().int()).optional(),
    /** The quotes of findings and of the judge in this turn. */
    quotes: z.array(quotePlace),
    hints: z.array(issue),
  },
}).meta({ id: "TurnView" });
export type TurnView = z.infer<typeof turnView>;

export const turnPage = page.extend({ turns: z.array(turnView) }).meta({ id: "TurnPage" });
export type TurnPage = z.infer<typeof turnPage>;

export const sessionPage = page
  .extend({
    sessions: z.array(sessionCard),
    facets: facets(["story", "prompt", "narrator", "outcome"]),
    /** With `partial`: not all folders have been read yet, and the list is incomplete. Absent: it is complete. */
    reading: z.object({ read: count, of: count }).optional(),
  })
  .meta({ id: "SessionPage" });
export type SessionPage = z.infer<typeof sessionPage>;

/** Of a list that also has what the sessions of experiments are or found. */
export const own = z.literal("true").optional().meta({ description: "Without the sessions of experiments." });

export const sessionQuery = z.strictObject({
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  outcome: sessionOutcome.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the id, story, prompt or narrator." }),
  own,
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
