/** What `/api` says about playtests: lists are paged and filtered on the server, and ids are names of folders, checked. */
import { z } from "zod";
import { audit } from "./audit.ts";
import { issue, issueType } from "./issue.ts";
import { matrixResult, matrixRow } from "./matrix.ts";
import { playerAgent } from "./player.ts";
import { branchOrigin } from "./session-config.ts";
import { sessionMetrics } from "./session-metrics.ts";
import { sessionOutcome, sessionResult, timelineEntry } from "./session-result.ts";
import { crossTalk, playerTurn, relayNoise, turnRecord } from "./turn-record.ts";

/** Where a page ends: pass it as `cursor` for the next; null: that was all. */
const next = z.string().nullable();
/** The last event before this was looked up: `/api/events?after=` goes on from it, so that nothing is missed in between. Absent where nothing happens any more, as in a file. */
const lastEvent = z.number().int().nonnegative().optional();
const page = z.object({
  next,
  /** Of all that the filters let through. */ total: z.number().int(),
  lastEvent,
});

/** What the filters could be set to: every value that there is, counted over what the other filters let through. */
const facets = <const Name extends string>(names: readonly Name[]) =>
  z.record(z.enum(names), z.array(z.object({ value: z.string(), count: z.number().int() })));

/** A file that is not as it was written, and what is shown all the same. */
export const damage = z
  .object({
    /** Its name in the folder. */ file: z.string(),
    what: z.string(),
    /** What whoever reads a page can do about it. */ remedy: z.string(),
  })
  .meta({ id: "Damage" });
export type Damage = z.infer<typeof damage>;

const count = z.number().int().nonnegative();

/** A session, as lists show it. */
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
    /** Of the turns that were played in it: what stands in its parent's turns is its parent's. */
    issues: count,
    errors: count,
    /** Of a branch: the turns that it took over from its parent. */
    inherited: z.object({ turns: count }).optional(),
    /** Of the turns that were played in it: `scoresCover` says which, where others are its parent's. */
    overall: z.number().nullable(),
    scoresCover: z.string().optional(),
    interval: z.tuple([z.number(), z.number()]).nullable(),
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

/** One turn in the lists that charts are drawn from. */
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
  /** Of its own turns, those after `fromTurn`. */
  issues: count,
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

/** A stretch of what the narrator said, and who heard it. */
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

