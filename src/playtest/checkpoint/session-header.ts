/**
 * A session's start parameters, for lists. Ten times as fast as loading, because nothing is folded, no checksum is
 * verified and no guide is parsed.
 */
import { z } from "zod";
import { branchOrigin, playerAgent, sessionConfig } from "../../contract/index.ts";
import { readStored } from "../../kernel/store/index.ts";
import { bodyOf, misshapen, openEnvelope } from "./checkpoint-format.ts";
import { turnPath, turnsIn } from "./save-turn.ts";

const header = z.object({
  sessionId: z.string(),
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
    .extend({
      group: z.object({
        players: z.array(playerAgent.pick({ seat: true, name: true, archetype: true, model: true })),
      }),
    }),
  branchedFrom: branchOrigin.optional(),
});

export type SessionHeader = z.infer<typeof header>;

export function readSessionHeader(dir: string): SessionHeader {
  const path = turnPath(dir, turnsIn(dir)[0]!);
  const { data, error } = header.safeParse(JSON.parse(bodyOf(openEnvelope(readStored(path), path), path)));
  if (error) throw misshapen(path, error);
  return data;
}
