/** Writes the turns of a session: the first file of a folder and every 20th are snapshots, the others hold one turn each. */
import { join } from "node:path";
import {
  turnFileVersion,
  type JournalMark,
  type TurnRecord,
  type TurnSnapshot,
} from "../../contract/index.ts";
import { listFolder, writeFileSafely } from "../../kernel/store/index.ts";
import type { SessionState } from "../session/index.ts";
import { encodeTurnFile } from "./checkpoint-format.ts";

/** The end of a folder's chain: the checksum that the next file must name, and the last snapshot's. */
export type Chain = {
  previous: string;
  snapshot: { checksum: string; turn: number; /** It is the first file of the folder. */ isFirst?: true };
};

/** Writes the first file of a folder: complete, so that the folder needs no other. */
export async function saveStart(
  dir: string,
  { sessionId, config, branchedFrom, records, turn }: SessionState,
  journal?: JournalMark,
): Promise<Chain> {
  const { text, checksum } = await encodeTurnFile({
    version: turnFileVersion,
    kind: "snapshot",
    sessionId,
    turn,
    previous: "",
    journal,
    start: { config, branchedFrom },
    records: [...records],
  });
  await writeFileSafely(turnPath(dir, turn), text);
  return { previous: checksum, snapshot: { checksum, turn, isFirst: true } };
}

export async function saveTurn(
  dir: string,
  {
    state,
    record,
    chain,
    journal,
  }: { state: SessionState; record: TurnRecord; chain: Chain; journal?: JournalMark },
): Promise<Chain> {
  const link = {
    version: turnFileVersion,
    sessionId: state.sessionId,
    turn: record.turn,
    previous: chain.previous,
    journal,
  };
  const snapshot = record.turn % SNAPSHOT_EVERY === 0;
  const { text, checksum } = await encodeTurnFile(
    snapshot
      ? {
          ...link,
          kind: "snapshot",
          base: chain.snapshot.checksum,
          first: chain.snapshot.isFirst && firstFileOf(state, chain.snapshot.turn),
          records: state.records.filter(({ turn }) => turn > chain.snapshot.turn),
        }
      : { ...link, kind: "turn", record },
  );
  await writeFileSafely(turnPath(dir, record.turn), text);
  return { previous: checksum, snapshot: snapshot ? { checksum, turn: record.turn } : chain.snapshot };
}

const firstFileOf = (
  { config, branchedFrom, records }: SessionState,
  turn: number,
): TurnSnapshot["first"] => ({
  turn,
  start: { config, branchedFrom },
  records: records.filter((record) => record.turn <= turn),
});

export const SNAPSHOT_EVERY = 20;

export const turnPath = (dir: string, turn: number): string => join(dir, `turn-${turn}.json`);

/** The turns of a session's folder that have files, in order. */
export const turnsIn = (dir: string): number[] =>
  listFolder(dir)
    .flatMap(({ name }) => /^turn-(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
