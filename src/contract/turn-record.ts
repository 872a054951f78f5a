import { z } from "zod";
import { issue, unconfirmed } from "./issue.ts";
import { classification } from "./narration.ts";

export const phase = z.enum(["creation", "story"]);
export type Phase = z.infer<typeof phase>;

const offTopic = z.enum(["none", "light", "medium", "heavy"]);

/** What one player did in a turn. */
export const playerTurn = z.object({
  seat: z.number().int().nonnegative(),
  /** Drawn, not chosen by the model: did the archetype's quirk show, and in what mood. */
  quirk: z.boolean(),
  mood: z.string(),
  /** Said at the table: the other players hear it next turn. */
  says: z.string(),
  /** What they want the group to do: goes to the spokesperson. */
  wants: z.string(),
  /** How far off the story this was: what the player says of it, as far as the words bear it out. */
  offTopic,
  /** How far off the dice asked them to go, whatever they made of it; absent: nowhere. */
  asked: z.enum(["light", "medium", "heavy"]).optional(),
  /** The answer to a private moment, straight to the narrator. What it answers stands in the narrator's text. */
  private: z.object({ answer: z.string(), share: z.boolean(), telling: z.string().optional() }).optional(),
  /** What they tell everybody of what they were told alone in an earlier turn, and which turn that was. */
  shares: z.object({ turn: z.number().int().positive(), telling: z.string() }).optional(),
  /** A note to themselves, which comes back in their later prompts and nowhere else. */
  remember: z.string().optional(),
  /** Sentences that the others did not hear, because they gave away what the player keeps. */
  withheld: z.array(z.string()).optional(),
  /** Those of them that were cut from the answer in the record, because it gave away what the player keeps too. */
  cut: z.array(z.string()).optional(),
  /** Set where the player was asked to put it another way; what is in the record is the second answer. */
  askedAgain: z.literal(true).optional(),
  /** The id that really answered; absent: not known. */
  model: z.string().optional(),
  /** How many characters the longest part of the reply had, where it was too long to keep whole. */
  cutFrom: z.number().int().positive().optional(),
});
export type PlayerTurn = z.infer<typeof playerTurn>;

/** A player's reaction to what the others have just said, in the same turn. */
export const crossTalk = z.object({
  seat: z.number().int().nonnegative(),
  says: z.string(),
  offTopic,
  withheld: z.array(z.string()).optional(),
  model: z.string().optional(),
});
export type CrossTalk = z.infer<typeof crossTalk>;

/** How the spokesperson passes on what the table says, as the dice decided. */
export const relayNoise = z.enum([
  "faithful",
  "drops a wish",
  "comments",
  "undersells",
  "over-explains",
  "advocates",
]);
export type RelayNoise = z.infer<typeof relayNoise>;

export const contextEvent = z.object({
  kind: z.literal("summarised"),
  upToTurn: z.number().int(),
  summary: z.string(),
  /** The id that summed up. */ model: z.string().optional(),
});

/** Everything one turn brought, and nothing that can be worked out from the turns before. */
export const turnRecord = z.object({
  turn: z.number().int().positive(),
  phase,
  at: z.string(),
  ms: z.number().nonnegative(),
  narrator: z.object({
    text: z.string(),
    model: z.string(),
    finish: z.string(),
    state: z.unknown().optional(),
    /** It keeps what it remembers on its own side: the past cannot be replayed to it. */ keepsState: z
      .boolean()
      .optional(),
  }),
  classification,
  /** Set where the output told one of the guide's pulses for the first time: the how manieth that was, and which. */
  pulse: z.number().int().positive().optional(),
  guidePulse: z.string().optional(),
  /** The guide's other pulses that the same output told for the first time. */
  alsoPulses: z.array(z.string()).optional(),
  /** Set where it moved the story on by something that is not in the guide. */
  ownBeat: z.literal(true).optional(),
  players: z.array(playerTurn),
  /** Absent: nobody reacted to the others. */
  crossTalk: z.array(crossTalk).optional(),
  /** Absent in character creation, where all answer the narrator themselves, and after the end. */
  relay: z
    .object({
      seat: z.number().int().nonnegative(),
      text: z.string(),
      /** Absent in sessions from before the dice decided it. */
      noise: relayNoise.optional(),
      /** The seat whose wish was left out, where one was. */
      dropped: z.number().int().nonnegative().optional(),
      /** Legacy, no longer written. */
      carried: z.array(z.number().int().nonnegative()).optional(),
      /** The id that really answered; absent: not known. */
      model: z.string().optional(),
      cutFrom: z.number().int().positive().optional(),
    })
    .optional(),
  /** What was found while it was played, without a model: repetition in nearly the same words, breakdown, stall, literal leak. */
  issues: z.array(issue),
  /** Legacy: in files written before readings were kept apart. They are accepted, never written, and the fold ignores them. */
  tangents: z.array(z.unknown()).optional(),
  payoffs: z.array(z.unknown()).optional(),
  facts: z.array(z.unknown()).optional(),
  hints: z.array(z.unknown()).optional(),
  observer: z.string().optional(),
  unconfirmed: z.array(unconfirmed).optional(),
  context: contextEvent.optional(),
  /** Set in the last turn. */
  ending: z.object({ outcome: z.enum(["completed", "timeout", "failed"]), why: z.string() }).optional(),
});
export type TurnRecord = z.infer<typeof turnRecord>;
