/** Replaying and recording, for the command line and the library. */
import { basename, isAbsolute, relative, resolve } from "node:path";
import type { Config } from "../config.ts";
import { rehearseVersion } from "../config/started-by.ts";
import type { Pinned, RecordedSession, RecordingManifest, SessionConfig } from "../contract/index.ts";
import { systemClock } from "../kernel/clock/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { openRecordings, type Harness, type Recordings } from "../kernel/run/index.ts";

export type RecordingOptions = { record?: string; recording?: string; onMiss?: "fail" | "ask" };

/**
 * Opens the recording to replay. Its claims about models apply only while no model is called: anyone may have written
 * it.
 */
export function withRecordings<Given extends Config & { pinned?: Pinned }>(
  config: Given,
  { recording, onMiss }: RecordingOptions,
  { command }: { command: string },
): Given & { recordings: Recordings } {
  if (onMiss !== undefined && recording === undefined)
    throw new HarnessError({
      code: "missing-flag",
      message: "--on-miss needs --recording.",
      remedy: "Add --recording DIR, or remove --on-miss.",
    });
  const recordings = openRecordings({ recording, onMiss, clock: systemClock });
  const { manifest, offline } = recordings;
  if (manifest && manifest.command !== command)
    throw new HarnessError({
      code: "other-recording",
      message: `${recording} was recorded by \`rehearse ${manifest.command}\`, not by \`rehearse ${command}\`.`,
      remedy: `Play it with \`rehearse ${manifest.command} --recording ${recording}\`.`,
    });
  return {
    ...config,
    settings: { ...config.settings, findings: config.settings.findings ?? manifest?.findings },
    recordings,
    ...(manifest &&
      offline && { pinned: { limits: {}, maxOutput: {}, addresses: {}, models: manifest.models } }),
  };
}

export async function startRecording(
  harness: Harness,
  { record }: RecordingOptions,
  {
    command,
    plan = {},
    sessions = {},
    models = {},
  }: Pick<RecordingManifest, "command"> & Partial<Pick<RecordingManifest, "plan" | "sessions" | "models">>,
): Promise<void> {
  if (record === undefined) return;
  await harness.recordings.record(record, {
    command,
    rehearse: rehearseVersion(),
    plan,
    sessions,
    models,
    providers: [...harness.keys],
    findings: harness.settings.findings,
  });
}

/** JSON as a recording keeps it: without unset fields. */
export const plain = (value: object): RecordingManifest["plan"] =>
  JSON.parse(JSON.stringify(value)) as RecordingManifest["plan"];

/** A name that works on another machine: without a local path. */
export function portable(name: string): string {
  if (!isAbsolute(name)) return name;
  const path = relative(process.cwd(), name);
  return path.startsWith("..") ? basename(name) : path;
}

/** A name from a recording: an untrusted recording must not make us read files outside this folder. */
export function contained(name: string | undefined, flag: string): string | undefined {
  if (name === undefined || (!isAbsolute(name) && !relative(process.cwd(), resolve(name)).startsWith("..")))
    return name;
  throw new HarnessError({
    code: "bad-recording",
    message: `The recording names ${name}, which is outside this folder.`,
    remedy: `If you trust it, name it yourself: ${flag} ${name}.`,
  });
}

/** What a recording keeps of a planned session, so that it can be planned again. */
export const recordedPlan = (
  config: SessionConfig,
  asked: { story?: string; prompt?: string; rubric?: string; group?: RecordedSession["group"] } = {},
): RecordedSession => ({
  story: portable(asked.story ?? config.story),
  prompt: portable(asked.prompt ?? config.prompt),
  seed: config.seed,
  narrator: portable(config.narratorModel),
  classifier: config.classifierModel,
  observer: config.observerModel,
  judge: config.judgeModel,
  stopOn: config.stopOn,
  rubric: asked.rubric === undefined ? undefined : portable(asked.rubric),
  group: asked.group,
  playerModel: config.playerModel,
  players: config.group.players.map(({ archetype, model }) => ({ archetype, model })),
  maxTurns: config.maxTurns,
  variation: config.variation,
  guide: config.guideForm,
});
