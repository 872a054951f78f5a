/**
 * A session's start parameters, for lists. Ten times as fast as loading, because nothing is folded, no checksum is
 * verified and no guide is parsed.
 */
import { z } from "zod";
import { branchOrigin, sessionConfig } from "../../contract/index.ts";
import { readText } from "../../kernel/store/index.ts";
import { bodyOf, misshapen, openEnvelope } from "./checkpoint-format.ts";
import { turnPath } from "./save-turn.ts";

const first = z.object({
  sessionId: z.string(),
  start: z.object({
    config: sessionConfig
      .pick({
        story: true,
        prompt: true,
        narratorModel: true,
        classifierModel: true,
        observerModel: true,
        expectedPulses: true,
        maxTurns: true,
        budget: true,
      })
      .extend({ group: z.object({ players: z.array(z.object({ model: z.string() })) }) }),
    branchedFrom: branchOrigin.optional(),
  }),
});
const played = z.object({ at: z.string() });
/** One turn, or a snapshot that starts with it. */
const second = z.object({ record: played.optional(), records: z.array(played).optional() });

export type SessionHeader = z.infer<typeof first> & {
  /** When its first turn was played; absent before that. */ at?: string;
};

export function readSessionHeader(dir: string, turns: readonly number[]): SessionHeader {
  const begun = readShape(turnPath(dir, turns[0]!), first);
  if (turns.length < 2) return begun;
  const { record, records } = readShape(turnPath(dir, turns[1]!), second);
  return { ...begun, at: (record ?? records?.[0])?.at };
}

function readShape<Shape extends z.ZodType>(path: string, shape: Shape): z.infer<Shape> {
  const text = readText(path);
  const { data, error } = shape.safeParse(JSON.parse(bodyOf(openEnvelope(text, path), path)));
  if (error) throw misshapen(path, error);
  return data;
}
