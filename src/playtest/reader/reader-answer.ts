import { z } from "zod";
import { findingKind } from "../../contract/index.ts";

const quote = z.string().describe("Words copied exactly from this turn");

const turn = z.number().int().describe("The number of the turn you read");

/** What is asked for in every turn. The findings come last: what is noted before them is what they are found with. */
const always = {
  requests: z
    .array(z.object({ id: z.string(), outcome: z.enum(["granted", "refused", "deferred", "ignored"]) }))
    .describe("What this narration does about each open request"),
  asks: z
    .array(z.string())
    .describe("What the relay of this turn asks the narrator for or does, each in under 12 words"),
  earlierDigression: z
    .enum(["none", "goes-on", "ended-naturally", "ended-by-force", "ended-by-players"])
    .describe("What became of the open digression; none if none was open"),
  naturalness: z
    .number()
    .int()
    .nullable()
    .describe("1 to 5, how natural the narrator's return was; null if none"),
  woven: z
    .boolean()
    .nullable()
    .describe("Did the narration make something of the digression? Null if none was open"),
  strays: z
    .object({
      player: z.string().describe("Who began it"),
      about: z.string(),
      quote: z.string().describe("From the table talk of this turn"),
      relayed: z.boolean().describe("Does the relay mention it?"),
    })
    .nullable()
    .describe("A digression in the table talk of this turn, or null"),
  shared: z
    .array(z.object({ secret: z.string(), quote }))
    .describe("Secrets that a player who knew them now told the others aloud"),
  payoffs: z
    .array(z.object({ secret: z.string(), quote }))
    .describe("Secrets that this narration made matter without giving them away"),
  facts: z.array(
    z.object({
      subject: z.string().describe("Whom or what it is about, one to four words"),
      fact: z.string().describe("Under 12 words"),
      quote: z.string().describe("Up to 12 words of the narration that say so"),
      replaces: z
        .string()
        .nullable()
        .describe("The id of the fact it replaces, if the story told the change"),
    }),
  ),
  findings: z.array(
    z.object({
      kind: findingKind,
      quote,
      against: z
        .string()
        .nullable()
        .describe(
          "The earlier words, copied exactly, or the id of the fact, secret or request; null if there are none",
        ),
      why: z.string().describe("One sentence that a reader who sees only the two passages can check"),
      confidence: z.number().describe("0 to 1"),
    }),
  ),
};

const wishes = z.array(z.object({ player: z.string(), fate: z.enum(["relayed", "changed", "dropped"]) }));

/** For a session that was played here: who heard what is known, and what each player wished. */
export const playedAnswer = z.object({
  turn,
  wishes: wishes.describe("What the relay did with each wish"),
  ...always,
});

/** For a transcript that was played elsewhere. */
export const transcriptAnswer = z.object({
  turn,
  outputs: z
    .array(
      z.object({
        type: z.enum(["pulse", "recap", "clarification", "tangent-response", "creation", "end"]),
        title: z.string().nullable().describe("For a pulse: what happens, under 10 words"),
      }),
    )
    .describe("What the narration does, the main thing first"),
  private: z
    .array(z.object({ players: z.array(z.string()), quote }))
    .describe("What only some of the players were told"),
  ...always,
});

export type ReaderAnswer = z.infer<typeof playedAnswer> & Partial<z.infer<typeof transcriptAnswer>>;
