import { existsSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../../kernel/report/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { damagedTurns } from "../checkpoint/index.ts";
import { storedResult } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";

/** What of a session's folder is missing or damaged, and what was used instead, one line each. */
export function folderNotes(dir: string, { turn }: SessionState): string[] {
  const stored = storedResult(dir);
  return [
    ...damagedTurns(dir),
    ...(existsSync(join(dir, JOURNAL_FILE))
      ? []
      : [`${JOURNAL_FILE} is missing: the session's cost is unknown, and the totals do not include it.`]),
    ...(stored === undefined
      ? [
          "session.json is missing: the session never ended, or the file was deleted. The result is rebuilt from the turns and the journal.",
        ]
      : []),
    ...(stored !== undefined && stored.turns !== turn
      ? [
          `session.json covers ${counted(stored.turns, "turn")}, but the folder has ${turn}. The result is rebuilt from the turns and the journal.`,
        ]
      : []),
  ];
}
