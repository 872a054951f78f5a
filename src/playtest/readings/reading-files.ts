/** Readings on disk: `readings/<reader>/turn-N.json` beside the turns, and the house narrators' ground truth. */
import { basename, dirname, join } from "node:path";
import { reading, readingVersion, turnRecord, type Reading, type TurnRecord } from "../../contract/index.ts";
import { requestHash } from "../../kernel/models/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import {
  exists,
  makeFolder,
  namesIn,
  readLineLog,
  readText,
  removeLeftovers,
  toName,
  writeFileSafely,
} from "../../kernel/store/index.ts";
import {
  bodyOf,
  CheckpointError,
  digest,
  openEnvelope,
  refuseNewer,
  verifyChecksum,
} from "../checkpoint/index.ts";
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

/** In the form of a turn file: a checksum, then the content. `prepareFolder` must have been called. */
export async function saveReading(dir: string, made: Reading): Promise<void> {
  const body = withoutSecrets(JSON.stringify(made));
  await writeFileSafely(
    readingPath(dir, made.reader, made.turn),
    `{"checksum":"${digest(body)}","version":${readingVersion},"kind":"reading","body":${body}}\n`,
  );
}

export type StoredReadings = { readings: Reading[]; notes: string[] };

/**
 * One reader's readings of a session. A file that is damaged, or does not match the session's turn, is not used, and
 * the notes name it. `known`: readings loaded before, which do not change.
 */
export function loadReadings(
  dir: string,
  { records }: Pick<SessionState, "records">,
  reader: string,
  known: readonly Reading[] = [],
): StoredReadings {
  const folder = dirname(readingPath(dir, reader, 1));
  const before = new Map(known.map((each) => [each.turn, each]));
  const there = new Set(namesIn(folder));
  const notes: string[] = [];
  const readings = records.flatMap((record) => {
    const path = readingPath(dir, reader, record.turn);
    if (!there.has(basename(path))) return [];
    try {
      return [
        before.get(record.turn) ??
          readFile(path, { reader, turn: record.turn, checksum: turnChecksum(record) }),
      ];
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error;
      notes.push(`${join(FOLDER, toName(reader), basename(path))} cannot be used: ${error.facts.problem}.`);
      return [];
    }
  });
  return { readings, notes };
}

function readFile(
  path: string,
  { reader, turn, checksum }: { reader: string; turn: number; checksum: string },
): Reading {
  const made = decode(path);
  if (made.reader !== reader || made.turn !== turn)
    throw new CheckpointError({ path, problem: `it is turn ${made.turn} as read by ${made.reader}` });
  if (made.turnChecksum !== checksum)
    throw new CheckpointError({ path, problem: `it belongs to turn ${turn} of another session` });
  return made;
}

function decode(path: string): Reading {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    throw new CheckpointError({ path, problem: (error as Error).message, cause: error });
  }
  const outer = openEnvelope(text, path);
  if (outer.kind !== "reading") throw new CheckpointError({ path, problem: "it is not a reading" });
  refuseNewer(outer.version, readingVersion, path);
  const body = bodyOf(outer, path);
  verifyChecksum(body, outer.checksum, path);
  const { data, error } = reading.safeParse(JSON.parse(body));
  if (data) return data;
  throw new CheckpointError({
    path,
    problem: `it is not a valid reading: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`,
    cause: error,
  });
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

/** Over the record, not its file: in a branch the same turn is in another file. Keys are redacted, as on disk. */
export const turnChecksum = (record: TurnRecord): string =>
  requestHash(JSON.parse(withoutSecrets(JSON.stringify(read.parse(record)))));

/** What embedded narrators planted on purpose, one line a turn. Only the house reader and tests read it. */
export const TRUTH_FILE = "truth.jsonl";

/** Its lines, by turn. */
export type Truth = ReadonlyMap<number, unknown>;

export function readTruth(dir: string): Map<number, unknown> {
  const path = join(dir, TRUTH_FILE);
  const found = new Map<number, unknown>();
  if (exists(path))
    readLineLog(path, ({ value }) => {
      if (typeof value.turn === "number") found.set(value.turn, value);
    });
  return found;
}
