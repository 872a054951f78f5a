import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { findingKind, quote } from "./issue.ts";

const turn = z.number().int().positive();
const seat = z.number().int().nonnegative();

/**
 * `confirmed`: the second look agreed, so it is an issue. All others are hints: `refuted` by the second look,
 * `unconfirmed` because there was no verdict, `unscored` because the error rate of this kind is unknown.
 */
export const findingState = z.enum(["confirmed", "refuted", "unconfirmed", "unscored"]);

/** Something the reader found. Code has checked that its quotes occur in the turns they name. */
export const finding = z.object({
  kind: findingKind,
  /** Words of this turn. */
  quote,
  /** The earlier words they conflict with, repeat or answer, if any. */
  against: quote.optional(),
  /** One sentence that says what is wrong. */
  claim: z.string(),
  confidence: z.number().min(0).max(1),
  state: findingState,
});
export type Finding = z.infer<typeof finding>;

/** The label of an output from a narrator played elsewhere, without a classifier. */
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
  /** True until the story changes it, unlike the state of the moment. */
  lasting: z.boolean(),
  /** The facts that this one replaces, because the story changed them. */
  supersedes: z.array(z.string()).optional(),
});
export type CaseFact = z.infer<typeof caseFact>;

export const readingContent = z.object({
  findings: z.array(finding),
  /** What the group asked for in earlier turns, and what this narration did about it. */
  requests: z.array(
    z.object({
      /** `r<turn>.<n>`: the turn of the relay that asked for it. */
      id: z.string(),
      outcome: z.enum(["granted", "refused", "deferred", "ignored"]),
    }),
  ),
  asks: z.array(z.object({ id: z.string(), text: z.string() })),
  /** What became of each player's wish in the relay of this turn. Players without a wish are not listed. */
  wishes: z.array(z.object({ seat, fate: z.enum(["relayed", "changed", "dropped"]) })),
  /** The digression that was open before this turn ended here. */
  returned: z
    .object({
      how: z.enum(["natural", "forced", "by-players"]),
      /** How natural the narrator's return was, 1 to 5. Absent if the players returned by themselves. */
      naturalness: z.number().int().min(1).max(5).optional(),
      /** Did the story use what the digression was about? */
      woven: z.boolean(),
      quote: z.string().optional(),
    })
    .optional(),
  /** The table is off the story when this turn ends: a digression begins here, or an open one continues. */
  strays: z
    .object({
      by: seat,
      about: z.string(),
      quote: z.string(),
      /** Does the relay mention it to the narrator? If not, the narrator cannot know. */
      relayed: z.boolean(),
    })
    .optional(),
  /** Told to some players alone in this turn. */
  secrets: z.array(z.object({ /** `s<turn>.<n>` */ id: z.string(), to: z.array(seat), quote: z.string() })),
  /**
   * How well each private telling of this turn fits its player and the moment, 1 to 5. Absent if characters are not
   * known.
   */
  fits: z
    .array(z.object({ id: z.string(), player: z.number().min(1).max(5), moment: z.number().min(1).max(5) }))
    .optional(),
  /** Secrets that players revealed to the others in this turn. */
  shared: z.array(z.object({ id: z.string(), quote: z.string() })),
  /** Secrets that the narration used again, so that the private telling mattered. */
  payoffs: z.array(z.object({ id: z.string(), quote: z.string() })),
  facts: z.array(caseFact),
  /** Only without a classifier. The main type comes first. */
  outputs: z.array(readOutput).optional(),
  /** Quotes that do not occur where the reader says; the findings they support are left out. */
  voidQuotes: z.array(z.object({ of: z.string(), quote: z.string() })),
  /** Why the `unconfirmed` findings have no verdict. */
  unconfirmedWhy: z.string().optional(),
});
export type ReadingContent = z.infer<typeof readingContent>;

const head = z.object({
  version: z.literal(formatVersion),
  turn,
  /**
   * A checksum of what was read: narration, classification, players, cross-talk and relay of the turn's record. Not of
   * its file: a branch keeps its parent's turns in one file, and the copied readings must still match.
   */
  turnChecksum: z.string(),
  /** The requested name of the reader; also, made safe, the name of its folder. */
  reader: z.string(),
});

/** `readings/<reader>/turn-N.json`: one reader's reading of one turn. */
export const reading = z.discriminatedUnion("status", [
  head.extend({
    status: z.literal("read"),
    /** The ids that really answered. `house` reads planted faults. */
    answeredBy: z.object({ reader: z.string(), secondLook: z.string().optional() }),
    content: readingContent,
  }),
  head.extend({ status: z.literal("unread"), why: z.string() }),
]);
export type Reading = z.infer<typeof reading>;
