/** Lists of sessions: all of them, or each under its origin. Paged, filtered and sorted on the server. */
import { z } from "zod";
import { sessionOutcome } from "../playtest/session-result.ts";
import { cursor, facets, named, page } from "./answer.ts";
import { sessionCard } from "./session-api.ts";

const count = z.number().int().nonnegative();

/** What may tell two sessions of a list apart. */
const part = z.enum(["story", "prompt", "narrator", "players", "seed"]);

const listed = page.extend({
  facets: facets(["story", "prompt", "narrator", "outcome", "matrix"]),
  /** What differs among the sessions of this list. Absent in exported files. */
  varies: z.array(part).optional(),
  /** With `partial`: not all folders have been read yet, and the list is incomplete. Absent: it is complete. */
  reading: z.object({ read: count, of: count }).optional(),
});

export const sessionPage = listed.extend({ sessions: z.array(sessionCard) }).meta({ id: "SessionPage" });
export type SessionPage = z.infer<typeof sessionPage>;
export type VaryingPart = z.infer<typeof part>;

/** A session with its branches, or an experiment with its sessions. */
const originRow = z
  .object({
    /** The `origin` of `GET /api/sessions`. */
    key: z.string(),
    kind: z.enum(["session", "matrix", "ab", "bisect"]),
    /** Of the session or experiment. */
    id: z.string(),
    /** The session itself. Absent: an experiment. */
    card: sessionCard.optional(),
    /** The sessions under it: branches, or those of the experiment. */
    sessions: count,
    /** Those among them that pass the filters. */
    matching: count,
    /** Over the session and those under it. */
    live: count,
    finished: count,
    failed: count,
    /** USD; null: not known for some. */
    cost: z.number().nullable(),
    /** When the newest of them began. */
    at: z.string().nullable(),
    /** Of the sessions of an experiment: what they played with, a few of each. */
    stories: z.array(z.string()),
    prompts: z.array(z.string()),
    narrators: z.array(z.string()),
  })
  .meta({ id: "OriginRow" });
export type OriginRow = z.infer<typeof originRow>;

export const originPage = listed
  .extend({
    origins: z.array(originRow),
    /** All sessions that pass the filters, those under an origin included. */
    sessions: count,
  })
  .meta({ id: "OriginPage" });
export type OriginPage = z.infer<typeof originPage>;

const sorts = [
  "newest",
  "oldest",
  "dearest",
  "title",
  "outcome",
  "turns",
  "pulses",
  "points",
  "score",
  "cost",
  "played",
] as const;

export const originQuery = z.strictObject({
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  outcome: sessionOutcome.optional(),
  matrix: named.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the id, story, prompt or narrator." }),
  sort: z
    .enum(sorts)
    .default("newest")
    .meta({ description: "`newest` lists active sessions first. Unknown values come last in any order." }),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .meta({ description: "Default: ascending for `title` and `outcome`, descending for numbers." }),
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const sessionQuery = originQuery.extend({
  origin: named
    .max(700)
    .optional()
    .meta({ description: "The `key` of a row of `GET /api/origins`: only the sessions under it." }),
  first: z
    .literal("own")
    .optional()
    .meta({ description: "`own`: sessions of experiments come after all others, whatever the order." }),
});
