import { z } from "zod";
import { fact, issue, unconfirmed } from "./issue.ts";
import { classification } from "./narration.ts";

export const phase = z.enum(["creation", "story"]);
export type Phase = z.infer<typeof phase>;

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
  offTopic: z.enum(["none", "light", "medium", "heavy"]),
  /** How far off the dice asked them to go, whatever they made of it; absent: nowhere. */
  asked: z.enum(["light", "medium", "heavy"]).optional(),
  /** The answer to a private moment, straight to the narrator. What it answers stands in the narrator's text. */
  private: z.object({ answer: z.string(), share: z.boolean(), telling: z.string().optional() }).optional(),
  /** What was kept from the others because it would have told what the player chose to keep. */
  withheld: z.array(z.string()).optional(),
  /** The id that really answered; absent: not known. */
  model: z.string().optional(),
  /** How many characters the longest part of the reply had, where it was too long to keep whole. */
  cutFrom: z.number().int().positive().optional(),
});
export type PlayerTurn = z.infer<typeof playerTurn>;

/** What a turn changed about tangents. */
export const tangentEvent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("started"),
    initiator: z.number().int().nonnegative().or(z.literal("narrator")),
    type: z.string(),
    /** Where it was seen only later that it had begun: the turn in which it had. */
    since: z.number().int().positive().optional(),
  }),
  z.object({ kind: z.literal("continued"), by: z.array(z.number().int()) }),
  z.object({
    kind: z.literal("ended"),
    /** None: the group came back by itself. */
    method: z.enum(["hook", "redirect", "forced", "ignored", "none"]),
    woven: z.enum(["woven", "discarded", "unknown"]),
    /** Where the narrator's words of return stand in what all were told in this turn. */
    segue: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
    /** Where the story took up what it was about in an earlier turn: which that was. */
    wovenTurn: z.number().int().optional(),
  }),
]);
export type TangentEvent = z.infer<typeof tangentEvent>;

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
  /** Set where it moved the story on by something that is not in the guide. */
  ownBeat: z.literal(true).optional(),
  players: z.array(playerTurn),
  relay: z
    .object({
      seat: z.number().int().nonnegative(),
      text: z.string(),
      /** The id that really answered; absent: not known. */
      model: z.string().optional(),
      cutFrom: z.number().int().positive().optional(),
    })
    .optional(),
  tangents: z.array(tangentEvent),
  /** Private moments (by their index in the session) that came back in this turn. */
  payoffs: z.array(z.number().int()),
  facts: z.array(fact),
  issues: z.array(issue),
  /** Shown apart, and counted nowhere; absent: none. */
  hints: z.array(issue).optional(),
  /** The id that confirmed or refused what was found, where a model was asked. */
  observer: z.string().optional(),
  /** Hints on which there is no verdict; absent: none. */
  unconfirmed: z.array(unconfirmed).optional(),
  context: contextEvent.optional(),
  /** Set in the last turn. */
  ending: z.object({ outcome: z.enum(["completed", "timeout", "failed"]), why: z.string() }).optional(),
});
export type TurnRecord = z.infer<typeof turnRecord>;
