/** Issues of all sessions. */
import { z } from "zod";
import { episode, kindName } from "../playtest/issue.ts";
import { cursor, facets, named, page } from "./answer.ts";
import { own } from "./session-api.ts";

const count = z.number().int().nonnegative();

/** An episode and the session that lost the points: a branch lists those of its own turns only. */
const issueRow = episode
  .extend({
    session: z.string(),
    /** Its index in the `result.issues` of that session. */ index: count,
    story: z.string(),
    prompt: z.string(),
    narrator: z.string(),
    /** Its narrator is of the house cast. */ house: z.boolean(),
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

export const issueQuery = z.strictObject({
  kind: kindName.optional(),
  severity: z.enum(["warning", "error"]).optional(),
  story: named.optional(),
  prompt: named.optional(),
  narrator: named.optional(),
  detector: named.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the description or the quotes." }),
  own,
  cursor,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
