/** The inputs of the recording to replay. Undefined: nothing is replayed. */
import type { z } from "zod";
import { badRecording } from "../kernel/recording/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { firstIssues } from "../kernel/store/index.ts";

export function recordedInputs<Schema extends z.ZodType>(
  { recordings: { manifest } }: Pick<Harness, "recordings">,
  schema: Schema,
): z.output<Schema> | undefined {
  const parsed = manifest && schema.safeParse(manifest.inputs);
  if (parsed?.error) throw badRecording("recording.json", `inputs.${firstIssues(parsed.error)}`);
  return parsed?.data;
}
