import { z } from "zod";
import { seenBy } from "../shared/seen.ts";
import { issue } from "./issue.ts";
import { mostPlayers } from "./player.ts";

/** The type of a narrator's output. `creation`: it greets, or asks for names and characters, before the story. */
export const outputType = z.enum([
  "pulse",
  "tangent-response",
  "private-moment",
  "clarification",
  "recap",
  "creation",
]);
export type OutputType = z.infer<typeof outputType>;

/** Everybody, or the seats that hear it; no seats if it is private and the audience is unknown. */
export const audience = z.union([z.literal("all"), z.array(z.number().int().nonnegative())]);
export type Audience = z.infer<typeof audience>;

/** A part of a narrator's output with one audience: `text.slice(start, end)`. Markers belong to no part. */
export const segment = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  audience,
});
export type Segment = z.infer<typeof segment>;

/** A beat that an output tells, as the narrator or the classifier names it. */
const namedBeat = z.object({
  title: z.string(),
  /** The words that tell it. Absent: the narrator named the beat itself. */
  quote: z.string().optional(),
});
export type NamedBeat = z.infer<typeof namedBeat>;

/** Who was told something alone, and in which turn. */
const privateItem = z.object({
  turn: z.number().int().positive(),
  seat: z.number().int().nonnegative(),
});

/** What an output is and who hears it: by the narrator's own markers, by a model, or not measured. */
export const classification = z.object({
  /** Who named the types. `phase`: character creation has one. `mechanical`: an output without a word has none. */
  source: z.enum(["markers", "narrator", "model", "phase", "mechanical", "none"]),
  /** The model that was asked, as it answered. Absent: none was. */
  model: z.string().optional(),
  /** The main type first. Empty: nobody named one. */
  types: z.array(outputType),
  /** From 0 to 1; only a model gives it. */
  confidence: z.number().min(0).max(1).optional(),
  /** The beats it tells. Absent: nobody looked for them. */
  beats: z.array(namedBeat).optional(),
  segments: z.array(segment).min(1),
  /** Earlier private items that all players know now. */
  toldToAll: z.array(privateItem).optional(),
  concluded: z.boolean(),
  /** Set if something private reached no player. */
  note: z.string().optional(),
});
export type Classification = z.infer<typeof classification>;

/** What a narrator of one's own may say about its output. */
export const narratorMarks = z.strictObject({
  types: z.array(outputType.exclude(["creation"])).optional(),
  /** Titles of the beats it tells. */
  beats: z.array(z.string()).optional(),
  private: z.array(z.strictObject({ to: z.string(), text: z.string() })).optional(),
  concluded: z.boolean().optional(),
});
export type NarratorMarks = z.infer<typeof narratorMarks>;

export const phase = z.enum(["creation", "story"]);
export type Phase = z.infer<typeof phase>;

const offTopic = z.enum(["none", "light", "medium", "heavy"]);

export const playerTurn = z.object({
  seat: z.number().int().nonnegative(),
  /** Drawn, not chosen by the model: whether the archetype's quirk shows, and the mood. */
  quirk: z.boolean(),
  mood: z.string(),
  /** Said at the table: the other players hear it next turn. */
  says: z.string(),
  /** The player's wish for the group: goes to the spokesperson. */
  wants: z.string(),
  /** How far off the story this was: the player's own rating, as far as the words support it. */
  offTopic,
  /** How far off the story the dice sent them, regardless of what they did. Absent: not sent. */
  asked: z.enum(["light", "medium", "heavy"]).optional(),
  /** Set if the narrator told them something alone: their answer, to the narrator only; empty if they let it be. */
  private: seenBy(z.object({ answer: z.string() }), { own: ["answer"] }).optional(),
  /** The turns of the private items that they tell the others in what they say. */
  tells: z.array(z.number().int().positive()).optional(),
  /** A note to themselves, shown only in their own later prompts. */
  remember: z.string().optional(),
  /** The id that really answered; absent: not known. */
  model: z.string().optional(),
  /** The length of the longest part of the reply, if it was too long to keep. */
  cutFrom: z.number().int().positive().optional(),
});
export type PlayerTurn = z.infer<typeof playerTurn>;

/** A player's reaction to what the others have just said, in the same turn. */
export const crossTalk = z.object({
  seat: z.number().int().nonnegative(),
  says: z.string(),
  offTopic,
  tells: z.array(z.number().int().positive()).optional(),
  model: z.string().optional(),
});
export type CrossTalk = z.infer<typeof crossTalk>;

/** How the spokesperson passes on the table's wishes, as the dice decided. */
export const relayNoise = z.enum([
  "faithful",
  "drops a wish",
  "comments",
  "undersells",
  "over-explains",
  "advocates",
]);
export type RelayNoise = z.infer<typeof relayNoise>;

const contextEvent = z.object({
  kind: z.literal("summarised"),
  upToTurn: z.number().int(),
  summary: z.string(),
  /** The id that summed up. */
  model: z.string().optional(),
});

/** Everything new in one turn; nothing that can be derived from earlier turns. */
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
    /** The narrator keeps its own memory, so the past cannot be replayed to it. */ keepsState: z
      .boolean()
      .optional(),
  }),
  classification,
  /** Set if the output told one of the guide's pulses for the first time: its ordinal number, and which. */
  pulse: z.number().int().positive().optional(),
  guidePulse: z.string().optional(),
  /** Other pulses of the guide that the same output told for the first time. */
  alsoPulses: z.array(z.string()).optional(),
  /** Set if it advanced the story by something that is not in the guide. */
  ownBeat: z.literal(true).optional(),
  players: z.array(playerTurn),
  /** Absent: no player reacted to the others. */
  crossTalk: z.array(crossTalk).optional(),
  /** Absent in character creation, where players answer the narrator themselves, and after the end. */
  relay: z
    .object({
      seat: z.number().int().nonnegative(),
      text: z.string(),
      /** Absent in sessions older than this roll. */
      noise: relayNoise.optional(),
      /** The seat that had its wish left out, if any. */
      dropped: z.number().int().nonnegative().optional(),
      /** The id that really answered; absent: not known. */
      model: z.string().optional(),
      cutFrom: z.number().int().positive().optional(),
    })
    .optional(),
  /** Found during play without a model: a near-verbatim loop, or an output without a word. */
  issues: z.array(issue),
  context: contextEvent.optional(),
  /** Set in the last turn. */
  ending: z.object({ outcome: z.enum(["completed", "timeout", "failed"]), why: z.string() }).optional(),
});
export type TurnRecord = z.infer<typeof turnRecord>;

const name = z.string().trim().min(1).max(80);

/**
 * One turn of a session played elsewhere: one line of a transcript file. The players' words and the relay come after
 * the narration of the same turn. Other fields, such as `labels`, are ignored.
 */
export const transcriptTurn = z.object({
  session: z.string().min(1).max(120),
  turn: z.number().int().min(1).max(1_000),
  story: z.string().trim().min(1).max(2_000),
  players: z.array(name).min(1).max(mostPlayers),
  narrator: z.string().trim().min(1).max(40_000),
  said: z.array(z.object({ name, says: z.string().max(10_000) })).max(200),
  /** What the group tells the narrator. It may be missing in the last turn. */
  relay: z.string().max(10_000).nullish(),
});
export type TranscriptTurn = z.infer<typeof transcriptTurn>;
