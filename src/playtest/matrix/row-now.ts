import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MatrixPlan, MatrixRow, PlannedSession } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { lostSpent, sumOf } from "../../kernel/journal/index.ts";
import { lastResult, lostFrom, spentOnJudging, spentOnPlaying } from "../play/index.ts";
import { sessionsFolder } from "./matrix-files.ts";
import { openRow, rowOf } from "./play-planned.ts";

const OVER: ReadonlySet<string> = new Set(["completed", "timeout", "failed"]);
export const isOver = ({ outcome }: Pick<MatrixRow, "outcome">): boolean => OVER.has(outcome);

/** What the folder of a session says of it. */
export function rowNow(dir: string, { config }: MatrixPlan, session: PlannedSession): MatrixRow {
  const sessionDir = join(sessionsFolder(dir), session.sessionId);
  const result = lastResult(sessionDir);
  const judged = config.judge === undefined || result?.judged !== undefined;
  try {
    if (result && isOver(result) && judged) return rowOf(session, { ...result, dir: sessionDir });
    const lost = lostFrom(sessionDir);
    return openRow(session, {
      ...(lost && { lost: lost.attempts }),
      outcome: result && !isOver(result) ? result.outcome : "unfinished",
      why:
        result === undefined
          ? existsSync(join(sessionDir, "session.json"))
            ? "its session.json is damaged"
            : "it was not played to its end"
          : isOver(result)
            ? "it was not judged"
            : result.why,
      spent: sumOf([
        spentOnPlaying(sessionDir),
        spentOnJudging(sessionDir),
        ...(lost ? [lostSpent(lost)] : []),
      ]),
    });
  } catch (error) {
    // A journal that cannot be read is trouble of this session alone, and told by who plays it.
    if (!(error instanceof HarnessError)) throw error;
    return openRow(session, { outcome: "unfinished", why: error.message, spent: sumOf([]) });
  }
}