/** As long as a name of a folder, a story or a model can be; ids join two or three. */
const named = z.string().min(1).max(300);
const cursor = z.string().min(1).max(1_000).optional();
export const sessionQuery = z.strictObject({
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  outcome: sessionOutcome.optional(),
  matrix: named.optional(),
  q: z.string().max(200).optional(),
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

/** A matrix without its sessions' own results: those are asked for one by one. */
const rowView = matrixRow.extend({ /** The session's id. */ session: z.string() });
export const matrixView = matrixResult
  .omit({ sessions: true, rows: true })
  .partial({ baseline: true })
  .extend({
    rankings: z.object({ best: z.array(rowView), worst: z.array(rowView) }),
    failures: z.array(rowView),
    done: z.number().int(),
    planned: z.number().int(),
    live: z.boolean(),
    /** Absent: none was found. */ damage: z.array(damage).optional(),
    lastEvent,
  })
  .meta({ id: "MatrixView" });
export type MatrixView = z.infer<typeof matrixView>;
export const matrixCard = z
  .object({
    id: z.string(),
    at: z.string().nullable(),
    planned: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    stories: z.array(z.string()),
    prompts: z.array(z.string()),
    narrators: z.array(z.string()),
    overall: z.number().nullable(),
    cost: z.number(),
    live: z.boolean(),
    /** Where there is no plan that can be read, nothing else here is known, but for the id. Absent: none was found. */ damage:
      z.array(damage).optional(),
  })
  .meta({ id: "MatrixCard" });
export type MatrixCard = z.infer<typeof matrixCard>;
export const matrixPage = page.extend({ matrices: z.array(matrixCard) }).meta({ id: "MatrixPage" });
export type MatrixPage = z.infer<typeof matrixPage>;
export const matrixRowPage = page.extend({ rows: z.array(rowView) }).meta({ id: "MatrixRowPage" });
export type MatrixRowPage = z.infer<typeof matrixRowPage>;
/** The heat map of one metric: a cell for each story × prompt × narrator, with the values behind it. */
export const heatMap = z
  .object({
    metric: z.string(),
    /** Null: neither can be said. */ better: z.enum(["higher", "lower"]).nullable(),
    /** The least and the most it can be; null: it has no end. */ scale: z.tuple([
      z.number(),
      z.number().nullable(),
    ]),
    cells: z.array(
      z.object({
        story: z.string(),
        prompt: z.string(),
        narrator: z.string(),
        n: z.number().int(),
        mean: z.number().nullable(),
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
        values: z.array(z.object({ session: z.string(), value: z.number() })),
      }),
    ),
  })
  .meta({ id: "HeatMap" });
export type HeatMap = z.infer<typeof heatMap>;

const amount = z.number().nullable();
const verdict = z.enum(["better", "worse", "no difference found", "insufficient evidence"]);
const metricComparison = z.object({
  metric: z.string(),
  meanA: amount,
  meanB: amount,
  pairs: z.number().int(),
  clusters: z.number().int().nullable(),
  replicates: z.number().int(),
  missing: z.number().int(),
  /** B − A. */ meanDifference: amount,
  effectSize: amount,
  p: amount,
  method: z.string(),
  interval: z.object({ low: z.number(), high: z.number(), method: z.string() }).optional(),
  higher: z.number().int(),
  lower: z.number().int(),
  ties: z.number().int(),
  /** Holm's: the primary over the comparisons side by side, the others over all else that was tested. */ adjusted:
    amount,
  /** About B. */ verdict: verdict.nullable(),
});
/** One arm beside the first, with the statistics of `rehearse compare`. */
const armComparison = z.object({
  a: z.string(),
  b: z.string(),
  paired: z.number().int(),
  alone: z.object({ a: z.number().int(), b: z.number().int() }),
  clusters: z.number().int(),
  speaksFor: z.string(),
  /** The same of its pairs. */ parts: z.string().optional(),
  /** Pairs that an arm lost by crashing or breaking off. */ crashed: z.object({
    a: z.number(),
    b: z.number(),
  }),
  primary: metricComparison,
  others: z.array(metricComparison),
  completed: z.object({
    pairs: z.number().int(),
    missing: z.number().int(),
    /** Pairs in which one side came to its end and the other did not. */ differ: z.number().int(),
    passedA: amount,
    passedB: amount,
    meanDifference: amount,
    p: amount,
    adjusted: amount,
    method: z.string(),
    verdict,
  }),
  /** How many tests share each correction. */ families: z.object({
    primary: z.number().int(),
    others: z.number().int(),
  }),
  /** Who named which metric beforehand, in words, where this one was chosen with the numbers at hand. */ chosenNow:
    z.string().optional(),
  /** No plan names a metric. */ unplanned: z.boolean().optional(),
  /** Why there is no verdict, whatever the numbers are. */ withheld: z
    .array(z.string())
    .readonly()
    .optional(),
  /** Settings that are not the same on both sides, in words. */ settings: z
    .array(z.string())
    .readonly()
    .optional(),
  /** Why plays have no partner, where that is known. */ unpaired: z.array(z.string()).readonly().optional(),
  /** Why a difference decides nothing all the same. */ note: z.string().optional(),
});
export type ArmComparisonView = z.infer<typeof armComparison>;
const numbers = z.record(z.string(), amount);
/** Sessions side by side; `versions` and `texts` name them by their place in `sessions`. */
export const comparisonView = z
  .object({
    sessions: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        branchedFrom: z.object({ sessionId: z.string(), turn: z.number().int() }).nullable(),
        whole: numbers,
        /** A branch by the turns that it played itself, from which to which; another session by all. Null: it has played none. */ own: z
          .object({ from: z.number().int(), to: z.number().int(), numbers })
          .nullable(),
        /** Over the turns that all have. */ shared: numbers.nullable(),
        /** Of its own turns. */ issues: z.array(issue),
        /** What its players did to it. */ brokenBy: z.array(z.string()),
      }),
    ),
    shared: z.object({
      range: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
      /** Up to here they are the same. */ branchPoint: z.number().int().nullable(),
    }),
    differs: z.object({
      values: z.record(z.string(), z.array(z.string())),
      texts: z.array(
        z.object({
          what: z.string(),
          sessions: z.array(z.number().int()),
          changes: z.array(z.object({ sign: z.enum(["-", "+"]), line: z.string() })),
        }),
      ),
    }),
    firstDifference: z
      .object({
        turn: z.number().int(),
        where: z.enum(["narrator", "players", "relay"]),
        versions: z.array(z.object({ sessions: z.array(z.number().int()), text: z.string() })),
      })
      .nullable(),
    comparisons: z.array(armComparison),
    /** Which parts the overall scores leave out, because not all sessions have them; absent: none. */
    parts: z.string().optional(),
    /** Why no two of these sessions can be compared as a pair; absent: some can. */
    unpaired: z.string().optional(),
  })
  .meta({ id: "ComparisonView" });
