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
      : [`${JOURNAL_FILE} is not there: what the session cost is not known, and is shown as nothing.`]),
    ...(stored === undefined
      ? [
          "session.json is not there: the session never ended, or the file is lost. The result is told from the turns and the journal.",
        ]
      : []),
    ...(stored !== undefined && stored.turns !== turn
      ? [
          `session.json tells of ${counted(stored.turns, "turn")}, and there are ${turn}: the result is told from the turns and the journal.`,
        ]
      : []),
  ];
}
