import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { kindName, quote } from "./issue.ts";

const turn = z.number().int().positive();
const seat = z.number().int().nonnegative();
/** Absent where it is not known. */
const attempts = z.number().int().positive();
const level = z.number().int().min(1).max(5);

/**
 * `confirmed`: the second look agreed, so it is an issue. All others are hints: `unsure` because the reader's own
 * confidence was under .5, `refuted` by the second look, `unconfirmed` because there was no verdict.
 */
export const findingState = z.enum(["confirmed", "refuted", "unconfirmed", "unsure"]);

/** Something the reader found. Code has checked that its quotes occur in the turns they name. */
export const finding = z.object({
  kind: kindName,
  /** Words of this turn. */
  quote,
  /** The earlier words they conflict with, repeat or answer. */
  earlier: z.array(quote),
  /** One sentence that says what is wrong. */
  claim: z.string(),
  confidence: z.number().min(0).max(1),
  state: findingState,
  /** What the second look said for the defence. */
  defence: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

/** How a turn bears on the table's digressions. */
export const digression = z.object({
  /** One begins in this turn's talk. */
  opened: z
    .object({
      by: seat,
      about: z.string(),
      quote: z.string(),
      /** The relay tells the narrator of it. If not, the narrator cannot know. */
      relayed: z.boolean(),
    })
    .optional(),
  /** Did this narration take notice of the digression that was open before it? */
  noticed: z.boolean().optional(),
  /** The digression that was open before this turn ended here. */
  returned: z
    .object({
      how: z.enum(["woven", "natural", "forced", "by-players"]),
      /** The words of the narration that lead back. */
      segue: z.string().optional(),
      /** How natural the narrator's return was. Absent if the players returned by themselves. */
      quality: level.optional(),
    })
    .optional(),
  /** The narration treats a fair question about the world as a digression. */
  exploration: z.string().optional(),
});

export const readingContent = z.object({
  findings: z.array(finding),
  digression,
  /** How well each private passage of this turn fits its player and the moment. */
  privately: z.array(z.object({ seat, player: level, moment: level })),
  /** Earlier private passages that this turn made matter in the shared story. */
  payoffs: z.array(z.object({ turn, seat, quote: z.string() })),
  /** Quotes that do not occur where the reader says; the findings they support are left out. */
  voidQuotes: z.array(z.object({ of: z.string(), quote: z.string() })),
  /** Why the `unconfirmed` findings have no verdict. */
  unconfirmedWhy: z.string().optional(),
  /** Set if the second look failed: how often it was asked. */
  unconfirmedAttempts: attempts.optional(),
});
export type ReadingContent = z.infer<typeof readingContent>;

const head = z.object({
  version: z.literal(formatVersion),
  turn,
  /**
   * A checksum of everything that was read: the turns from the first to this one. Not of their files: a branch keeps
   * its parent's turns in one file, and the copied readings must still match.
   */
  checksum: z.string(),
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
  /** The reader was asked, this often, and failed. */
  head.extend({ status: z.literal("unread"), why: z.string(), attempts: attempts.optional() }),
]);
export type Reading = z.infer<typeof reading>;

/** `readings/own.json`: the first reader of `observe`, if the session was played without one. It stays. */
export const lateReader = z.strictObject({ version: z.literal(formatVersion), reader: z.string() });
