/** The list of sessions. Paged and filtered on the server. */
import { z } from "zod";
import { sessionOutcome } from "../playtest/session-result.ts";
import { cursor, facets, named, page } from "./answer.ts";
import { sessionCard } from "./session-api.ts";

const count = z.number().int().nonnegative();

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
