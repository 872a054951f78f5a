import { z } from "zod";
import { archetypeId } from "../playtest/player.ts";
import { guideForm } from "../playtest/story.ts";
import { ownKinds } from "../playtest/issue.ts";
import { formatVersion } from "./format.ts";
import { modelEntry, providerName } from "./models.ts";
import { groupWish } from "../playtest/session-config.ts";
import { billing, usage } from "./journal.ts";

/** What a recording needs in order to replay one planned session. */
export const recordedSession = z.object({
  story: z.string().optional(),
  prompt: z.string().optional(),
  seed: z.union([z.number().int(), z.string()]).optional(),
  narrator: z.string().optional(),
  classifier: z.string().optional(),
  observer: z.string().optional(),
  judge: z.string().optional(),
  rubric: z.string().optional(),
  stopOn: z.array(z.string()).optional(),
  /** The requested group. Absent: drawn from the seed. */
  group: groupWish.optional(),
  playerModel: z.string().optional(),
  /** The players, and the model of each. */
  players: z.array(z.object({ archetype: archetypeId, model: z.string() })).optional(),
  maxTurns: z.number().int().positive().optional(),
  variation: z.number().min(0).max(1).optional(),
  guide: guideForm.optional(),
});
export type RecordedSession = z.infer<typeof recordedSession>;

/** `recording.json`: what was recorded, when, and by which version of rehearse. */
export const recordingManifest = z.object({
  version: z.literal(formatVersion),
  rehearse: z.string(),
  made: z.string(),
  command: z.string(),
  /** Free text, for people. */
  note: z.string(),
  /** The command's other work besides its sessions. */
  plan: z.record(z.string(), z.json()),
  /** By the key that recorded calls use. */
  sessions: z.record(z.string(), recordedSession),
  /** What model names stood for. */
  models: z.record(z.string(), modelEntry),
  /** Providers with a key: casting depends on them. */
  providers: z.array(providerName),
  /** Kinds of findings from the settings: the reader's prompt depends on them. */
  findings: ownKinds.optional(),
});
export type RecordingManifest = z.infer<typeof recordingManifest>;

const hash = z.string().min(1).max(64);

/** First line of `recording.jsonl`. */
export const recordingHeader = z.object({
  type: z.literal("recording"),
  version: z.literal(formatVersion),
});

/**
 * A part of requests, stored once under the hash of its content. A list is a chain: a longer one shares its beginning.
 */
export const recordedPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), hash, text: z.string() }),
  z.object({ type: z.literal("value"), hash, value: z.json() }),
  z.object({ type: z.literal("link"), hash, after: hash.optional(), item: z.json() }),
]);
export type RecordedPart = z.infer<typeof recordedPart>;

/** One attempt as booked. Null: price unknown. */
export const recordedAttempt = z.object({
  billing,
  usage: usage.optional(),
  cost: z.number().nonnegative().nullable(),
  error: z.object({ code: z.string(), message: z.string(), status: z.number().optional() }).optional(),
});
export type RecordedAttempt = z.infer<typeof recordedAttempt>;

/** A failure that the session saw. `invalid`: the model's answer was unusable. */
export const recordedFailure = z.object({
  kind: z.enum(["provider", "invalid"]),
  code: z.string(),
  message: z.string(),
  /** The message of the last attempt, if the call was given up. */
  last: z.string().optional(),
  remedy: z.string(),
  exit: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(130)]),
  status: z.number().optional(),
  billing: billing.optional(),
  text: z.string().optional(),
  problem: z.string().optional(),
});
export type RecordedFailure = z.infer<typeof recordedFailure>;

/** One call: the request and its result. Long parts of the request are replaced by `{"#": hash}`. */
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
