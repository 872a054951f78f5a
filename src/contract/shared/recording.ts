import { z } from "zod";
import { archetypeId } from "../playtest/player.ts";
import { guideForm } from "../playtest/story.ts";
import { modelEntry, providerName } from "./models.ts";
import { groupWish } from "../playtest/session-config.ts";
import { billing, usage } from "./journal.ts";

/** Raised when a reader of the old form could misread the new one. */
export const recordingVersion = 1;

/** What is needed to play one planned session again, as far as its plan says it. */
export const recordedSession = z.object({
  story: z.string().optional(),
  prompt: z.string().optional(),
  seed: z.union([z.number().int(), z.string()]).optional(),
  narrator: z.string().optional(),
  classifier: z.string().optional(),
  observer: z.string().optional(),
  judge: z.string().optional(),
  rubric: z.string().optional(),
  /** The group that was asked for; otherwise it was drawn by the seed. */
  group: groupWish.optional(),
  playerModel: z.string().optional(),
  /** Who sits at the table, and which model plays each. */
  players: z.array(z.object({ archetype: archetypeId, model: z.string() })).optional(),
  maxTurns: z.number().int().positive().optional(),
  variation: z.number().min(0).max(1).optional(),
  guide: guideForm.optional(),
});
export type RecordedSession = z.infer<typeof recordedSession>;

/** `recording.json`: what was recorded, when, and with which version of rehearse. */
export const recordingManifest = z.object({
  version: z.literal(recordingVersion),
  rehearse: z.string(),
  made: z.string(),
  command: z.string(),
  /** Free text, for people. */
  note: z.string(),
  /** What the command was asked to do beside its sessions. */
  plan: z.record(z.string(), z.json()),
  /** By the key that recorded calls name. */
  sessions: z.record(z.string(), recordedSession),
  /** What the names of models stood for. */
  models: z.record(z.string(), modelEntry),
  /** Providers that could be called: casting depends on them. */
  providers: z.array(providerName),
});
export type RecordingManifest = z.infer<typeof recordingManifest>;

const hash = z.string().min(1).max(64);

/** First line of `recording.jsonl`. */
export const recordingHeader = z.object({
  type: z.literal("recording"),
  version: z.number().int().positive(),
});

/** A session starts from its beginning: calls recorded before under this key no longer count. */
export const recordedBegin = z.object({ type: z.literal("begin"), session: z.string() });

/** A part of requests, stored once under the hash of its content. A list is a chain: a longer one shares its beginning. */
export const recordedPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), hash, text: z.string() }),
  z.object({ type: z.literal("value"), hash, value: z.json() }),
  z.object({ type: z.literal("link"), hash, after: hash.optional(), item: z.json() }),
]);
export type RecordedPart = z.infer<typeof recordedPart>;

/** One attempt as it was booked. Null: its price was not known. */
export const recordedAttempt = z.object({
  billing,
  usage: usage.optional(),
  cost: z.number().nonnegative().nullable(),
  error: z.object({ code: z.string(), message: z.string(), status: z.number().optional() }).optional(),
});
export type RecordedAttempt = z.infer<typeof recordedAttempt>;

/** A failure that the session saw. `invalid`: the model answered, and the answer could not be used. */
export const recordedFailure = z.object({
  kind: z.enum(["provider", "invalid"]),
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  exit: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(130)]),
  status: z.number().optional(),
  billing: billing.optional(),
  text: z.string().optional(),
  problem: z.string().optional(),
});
export type RecordedFailure = z.infer<typeof recordedFailure>;

/** One call: what was asked, and what came of it. Long parts of the request are replaced by `{"#": hash}`. */
export const recordedCall = z.object({
  type: z.literal("call"),
  session: z.string(),
  call: z.string().min(1).max(300),
  /** Of the request. */
  hash,
  request: z.record(z.string(), z.json()),
  attempts: z.array(recordedAttempt).max(1_000),
  answer: z.unknown().optional(),
  failure: recordedFailure.optional(),
});
export type RecordedCall = z.infer<typeof recordedCall>;
