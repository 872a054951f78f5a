import { z } from "zod";
import { issue, unconfirmed } from "./issue.ts";
import { mostPlayers } from "./player.ts";

/** What a narrator's output does. `creation`: it greets, or asks for names and characters, before the story. */
export const outputType = z.enum([
  "pulse",
  "tangent-response",
  "private-moment",
  "clarification",
  "recap",
  "creation",
]);
export type OutputType = z.infer<typeof outputType>;

/** Everybody, or the seats that were told; no seat where something is private and nobody can say to whom. */
export const audience = z.union([z.literal("all"), z.array(z.number().int().nonnegative())]);
export type Audience = z.infer<typeof audience>;

/** Who judged: `rules` are ours and deterministic; otherwise the model that really answered. */
export const verdictSource = z.string().min(1);

/** A part of a narrator's output with one type and one audience: `text.slice(start, end)`. */
export const segment = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  type: outputType,
  audience,
  confidence: z.number().min(0).max(1),
  /** Why: the words that decided. */
  evidence: z.string(),
  source: verdictSource,
  /** Set where nobody was told because two verdicts differ: the seats that the text names, and those that the model named. */
  disputed: z
    .object({
      named: z.array(z.number().int().nonnegative()),
      model: z.array(z.number().int().nonnegative()),
    })
    .optional(),
});
export type Segment = z.infer<typeof segment>;

export const classification = z.object({
  /** Set where nobody classified the output, as in a transcript played elsewhere: the rest is a placeholder, and readings say what it does. */
  unclassified: z.literal(true).optional(),
  type: outputType,
  /** What else it does; absent: nothing else. */
  alsoTypes: z.array(outputType).min(1).optional(),
  confidence: z.number().min(0).max(1),
  source: verdictSource,
  evidence: z.string(),
  segments: z.array(segment).min(1),
  /** For a pulse: what to call it. */
  title: z.string().optional(),
  /** What a model quoted for its pulse, where these words do not occur in the narration: the pulse does not count. */
  unquoted: z.string().optional(),
  concluded: z.boolean(),
  /** Set where the first answer of the model could not be used: how often it was asked. */
  asked: z.number().int().positive().optional(),
  /** Said where a model was asked and could not be used, and where something private reached nobody. */
  note: z.string().optional(),
});
export type Classification = z.infer<typeof classification>;

export const phase = z.enum(["creation", "story"]);
export type Phase = z.infer<typeof phase>;

const offTopic = z.enum(["none", "light", "medium", "heavy"]);

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

const name = z.string().trim().min(1).max(80);

/**
 * One turn of a session that was played elsewhere: one line of a transcript file. What the players say and the relay
 * come after the narration of the same turn. Other fields are ignored, `labels` among them.
 */
export const transcriptTurn = z.object({
  session: z.string().min(1).max(120),
  turn: z.number().int().min(1).max(1_000),
  story: z.string().trim().min(1).max(2_000),
  players: z.array(name).min(1).max(mostPlayers),
  narrator: z.string().trim().min(1).max(40_000),
  said: z.array(z.object({ name, says: z.string().max(10_000) })).max(200),
  /** What the group tells the narrator. It may be missing in a last turn. */
  relay: z.string().max(10_000).nullish(),
});
export type TranscriptTurn = z.infer<typeof transcriptTurn>;
