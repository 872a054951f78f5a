/** Replaying and recording, for the command line and the library. */
import type { z } from "zod";
import type { Config } from "../config.ts";
import { rehearseVersion } from "../config/started-by.ts";
import type { ModelEntry, Pinned, RecordingManifest } from "../contract/index.ts";
import { portableName } from "../kernel/addresses/index.ts";
import { systemClock } from "../kernel/clock/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { badRecording } from "../kernel/recording/index.ts";
import { openRecordings, type Harness, type PlaybackOptions, type Recordings } from "../kernel/run/index.ts";
import { firstIssues } from "../kernel/store/index.ts";

export type RecordingOptions = PlaybackOptions & { record?: string };

/** What a command tells recordings about itself. `inputs`: all that shapes its requests, most interesting first. */
export type RecordedCommand = { command: string; inputs(): object; models?: Record<string, ModelEntry> };

/** Opens the recording to replay. What it says of models counts only while none is called: anyone may have written it. */
export function withRecordings<Given extends Config & { pinned?: Pinned }>(
  config: Given,
  { recording, onMiss }: RecordingOptions,
  { command }: { command: string },
): Given & { recordings: Recordings } {
  if (onMiss !== undefined && recording === undefined)
    throw new HarnessError({
      code: "missing-option",
      message: "--on-miss needs --recording.",
      remedy: "Add --recording DIR, or remove --on-miss.",
    });
  const recordings = openRecordings(systemClock, { recording, onMiss });
  const { manifest, offline } = recordings;
  if (!manifest) return { ...config, recordings };
  if (manifest.command !== command)
    throw new HarnessError({
      code: "bad-recording",
      message: `${recording} was recorded by \`rehearse ${manifest.command}\`, not by \`rehearse ${command}\`.`,
      remedy: `Play it with \`rehearse ${manifest.command} --recording ${recording}\`.`,
    });
  return {
    ...config,
    settings: { ...manifest.settings, ...config.settings },
    recordings,
    ...(offline && { pinned: { limits: {}, maxOutput: {}, addresses: {}, models: manifest.models } }),
  };
}

/** Every command calls it before its first model call: with --record to record, with --recording to explain a miss. */
export async function startRecording(
  { recordings, settings: { secondLook, findings }, keys }: Harness,
  { record }: RecordingOptions,
  { command, inputs, models = {} }: RecordedCommand,
): Promise<void> {
  if (record === undefined && !recordings.manifest) return;
  const plan = {
    rehearse: rehearseVersion(),
    command,
    inputs: JSON.parse(JSON.stringify(inputs())) as RecordingManifest["inputs"],
    settings: { secondLook, findings },
    models: Object.fromEntries(Object.entries(models).map(portableModel)),
    providers: [...keys],
  };
  await recordings.start(plan, record);
}

const portableModel = ([name, entry]: [string, ModelEntry]): [string, ModelEntry] => [
  portableName(name),
  { ...entry, id: portableName(entry.id) },
];

/** The inputs of the recording to replay. Undefined: nothing is replayed. */
export function recordedInputs<Schema extends z.ZodType>(
  { recordings: { manifest } }: Pick<Harness, "recordings">,
  schema: Schema,
): z.output<Schema> | undefined {
  const parsed = manifest && schema.safeParse(manifest.inputs);
  if (parsed?.error) throw badRecording("recording.json", `inputs.${firstIssues(parsed.error)}`);
  return parsed?.data;
}
