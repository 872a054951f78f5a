import { join } from "node:path";
import { turnFileVersion, type TurnRecord } from "../../contract/index.ts";
import { writeFileSafely } from "../../kernel/store/index.ts";
import type { SessionState } from "../session/index.ts";
import { encodeTurnFile } from "./turn-file-format.ts";

/** Where the chain of a folder stands: the checksum that the next file must carry on from. */
export type Chain = { previous: string };

export const turnPath = (dir: string, turn: number): string => join(dir, `turn-${turn}.json`);

/** Writes the first file of a folder: everything, so that the folder needs no other. */
export async function saveStart(dir: string, { sessionId, config, branchedFrom, records, turn }: SessionState): Promise<Chain> {
  const { text, checksum } = encodeTurnFile({
    version: turnFileVersion,
    kind: "snapshot",
    sessionId,
    turn,
    previous: "",
    start: { config, branchedFrom },
    records: [...records],
  });
  await writeFileSafely(turnPath(dir, turn), text);
  return { previous: checksum };
}

/** Writes a turn that was just played. */
export async function saveTurn(dir: string, { state, record, chain }: { state: SessionState; record: TurnRecord; chain: Chain }): Promise<Chain> {
  const link = { version: turnFileVersion, sessionId: state.sessionId, turn: record.turn, previous: chain.previous };
  const { text, checksum } = encodeTurnFile(isSnapshot(record.turn) ? { ...link, kind: "snapshot", records: [...state.records] } : { ...link, kind: "turn", record });
  await writeFileSafely(turnPath(dir, record.turn), text);
  return { previous: checksum };
}

/** 20, 40, 80, 160 …: a snapshot every 20 turns would hold the first turn again and again, and disk would grow with the square. */
export function isSnapshot(turn: number): boolean {
  const twenties = turn / 20;
  return twenties >= 1 && Number.isInteger(Math.log2(twenties));
}
