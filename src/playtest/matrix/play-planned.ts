import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MatrixPlan, MatrixRow, PlannedSession, SessionResult } from "../../contract/index.ts";
import type { Work } from "../../kernel/engine/index.ts";
import { atMostOf, lostSince, lostSpent, sumOf, type Spent } from "../../kernel/journal/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { turnsIn } from "../checkpoint/index.ts";
import { metricsOfResult } from "../compare/index.ts";
import { countsOf } from "../metrics/index.ts";
import { playSession, resumeSession, type SharedBudget } from "../play/index.ts";
import { plannedConfig } from "./plan-matrix.ts";
import { sessionsFolder } from "./matrix-files.ts";
import { spentOnJudging } from "../play/index.ts";

/** One session of a matrix, from wherever it stands to its end. Run again, it goes on: no call that was answered is made twice. */
export function playPlanned(
  harness: Harness,
  {
    dir,
    plan,
    sharedBudget,
    onTurn,
  }: SharedBudget & { dir: string; plan: MatrixPlan; onTurn?: (session: PlannedSession) => void },
): Work<PlannedSession, MatrixRow> {
  const out = sessionsFolder(dir);
  return {
    name: "playtest-session",
    async run(session, { signal }) {
      const { sessionId } = session;
      const sessionDir = join(out, sessionId);
      const watch = { signal, sharedBudget, onTurn: onTurn && (() => onTurn(session)) };
      const played =
        existsSync(sessionDir) && turnsIn(sessionDir).length > 0
          ? await resumeSession(harness, sessionDir, watch)
          : await playSession(harness, {
              config: plannedConfig(harness, plan, session),
              out,
              sessionId,
              ...watch,
            });
      if (played.stopped) throw played.stopped;
      return rowOf(session, played.result);
    },
  };
}

/** A session that is over, in numbers. Its money is what its journals say. */
export function rowOf(
  session: PlannedSession,
  { outcome, why, totals, audit, durationMs, ...result }: SessionResult & { dir: string },
): MatrixRow {
  const lost = result.journal && lostSince(result.journal, totals.all, result.dir);
  return {
    ...session,
    outcome,
    why,
    metrics: {
      ...(result.metrics && countsOf(result.metrics)),
      ...metricsOfResult({ ...result, outcome, why, totals, audit, durationMs }),
    },
    broken: audit?.broken ?? false,
    ...moneyOf(sumOf([totals.all, spentOnJudging(result.dir), ...(lost ? [lostSpent(lost)] : [])])),
    ...(lost && { lost: lost.attempts }),
    durationMs,
  };
}

/** A session that is not over: no number of it is known, but for what it has cost. */
export const openRow = (
  session: PlannedSession,
  { spent, ...ended }: Pick<MatrixRow, "outcome" | "why" | "lost"> & { spent: Spent },
): MatrixRow => ({ ...session, ...ended, metrics: {}, broken: false, ...moneyOf(spent), durationMs: 0 });

const moneyOf = (
  spent: Spent,
): Pick<MatrixRow, "cost" | "unpriced" | "possiblyBilled" | "recorded" | "atMost"> => ({
  ...spent,
  atMost: atMostOf(spent),
});
