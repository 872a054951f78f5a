import { readFileSync } from "node:fs";
import { z } from "zod";
import { branchOrigin, sessionConfig } from "../../contract/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { CheckpointError } from "./checkpoint-error.ts";
import { openEnvelope } from "./envelope.ts";
import { turnPath } from "./save-turn.ts";
import { bodyOf } from "./turn-file-format.ts";

const first = z.object({
  sessionId: z.string(),
  start: z.object({
    config: sessionConfig
      .pick({ story: true, prompt: true, narratorModel: true, expectedPulses: true })
      .extend({ group: z.object({ players: z.array(z.object({ model: z.string() })) }) }),
    branchedFrom: branchOrigin.optional(),
  }),
});
const played = z.object({ at: z.string() });
/** One turn, or a snapshot that begins with it. */
const second = z.object({ record: played.optional(), records: z.array(played).optional() });

export type PeekedSession = z.infer<typeof first> & {
  /** When its first turn was played; absent before that. */ at?: string;
};

/**
 * What a session was begun with, for lists: a tenth of the time that loading it takes, because nothing is folded, no
 * checksum is made and no guide is looked at. Who goes on with a session loads it.
 */
export function peekSession(dir: string, turns: readonly number[]): PeekedSession {
  const begun = peek(turnPath(dir, turns[0]!), first);
  if (turns.length < 2) return begun;
  const { record, records } = peek(turnPath(dir, turns[1]!), second);
  return { ...begun, at: (record ?? records?.[0])?.at };
}

function peek<Shape extends z.ZodType>(path: string, shape: Shape): z.infer<Shape> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  const { data, error } = shape.safeParse(JSON.parse(bodyOf(openEnvelope(text, path), path)));
  if (error)
    throw new CheckpointError({
      path,
      problem: `it does not have the shape of a checkpoint: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`,
      cause: error,
    });
  return data;
}
