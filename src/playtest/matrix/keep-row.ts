import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MatrixRow } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { sessionsFolder } from "./matrix-files.ts";
import { isOver } from "./row-now.ts";

/** A session as its folder has it; what was found of it before stays where the folder has nothing to tell any more. Its money is what journals say. */
export function keepRow(dir: string, now: MatrixRow, before: MatrixRow | undefined): MatrixRow {
  if (before === undefined || isOver(now)) return now;
  if (before.outcome === "crashed") return { ...now, outcome: before.outcome, why: before.why };
  if (!isOver(before)) return now;
  const { cost, atMost, unpriced, possiblyBilled, recorded } = now;
  return {
    ...before,
    cost,
    atMost,
    unpriced,
    possiblyBilled,
    recorded,
    kept: existsSync(join(sessionsFolder(dir), now.sessionId)) ? "damaged" : "folder gone",
  };
}

/** What people are to know of rows that their folders do not tell, or not in full. */
export function keptNotes(rows: readonly MatrixRow[]): string[] {
  const kept = rows.filter((row) => row.kept !== undefined);
  const cut = rows.filter((row) => row.lost !== undefined);
  return [
    ...(kept.length === 0
      ? []
      : [
          `The numbers of ${counted(kept.length, "session")} come from the previous result: ${named(kept, (row) => row.kept!)}. \`rehearse resume\` plays or repairs what is missing.`,
        ]),
    ...(cut.length === 0
      ? []
      : [
          `The journals of ${counted(cut.length, "session")} were deleted or truncated: ${named(cut, (row) => `${counted(row.lost!, "attempt")} missing`)}. The cost includes what the saved turns recorded.`,
        ]),
  ];
}

const named = (rows: readonly MatrixRow[], what: (row: MatrixRow) => string): string =>
  [
    ...rows.slice(0, SHOWN).map((row) => `${row.sessionId} (${what(row)})`),
    ...(rows.length > SHOWN ? [`and ${rows.length - SHOWN} more`] : []),
  ].join(", ");
const SHOWN = 10;
