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
  const { cost, atMost, unpriced, possiblyBilled } = now;
  return {
    ...before,
    cost,
    atMost,
    unpriced,
    possiblyBilled,
    kept: existsSync(join(sessionsFolder(dir), now.sessionId)) ? "damaged" : "folder gone",
  };
}

/** What people are to know of rows that no folder tells any more. */
export function keptNotes(rows: readonly MatrixRow[]): string[] {
  const kept = rows.filter((row) => row.kept !== undefined);
  if (kept.length === 0) return [];
  const named = kept.slice(0, SHOWN).map((row) => `${row.sessionId} (${row.kept})`);
  return [
    `The numbers of ${counted(kept.length, "session")} are kept from before: ${[...named, ...(kept.length > SHOWN ? [`and ${kept.length - SHOWN} more`] : [])].join(", ")}. \`rehearse resume\` plays or mends what is missing.`,
  ];
}
const SHOWN = 10;
