import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { TurnSnapshot } from "../../contract/index.ts";
import { CheckpointError, NewerCheckpointError } from "./checkpoint-error.ts";
import { SNAPSHOT_EVERY, turnPath } from "./save-turn.ts";
import { decodeTurnFile } from "./turn-file-format.ts";
import { turnsIn } from "./turns-in.ts";

export type Recovered = { file: TurnSnapshot; checksum: string; note: string };

/**
 * The first file of a folder holds what the session was begun with. Where it is damaged or missing, the next snapshot
 * has a copy. `checksum`: that of the first file, where a turn after it tells.
 */
export function recoverFirst(
  folder: string,
  { turn, checksum }: { turn: number; checksum?: string },
  trouble: unknown,
): Recovered {
  if (!(trouble instanceof CheckpointError) || trouble instanceof NewerCheckpointError) throw trouble;
  const later = turnsIn(folder).filter((each) => each > turn && each % SNAPSHOT_EVERY === 0);
  for (const each of later) {
    const path = turnPath(folder, each);
    const file = snapshotAt(path);
    if (file?.first?.turn !== turn || (checksum !== undefined && file.base !== checksum)) continue;
    const { version, sessionId, base = "", first } = file;
    return {
      file: { version, kind: "snapshot", sessionId, previous: "", ...first },
      checksum: base,
      note: `turn-${turn}.json cannot be used: ${trouble.facts.problem}. The session's start is read from ${basename(path)}.`,
    };
  }
  throw trouble;
}

function snapshotAt(path: string): TurnSnapshot | undefined {
  try {
    const { file } = decodeTurnFile(readFileSync(path, "utf8"), path);
    return file.kind === "snapshot" ? file : undefined;
  } catch (error) {
    if (error instanceof CheckpointError) return undefined; // Damaged as well: a later one may do.
    throw error;
  }
}
