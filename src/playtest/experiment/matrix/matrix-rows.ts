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
import { atMostOf, sumOf } from "../../../kernel/journal/index.ts";
import type { Play, PlayScore } from "../../compare/index.ts";
import { meanOfKnown, metricsByName, unjudgedText } from "../../metrics/index.ts";
import { lastResult, spentAfterPlay, spentOnPlaying } from "../../play/index.ts";
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

/** From the session's folder. `before`: its row in `matrix.json`, which alone knows that a session crashed. */
export function rowNow(
  dir: string,
  { config }: MatrixPlan,
  session: PlannedSession,
  before?: MatrixRow,
): MatrixRow {
  const sessionDir = join(sessionsFolder(dir), session.sessionId);
  const result = lastResult(sessionDir);
  const isJudged = !namesJudge(config) || result?.judged !== undefined;
  try {
    if (result && isOver(result) && isJudged) return rowOf(session, { ...result, dir: sessionDir });
    const spent = sumOf([spentOnPlaying(sessionDir), spentAfterPlay(sessionDir)]);
    return keepCrash(openRow(session, { ...openEnd(result), spent }), before);
  } catch (error) {
    // An unreadable journal concerns this session alone. Playing the session reports it.
    if (!(error instanceof HarnessError)) throw error;
    return openRow(session, { outcome: "unfinished", why: error.message, spent: sumOf([]) });
  }
}

/** Why a session is still to be played, or judged. */
function openEnd(result: SessionResult | undefined): Pick<MatrixRow, "outcome" | "why"> {
  if (result === undefined) return { outcome: "unfinished", why: "it is unfinished" };
  if (!isOver(result)) return { outcome: result.outcome, why: result.why };
  return {
    outcome: "unfinished",
    why: result.unjudged ? unjudgedText(result.unjudged) : "it was not judged",
  };
}

export const keepCrash = (now: MatrixRow, before: MatrixRow | undefined): MatrixRow =>
  before?.outcome === "crashed" && !isOver(now) ? { ...now, outcome: "crashed", why: before.why } : now;

/** The numbers of a finished session. */
export function rowOf(
  session: PlannedSession,
  { outcome, why, totals, durationMs, ...result }: SessionResult,
): MatrixRow {
  const score = scoreOf(outcome, result.metrics);
  const { untold } = result.pulses;
  return {
    ...session,
    outcome,
    why,
    metrics: result.metrics ? { ...metricsByName(result.metrics), overall: score.overall } : {},
    score,
    untold,
    ...moneyOf(sumOf([totals.all])),
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
  { spent, ...ended }: Pick<MatrixRow, "outcome" | "why"> & { spent: Spent },
): MatrixRow => ({ ...session, ...ended, metrics: {}, score: null, ...moneyOf(spent), durationMs: 0 });

const moneyOf = (
  spent: Spent,
): Pick<MatrixRow, "cost" | "unpriced" | "possiblyBilled" | "recorded" | "atMost"> => ({
  ...spent,
  atMost: atMostOf(spent),
});
