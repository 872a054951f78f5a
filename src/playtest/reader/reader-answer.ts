import { z } from "zod";
import { findingKind } from "../../contract/index.ts";

/** The schema is sent with every call: what the instructions explain is not described again. */
const id = z.string();
const quote = z.string();

/** What is asked for in every turn. The findings come last: what is noted before them helps to find them. */
const always = {
  requests: z.array(z.object({ id, outcome: z.enum(["granted", "refused", "deferred", "ignored"]) })),
  asks: z.array(z.string()),
  earlierDigression: z.enum(["none", "goes-on", "ended-naturally", "ended-by-force", "ended-by-players"]),
  naturalness: z.number().nullable(),
  woven: z.boolean().nullable(),
  strays: z.object({ player: z.string(), about: z.string(), quote, relayed: z.boolean() }).nullable(),
  shared: z.array(z.object({ secret: id, quote })),
  payoffs: z.array(z.object({ secret: id, quote })),
  facts: z.array(
    z.object({ subject: z.string(), fact: z.string(), quote, lasting: z.boolean(), replaces: z.array(id) }),
  ),
  findings: z.array(
    z.object({
      kind: findingKind,
      quote,
      against: z.string().nullable(),
      why: z.string(),
      confidence: z.number(),
    }),
  ),
};

/** For a session that was played here: who heard what is known, and what each player wished. */
export const playedAnswer = z.object({
  turn: z.number(),
  wishes: z.array(z.object({ player: z.string(), fate: z.enum(["relayed", "changed", "dropped"]) })),
  fits: z.array(z.object({ secret: id, player: z.number(), moment: z.number() })),
  ...always,
});

/** For a transcript that was played elsewhere. */
export const transcriptAnswer = z.object({
  turn: z.number(),
  outputs: z.array(
    z.object({
      type: z.enum(["pulse", "recap", "clarification", "tangent-response", "creation", "end"]),
      title: z.string().nullable(),
    }),
  ),
  private: z.array(z.object({ players: z.array(z.string()), quote, shared: z.boolean() })),
  ...always,
});

export type ReaderAnswer = z.infer<typeof playedAnswer> & Partial<z.infer<typeof transcriptAnswer>>;