export type ComparisonView = z.infer<typeof comparisonView>;

/** What a replay can be asked for, and which narrators could answer now. */
export const choices = z
  .object({
    stories: z.array(z.string()),
    prompts: z.array(z.string()),
    narrators: z.array(
      z.object({
        name: z.string(),
        model: z.string(),
        /** Its key is set, or it needs none. */ ready: z.boolean(),
        house: z.boolean(),
        note: z.string().optional(),
      }),
    ),
    metrics: z.array(z.string()),
  })
  .meta({ id: "Choices" });
export type Choices = z.infer<typeof choices>;

/** Replays that the server plays. */
export const replayRequest = z
  .strictObject({
    session: z.string().min(1).max(1_000),
    turn: z.number().int().nonnegative().max(1_000_000),
    prompt: named.optional().meta({ description: "A shipped prompt's name." }),
    promptText: z
      .string()
      .trim()
      .min(1)
      .max(100_000)
      .optional()
      .meta({ description: "The narrator's prompt itself; with `prompt`, that name is where it came from." }),
    narrator: named.optional(),
    turns: z.number().int().min(1).max(100).optional(),
    times: z.number().int().min(1).max(20).default(1),
    budget: z.number().positive().optional(),
  })
  .meta({ id: "ReplayRequest" });
export type ReplayRequest = z.infer<typeof replayRequest>;

export const jobView = z
  .object({
    id: z.string(),
    kind: z.enum(["replay", "play"]),
    /** Where its branches start. */ from: z
      .object({ session: z.string(), turn: z.number().int() })
      .optional(),
    status: z.enum(["running", "done", "stopped", "failed"]),
    sessions: z.array(z.string()),
    done: z.number().int(),
    total: z.number().int(),
    cost: z.number(),
    error: z.string().optional(),
  })
  .meta({ id: "Job" });
export type JobView = z.infer<typeof jobView>;
export const jobList = z.object({ jobs: z.array(jobView), lastEvent }).meta({ id: "JobList" });
export type JobList = z.infer<typeof jobList>;

/** What `/api/events` tells, each with a number by which a listener comes back. */
export const liveEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("session"),
    session: z.string(),
    turn: z.number().int(),
    outcome: sessionOutcome,
  }),
  z.object({ type: z.literal("job"), job: jobView }),
  z.object({
    type: z.literal("matrix"),
    matrix: z.string(),
    done: z.number().int(),
    planned: z.number().int(),
  }),
  /** Events were lost: ask for everything anew. */
  z.object({ type: z.literal("reset") }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
