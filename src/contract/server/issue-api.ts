/** Issues of all sessions: one by one, and by kind. */
import { z } from "zod";
import { episode, kindName } from "../playtest/issue.ts";
import { cursor, facets, named, page } from "./answer.ts";

const count = z.number().int().nonnegative();

/** An episode and the session that lost the points: a branch lists those of its own turns only. */
const issueRow = episode
  .extend({
    session: z.string(),
    /** Its index in the `result.issues` of that session. */ index: count,
    story: z.string(),
    prompt: z.string(),
    narrator: z.string(),
    /** The session was played elsewhere: it cannot be replayed. */ observed: z.literal(true).optional(),
    /** When the session began. Absent: unknown. */ at: z.string().optional(),
  })
  .meta({ id: "IssueRow" });
export type IssueRow = z.infer<typeof issueRow>;

const issueFacets = facets(["kind", "severity", "story", "prompt", "narrator", "detector"]);
export const issuePage = page
  .extend({ issues: z.array(issueRow), facets: issueFacets })
  .meta({ id: "IssuePage" });
export type IssuePage = z.infer<typeof issuePage>;

/** One kind of issue: how much it affects, and its two most telling examples. */
const issueKind = z.object({
  kind: kindName,
  episodes: count,
  pointsLost: z.number().nonnegative(),
  sessions: count,
  /** It cost the most points; then by severity and confidence, then newest. */ worst: issueRow,
  /** Absent: it is the worst. */ newest: issueRow.optional(),
});
export type IssueKindView = z.infer<typeof issueKind>;
export const issueKindsView = z
  .object({
    /** Those that cost most first. */ kinds: z.array(issueKind),
    total: count,
    sessions: count,
    facets: issueFacets,
  })
  .meta({ id: "IssueKinds" });
export type IssueKindsView = z.infer<typeof issueKindsView>;

export const issueKindQuery = z.strictObject({
  kind: kindName.optional(),
  severity: z.enum(["warning", "error"]).optional(),
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  detector: named.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the description or the quotes." }),
});
export const issueQuery = issueKindQuery.extend({
  sort: z
    .enum(["newest", "points"])
    .default("newest")
    .meta({ description: "`points`: what cost most first, then by severity and confidence, then newest." }),
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
