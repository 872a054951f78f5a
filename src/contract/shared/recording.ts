import { z } from "zod";
import { ownKinds } from "../playtest/issue.ts";
import { formatVersion } from "./format.ts";
import { attemptEnd, billing } from "./journal.ts";
import { modelEntry, providerName } from "./models.ts";

/** `recording.json`: who recorded what, and everything that shaped the requests. */
export const recordingManifest = z.object({
  version: z.literal(formatVersion),
  rehearse: z.string(),
  made: z.string(),
  command: z.string(),
  /** Free text, for people. */
  note: z.string(),
  /** What the command was run with, in the order in which a miss looks for a difference. */
  inputs: z.record(z.string(), z.json()),
  /** Settings that shape requests. */
  settings: z.object({ secondLook: z.string().optional(), findings: ownKinds.optional() }),
  /** What model names stood for. */
  models: z.record(z.string(), modelEntry),
  /** Providers with a key: casting depends on them. */
  providers: z.array(providerName),
});
export type RecordingManifest = z.infer<typeof recordingManifest>;

/** An attempt as the journal booked it. */
const recordedAttempt = attemptEnd.pick({ billing: true, usage: true, cost: true, error: true });
export type RecordedAttempt = z.infer<typeof recordedAttempt>;

/** A failure that the session saw: of the provider, or with `text`, an answer that could not be used. */
export const recordedFailure = z.object({
  code: z.string(),
  message: z.string(),
  /** The message of the last attempt, if the call was given up. */
  last: z.string().optional(),
  remedy: z.string(),
  exit: z.literal([1, 2, 3, 4, 130]).optional(),
  status: z.number().optional(),
  billing: billing.optional(),
  text: z.string().optional(),
  problem: z.string().optional(),
});
export type RecordedFailure = z.infer<typeof recordedFailure>;

/** A line of `calls.jsonl`: the hash of a request, and what came of it. */
export const recordedCall = z.object({
  session: z.string(),
  call: z.string().min(1).max(300),
  hash: z.string().min(1).max(64),
  attempts: z.array(recordedAttempt).max(1_000),
  answer: z.unknown().optional(),
  failure: recordedFailure.optional(),
});
export type RecordedCall = z.infer<typeof recordedCall>;
