import { z } from "zod";
import { findingKind, quote } from "./issue.ts";

export const readingVersion = 1;

const turn = z.number().int().positive();
const seat = z.number().int().nonnegative();

/**
 * `confirmed`: the second look agreed, so it is an issue. All others are hints: `refuted` by the second look,
 * `unconfirmed` because no verdict could be had, `unscored` because nobody knows how often this kind is wrong.
 */
export const findingState = z.enum(["confirmed", "refuted", "unconfirmed", "unscored"]);

/** Something the reader found. Its quotes occur in the turns they name: code has checked. */
export const finding = z.object({
  kind: findingKind,
  /** Words of this turn. */
  quote,
  /** The earlier words they conflict with, repeat or answer, where there are any. */
  against: quote.optional(),
  /** One sentence: what is wrong. */
  claim: z.string(),
  confidence: z.number().min(0).max(1),
  state: findingState,
});
export type Finding = z.infer<typeof finding>;

/** How an output of a narrator played elsewhere is labelled, where no classifier was asked. */
export const readOutput = z.object({
  type: z.enum(["pulse", "recap", "clarification", "tangent-response", "creation", "end"]),
  title: z.string().optional(),
});

export const caseFact = z.object({
  /** `f<turn>.<n>` */
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  quote: z.string(),
  /** It holds until the story changes it, unlike where things stand at the moment. */
  lasting: z.boolean(),
  /** The facts that this one replaces, because the story told the change. */
  supersedes: z.array(z.string()).optional(),
});
export type CaseFact = z.infer<typeof caseFact>;

export const readingContent = z.object({
  findings: z.array(finding),
  /** What the group asked for in earlier turns, and what this narration did about it. */
  requests: z.array(
    z.object({
      /** `r<turn>.<n>`, after the turn in whose relay it was asked. */
      id: z.string(),
      outcome: z.enum(["granted", "refused", "deferred", "ignored"]),
    }),
  ),
  asks: z.array(z.object({ id: z.string(), text: z.string() })),
  /** What became of each player's wish in the relay of this turn. Who had none is not listed. */
  wishes: z.array(z.object({ seat, fate: z.enum(["relayed", "changed", "dropped"]) })),
  /** The digression that was open before this turn ended in it. */
  returned: z
    .object({
      how: z.enum(["natural", "forced", "by-players"]),
      /** How natural the narrator's return was, 1 to 5. Absent where the players came back by themselves. */
      naturalness: z.number().int().min(1).max(5).optional(),
      /** Did the story take up what the digression was about? */
      woven: z.boolean(),
      quote: z.string().optional(),
    })
    .optional(),
  /** The table is off the story when this turn ends: it begins here if none was open, otherwise it goes on. */
  strays: z
    .object({
      by: seat,
      about: z.string(),
      quote: z.string(),
      /** Does the relay tell the narrator of it? Otherwise the narrator cannot know. */
      relayed: z.boolean(),
    })
    .optional(),
  /** Told to some players alone in this turn. */
  secrets: z.array(z.object({ /** `s<turn>.<n>` */ id: z.string(), to: z.array(seat), quote: z.string() })),
  /** How well each telling of this turn fits its player and the moment, 1 to 5. Absent where characters are not known. */
  fits: z
    .array(z.object({ id: z.string(), player: z.number().min(1).max(5), moment: z.number().min(1).max(5) }))
    .optional(),
  /** Secrets that those who knew told the others in this turn. */
  shared: z.array(z.object({ id: z.string(), quote: z.string() })),
  /** Secrets that the narration came back to, so that what was told alone mattered. */
  payoffs: z.array(z.object({ id: z.string(), quote: z.string() })),
  facts: z.array(caseFact),
  /** Only where no classifier was asked. The first is what the output does above all. */
  outputs: z.array(readOutput).optional(),
  /** Quotes that do not occur where the reader says: what they stood for is left out. */
  voidQuotes: z.array(z.object({ of: z.string(), quote: z.string() })),
  /** Why the `unconfirmed` findings have no verdict. */
  unconfirmedWhy: z.string().optional(),
});
export type ReadingContent = z.infer<typeof readingContent>;

const head = z.object({
  version: z.literal(readingVersion),
  turn,
  /**
   * A checksum of what was read: narration, classification, players, cross-talk and relay of the turn's record. Not of
   * its file: a branch keeps its parent's turns in one file of its own, and the copied readings must still fit them.
   */
  turnChecksum: z.string(),
  /** The name the reader was asked for by; also the name of its folder, made safe. */
  reader: z.string(),
});

/** `readings/<reader>/turn-N.json`: what a reader made of one turn. */
export const reading = z.discriminatedUnion("status", [
  head.extend({
    status: z.literal("read"),
    /** The ids that really answered. `house` reads what was planted. */
    answeredBy: z.object({ reader: z.string(), secondLook: z.string().optional() }),
    content: readingContent,
  }),
  head.extend({ status: z.literal("unread"), why: z.string() }),
]);
export type Reading = z.infer<typeof reading>;
