import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { reading, readingVersion, type Reading } from "../../contract/index.ts";
import { fileError, makeFolder, removeLeftovers, toName, writeFileSafely } from "../../kernel/store/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import {
  bodyOf,
  CheckpointError,
  digest,
  openEnvelope,
  refuseNewer,
  verifyChecksum,
} from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";
import { turnChecksum } from "./turn-checksum.ts";

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

/** In the order of their turns, and what is wrong with files that cannot be used. */
export type StoredReadings = { readings: Reading[]; notes: string[] };

/**
 * What one reader made of a session. A file that is damaged, or that is about another turn than the one in the
 * session, is not used, and the notes name it. `known`: readings loaded before, which do not change.
 */
export function loadReadings(
  dir: string,
  { records }: Pick<SessionState, "records">,
  reader: string,
  known: readonly Reading[] = [],
): StoredReadings {
  const folder = dirname(readingPath(dir, reader, 1));
  if (!existsSync(folder)) return { readings: [], notes: [] };
  const before = new Map(known.map((each) => [each.turn, each]));
  const there = new Set(readdirSync(folder));
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

/** The readers that have read a session, by the names they were asked for by. */
export function readersOf(dir: string): string[] {
  const folder = join(dir, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => nameIn(join(folder, name)) ?? [])
    .toSorted();
}

/** A folder's name may be shortened: the files in it say the whole name. */
function nameIn(folder: string): string | undefined {
  for (const name of readdirSync(folder).filter((each) => /^turn-\d+\.json$/.test(each))) {
    try {
      return decode(join(folder, name)).reader;
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error;
    }
  }
  return undefined;
}

function readFile(
  path: string,
  { reader, turn, checksum }: { reader: string; turn: number; checksum: string },
): Reading {
  const made = decode(path);
  if (made.reader !== reader || made.turn !== turn)
    throw new CheckpointError({ path, problem: `it is turn ${made.turn} as read by ${made.reader}` });
  if (made.turnChecksum !== checksum)
    throw new CheckpointError({ path, problem: `it is about another turn ${turn} than this session's` });
  return made;
}

function decode(path: string): Reading {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new CheckpointError({
      path,
      problem: fileError(error, { doing: "read", path }).message,
      cause: error,
    });
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
    problem: `it does not have the shape of a reading: ${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`,
    cause: error,
  });
}
