/** Writes the turns of a session: the first file of a folder has the config, each of the others one turn. */
import { join } from "node:path";
import { formatVersion, type JournalMark, type TurnRecord } from "../../contract/index.ts";
import { listFolder, writeFileSafely } from "../../kernel/store/index.ts";
import type { SessionState } from "../session/index.ts";
import { encodeTurnFile } from "./checkpoint-format.ts";

/** The checksum of a folder's last file, which the next one must name. */
export type Chain = string;

/** Writes the first file of a folder: complete, so that the folder needs no other. */
export async function saveStart(
  dir: string,
  { sessionId, config, branchedFrom, records, turn }: SessionState,
  journal?: JournalMark,
): Promise<Chain> {
  const { text, checksum } = encodeTurnFile({
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
  const { text, checksum } = encodeTurnFile({
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
