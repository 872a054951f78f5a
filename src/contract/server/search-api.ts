/** Full-text search over the transcripts, findings and prompts of all sessions. */
import { z } from "zod";
import { cursor } from "./answer.ts";
import { sessionCard } from "./session-api.ts";

const count = z.number().int().nonnegative();

/** Where words were found, in the order in which a session's passages are listed. */
const passageKind = z.enum(["narration", "table", "relay", "private", "finding", "prompt"]);

const passage = z.object({
  kind: passageKind,
  /** Absent: the prompt, which belongs to no turn. */ turn: count.optional(),
  /** The player who speaks. */ who: z.string().optional(),
  /** Private: the players who heard or wrote it, by name. */ to: z.array(z.string()).optional(),
  /** The text around the first match, alternately without and with a match. */ snippet: z.array(z.string()),
});
export type Passage = z.infer<typeof passage>;

export const searchPage = z
  .object({
    /** Newest session first. */
    results: z.array(
      z.object({
        session: sessionCard.pick({
          id: true,
          of: true,
          story: true,
          prompt: true,
          narrator: true,
          seed: true,
          at: true,
          branchedFrom: true,
        }),
        /** How many passages match, and the first of them. */ hits: count,
        passages: z.array(passage),
      }),
    ),
    /** Pass it as `cursor` to search further; null: everything has been searched. */
    next: z.string().nullable(),
  })
  .meta({ id: "SearchPage" });
export type SearchPage = z.infer<typeof searchPage>;

export const searchQuery = z.strictObject({
  q: z.string().min(1).max(200).meta({
    description:
      "Words that must all occur in one passage, ignoring case. Text in double quotes must occur as written.",
  }),
  cursor,
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
