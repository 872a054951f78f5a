/** Writes the turns of a session: the first file of a folder has the config, each of the others one turn. */
import { join } from "node:path";
import { z } from "zod";
import {
  formatVersion,
  type JournalMark,
  type TurnRecord,
  branchOrigin,
  playerAgent,
  sessionConfig,
} from "../../contract/index.ts";
import { listFolder, writeFileSafely, readStored } from "../../kernel/store/index.ts";
import type { SessionState } from "../session/index.ts";
import { encodeTurnFile, bodyOf, misshapen, openEnvelope } from "./checkpoint-format.ts";

/** The checksum of a folder's last file, which the next one must name. */
export type Chain = string;

/** Writes the first file of a folder: complete, so that the folder needs no other. */
export async function saveStart(
  dir: string,
  { sessionId, config, branchedFrom, records, turn }: SessionState,
  journal?: JournalMark,
): Promise<Chain> {
  const { text, checksum } = await encodeTurnFile({
    version: formatVersion,
    kind: "start",
    sessionId,
    turn,
    previous: "",
    journal,
    config,
    branchedFrom,
    records: [...records],
  });
  await writeFileSafely(turnPath(dir, turn), text);
  return checksum;
}

export async function saveTurn(
  dir: string,
  {
    state: { sessionId },
    record,
    chain,
    journal,
  }: { state: SessionState; record: TurnRecord; chain: Chain; journal?: JournalMark },
): Promise<Chain> {
  const { turn } = record;
  const { text, checksum } = await encodeTurnFile({
    version: formatVersion,
    kind: "turn",
    sessionId,
    turn,
    previous: chain,
    journal,
    record,
  });
  await writeFileSafely(turnPath(dir, turn), text);
  return checksum;
}

export const turnPath = (dir: string, turn: number): string => join(dir, `turn-${turn}.json`);

/** The turns of a session's folder that have files, in order. */
export const turnsIn = (dir: string): number[] =>
  listFolder(dir)
    .flatMap(({ name }) => /^turn-(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

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

/**
 * A session's start parameters, for lists. Ten times as fast as loading, because nothing is folded, no checksum is
 * verified and no guide is parsed.
 */
export function readSessionHeader(dir: string): SessionHeader {
  const path = turnPath(dir, turnsIn(dir)[0]!);
  const { data, error } = header.safeParse(JSON.parse(bodyOf(openEnvelope(readStored(path), path), path)));
  if (error) throw misshapen(path, error);
  return data;
}
