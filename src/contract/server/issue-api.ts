/** Issues of all sessions: one by one, and by kind. */
import { z } from "zod";
import { issue, kindName } from "../playtest/issue.ts";
import { cursor, facets, named, page } from "./answer.ts";

const count = z.number().int().nonnegative();

/** An issue and the session that played its turn: a branch lists issues of its own turns only. */
const issueRow = issue
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

const issueFacets = facets(["type", "severity", "story", "prompt", "narrator", "detector"]);
export const issuePage = page
  .extend({ issues: z.array(issueRow), facets: issueFacets })
  .meta({ id: "IssuePage" });
export type IssuePage = z.infer<typeof issuePage>;

/** One kind of issue: how much it affects, and its two most telling examples. */
const issueKind = z.object({
  type: kindName,
  errors: count,
  warnings: count,
  sessions: count,
  turns: count,
  /** Errors before warnings, then by confidence, then newest. */ worst: issueRow,
  /** Absent: it is the worst. */ newest: issueRow.optional(),
});
export type IssueKindView = z.infer<typeof issueKind>;
export const issueKindsView = z
  .object({
    /** Those with the most errors first. */ kinds: z.array(issueKind),
    total: count,
    sessions: count,
    facets: issueFacets,
  })
  .meta({ id: "IssueKinds" });
export type IssueKindsView = z.infer<typeof issueKindsView>;

export const issueKindQuery = z.strictObject({
  type: kindName.optional(),
  severity: z.enum(["warning", "error"]).optional(),
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  detector: named.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the description or the quotes." }),
});
export const issueQuery = issueKindQuery.extend({
  sort: z
    .enum(["newest", "severity"])
    .default("newest")
    .meta({ description: "`severity`: errors first, then by confidence, then newest." }),
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
