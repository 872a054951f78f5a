/** The rows of a matrix: the numbers of one session each, from its folder or an earlier result. */
import { join } from "node:path";
import {
  playScore,
  type MatrixPlan,
  type MatrixRow,
  type PlannedSession,
  type SessionResult,
  type Spent,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, lostSince, lostSpent, sumOf } from "../../../kernel/journal/index.ts";
import { counted, shortList } from "../../../kernel/report/index.ts";
import { exists } from "../../../kernel/store/index.ts";
import type { Play, PlayScore } from "../../compare/index.ts";
import { meanOfKnown, metricsByName, unjudgedText } from "../../metrics/index.ts";
import { lastResult, findLostCalls, spentOnJudging, spentOnPlaying } from "../../play/index.ts";
import { NONE } from "../../readings/index.ts";
import { sessionsFolder } from "../run-experiment.ts";

type Outcome = Pick<MatrixRow, "outcome">;

export const isOver = ({ outcome }: Outcome): boolean => ["completed", "timeout", "failed"].includes(outcome);

/** Over or crashed. `resume` may still play the other sessions. */
export const isPlayed = (row: Outcome): boolean => isOver(row) || row.outcome === "crashed";

/** A session without the scores of a judge that the plan names is unfinished. */
const namesJudge = ({ judge = NONE }: MatrixPlan["config"]): boolean => judge !== NONE;

/** Of the sessions that are over. Null: none has a score. */
export const meanOverall = (rows: readonly MatrixRow[]): number | null =>
  meanOfKnown(rows.filter(isOver).map(({ score }) => score?.overall ?? null));

const UNSCORED: PlayScore = { overall: null, completion: null, craft: null, pointsLost: 0, byKind: {} };

/** Sessions of one group with the same seed are one cluster. A crashed session has no score, so its pair drops out. */
export const playOf = (
  { sessionId, story, seed, score, untold }: MatrixRow,
  { pair, session = sessionId }: { pair: string; session?: string },
): Play => ({ ...(score ?? UNSCORED), session, pair, cluster: `${story}/${seed}`, untold });

/**
 * The progress of an unfinished matrix. Undefined: it is finished. There are no verdicts before that: stopping when the
 * numbers look good finds a winner among equals.
 */
export function provisionalOf(rows: readonly MatrixRow[]): { done: number; planned: number } | undefined {
  const done = rows.filter(isPlayed).length;
  return done === rows.length ? undefined : { done, planned: rows.length };
}

export function rowNow(dir: string, { config }: MatrixPlan, session: PlannedSession): MatrixRow {
  const sessionDir = join(sessionsFolder(dir), session.sessionId);
  const result = lastResult(sessionDir);
  const judged = !namesJudge(config) || result?.judged !== undefined;
  try {
    if (result && isOver(result) && judged) return rowOf(session, { ...result, dir: sessionDir });
    const lost = findLostCalls(sessionDir);
    return openRow(session, {
      ...(lost && { lost: lost.attempts }),
      outcome: result && !isOver(result) ? result.outcome : "unfinished",
      why:
        result === undefined
          ? exists(join(sessionDir, "session.json"))
            ? "its session.json is unreadable"
            : "it is unfinished"
          : isOver(result)
            ? result.unjudged
              ? unjudgedText(result.unjudged)
              : "it was not judged"
            : result.why,
      spent: sumOf([
        spentOnPlaying(sessionDir),
        spentOnJudging(sessionDir),
        ...(lost ? [lostSpent(lost)] : []),
      ]),
    });
  } catch (error) {
    // An unreadable journal concerns this session alone. Playing the session reports it.
    if (!(error instanceof HarnessError)) throw error;
    return openRow(session, { outcome: "unfinished", why: error.message, spent: sumOf([]) });
  }
}

/** The numbers of a finished session. Its cost comes from its journals. */
export function rowOf(
  session: PlannedSession,
  { outcome, why, totals, durationMs, ...result }: SessionResult,
): MatrixRow {
  const lost = result.journal && lostSince(result.journal, totals.all, result.dir);
  const score = scoreOf(outcome, result.metrics);
  const { untold } = result.pulses;
  return {
    ...session,
    outcome,
    why,
    metrics: result.metrics ? { ...metricsByName(result.metrics), overall: score.overall } : {},
    score,
    ...(untold && { untold }),
    ...moneyOf(sumOf([totals.all, spentOnJudging(result.dir), ...(lost ? [lostSpent(lost)] : [])])),
    ...(lost && { lost: lost.attempts }),
    durationMs,
  };
}

/** A narrator's breakdown scores 0, whatever came before it: otherwise a broken session would drop out. */
function scoreOf(outcome: MatrixRow["outcome"], metrics: SessionResult["metrics"]): PlayScore {
  const own = metrics ? playScore.parse(metrics.score) : UNSCORED;
  return outcome === "failed" ? { ...own, overall: 0 } : own;
}

/** A session that is not over: only its cost is known. */
const openRow = (
  session: PlannedSession,
  { spent, ...ended }: Pick<MatrixRow, "outcome" | "why" | "lost"> & { spent: Spent },
): MatrixRow => ({ ...session, ...ended, metrics: {}, score: null, ...moneyOf(spent), durationMs: 0 });

const moneyOf = (
  spent: Spent,
): Pick<MatrixRow, "cost" | "unpriced" | "possiblyBilled" | "recorded" | "atMost"> => ({
  ...spent,
  atMost: atMostOf(spent),
});

/** The row from the session's folder, or the earlier row if the folder is gone. Its cost comes from the journals. */
export function keepRow(dir: string, now: MatrixRow, before: MatrixRow | undefined): MatrixRow {
  if (before === undefined || isOver(now)) return now;
  if (before.outcome === "crashed") return { ...now, outcome: before.outcome, why: before.why };
  if (!isOver(before) || exists(join(sessionsFolder(dir), now.sessionId))) return now;
  const { cost, atMost, unpriced, possiblyBilled, recorded } = now;
  return {
    ...before,
    cost,
    atMost,
    unpriced,
    possiblyBilled,
    recorded,
    kept: "folder gone",
  };
}

/** Notes on rows with missing folders or journals. */
export function keptNotes(rows: readonly MatrixRow[]): string[] {
  const kept = rows.flatMap(({ sessionId, kept }) => (kept === undefined ? [] : [`${sessionId} (${kept})`]));
  const cut = rows.flatMap(({ sessionId, lost }) =>
    lost === undefined ? [] : [`${sessionId} (${counted(lost, "attempt")} missing)`],
  );
  return [
    ...(kept.length === 0
      ? []
      : [
          `The numbers of ${counted(kept.length, "session")} come from the previous result: ${shortList(kept)}. \`rehearse resume\` plays what is missing.`,
        ]),
    ...(cut.length === 0
      ? []
      : [
          `The journals of ${counted(cut.length, "session")} were deleted or truncated: ${shortList(cut)}. The cost includes what the saved turns recorded.`,
        ]),
  ];
}
