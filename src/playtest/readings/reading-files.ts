/** Readings on disk: `readings/<reader>/turn-N.json` beside the turns. */
import { basename, dirname, join } from "node:path";
import { turnRecord, type Reading, type TurnRecord } from "../../contract/index.ts";
import { requestHash } from "../../kernel/models/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import {
  makeFolder,
  namesIn,
  readStored,
  removeLeftovers,
  toName,
  writeFileSafely,
} from "../../kernel/store/index.ts";
import { CheckpointError, decodeReading, digest, encodeReading } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";

/** The reader of planted faults, and the absent reader. */
export const HOUSE = "house";
export const NONE = "none";

const FOLDER = "readings";

export const readingPath = (dir: string, reader: string, turn: number): string =>
  join(dir, FOLDER, toName(reader), `turn-${turn}.json`);

/** Makes the folder of a reader, and removes what a killed process left unfinished in it. */
export async function prepareFolder(dir: string, reader: string): Promise<void> {
  const folder = dirname(readingPath(dir, reader, 1));
  makeFolder(folder);
  await removeLeftovers(folder);
}

/** `prepareFolder` must have been called. */
export async function saveReading(dir: string, made: Reading): Promise<void> {
  await writeFileSafely(readingPath(dir, made.reader, made.turn), encodeReading(made));
}

/** Names the reader of a later `observe` that counts as the session's own. */
export const latePath = (dir: string): string => join(dir, FOLDER, "own.json");

/** All readers of a session, by the names of their folders. */
export const readersOf = (dir: string): string[] =>
  namesIn(join(dir, FOLDER))
    .toSorted()
    .map((name) => join(dir, FOLDER, name))
    .flatMap((folder) => {
      const turn = namesIn(folder).find((name) => /^turn-\d+\.json$/.test(name));
      if (turn === undefined) return [];
      const path = join(folder, turn);
      return decodeReading(readStored(path), path).reader;
    });

/** One reader's readings of a session. `known`: readings loaded before, which do not change. */
export function loadReadings(
  dir: string,
  { records }: Pick<SessionState, "records">,
  reader: string,
  known: readonly Reading[] = [],
): Reading[] {
  const folder = dirname(readingPath(dir, reader, 1));
  const before = new Map(
    known.filter((each) => each.status === "read" && each.reader === reader).map((each) => [each.turn, each]),
  );
  const there = new Set(namesIn(folder));
  const sums = sessionChecksums(records);
  return records.flatMap(({ turn }, index) => {
    const path = readingPath(dir, reader, turn);
    if (!there.has(basename(path))) return [];
    return [before.get(turn) ?? readReading(path, { reader, turn, checksum: sums[index]! })];
  });
}

type Expected = Pick<Reading, "reader" | "turn" | "checksum">;

function readReading(path: string, of: Expected): Reading {
  try {
    return decode(path, of);
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    const remedy = "Delete it, then resume, or repeat `observe`: the turn is read again.";
    throw new CheckpointError({ path, problem: error.problem, remedy, cause: error });
  }
}

function decode(path: string, { reader, turn, checksum }: Expected): Reading {
  const data = decodeReading(readStored(path), path);
  if (data.reader !== reader || data.turn !== turn)
    throw new CheckpointError({ path, problem: `it is turn ${data.turn} as read by ${data.reader}` });
  if (data.checksum !== checksum)
    throw new CheckpointError({ path, problem: `it belongs to turn ${turn} of another session` });
  return data;
}

/**
 * The part of a turn that a reader reads. Findings and the ending are left out: a branch removes its parent's ending.
 */
const read = turnRecord.pick({
  turn: true,
  phase: true,
  narrator: true,
  classification: true,
  players: true,
  crossTalk: true,
  relay: true,
});

const sums = new WeakMap<TurnRecord, string>();

/** Over the record, not its file: in a branch the same turn is in another file. Keys are redacted, as on disk. */
function turnChecksum(record: TurnRecord): string {
  const known = sums.get(record);
  if (known !== undefined) return known;
  const sum = requestHash(JSON.parse(withoutSecrets(JSON.stringify(read.parse(record)))));
  sums.set(record, sum);
  return sum;
}

/** For each turn, a checksum of all turns up to it. */
export function sessionChecksums(records: readonly TurnRecord[]): string[] {
  let sum = "";
  return records.map((record) => (sum = digest(`${sum}${turnChecksum(record)}`)));
}
