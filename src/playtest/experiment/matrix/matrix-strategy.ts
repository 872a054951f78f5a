/** A matrix as a strategy: every planned session is played once, in the order of the plan. */
import { join } from "node:path";
import type {
  MatrixPlan,
  MatrixRow,
  Pinned,
  PlannedSession,
  SessionConfig,
} from "../../../contract/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { neededModels, pinModels, playSession, requireSession } from "../../play/index.ts";
import { runExperiment, sessionsFolder, type Experiment, type RunOptions } from "../run-experiment.ts";
import { compareBaseline } from "./compare/compare-baseline.ts";
import { quoteFrom } from "../../compare/index.ts";
import { matrixOutcome } from "./summarise-matrix.ts";
import { matrixPlanFile } from "./matrix-plan-file.ts";
import { isOver, rowNow, rowOf } from "./matrix-rows.ts";
import { ownSessions, plannedConfig } from "./plan-matrix.ts";
import { matrixFiles } from "./report/matrix-report.ts";
import {
  pointsIn,
  readMatrix,
  RESULT_FILE,
  resultsOf,
  storedRows,
  type MatrixOutcome,
  type StoredMatrix,
} from "./stored-matrix.ts";

/** The progress of a matrix. `failed`: sessions that failed or could not be played. */
export type MatrixNews = {
  planned: number;
  done: number;
  running: number;
  failed: number;
  turns: number;
  cost: number;
};

/** `endedBy`: why it ended before all sessions were played. */
type MatrixRun = { rows: MatrixRow[]; outcome: MatrixOutcome; endedBy?: HarnessError };

export async function runMatrix(
  harness: Harness,
  options: RunOptions<MatrixPlan, MatrixNews>,
): Promise<MatrixRun> {
  const { plan } = options;
  // Read first, so that a wrong path does not surface at the end.
  const given = plan.gates?.baseline;
  const baseline = given === undefined ? undefined : readMatrix(given);
  return runExperiment(matrixBeside(baseline), harness, options);
}

const matrixBeside = (
  baseline: StoredMatrix | undefined,
): Experiment<MatrixPlan, PlannedSession, MatrixNews, MatrixRun> => ({
  planFile: matrixPlanFile,
  resultFile: RESULT_FILE,
  files: ({ outcome }) => matrixFiles(outcome),
  open({ harness, dir, plan, tell }) {
    const before = storedRows(dir, plan).rows;
    const rows = new Map(before.map((row) => [row.sessionId, row]));
    const own = ownSessions(plan);
    const open = () => own.filter(({ sessionId }) => isToPlay(rows.get(sessionId)!));
    const news = {
      planned: own.length,
      done: before.filter((row) => !isToPlay(row)).length,
      running: 0,
      failed: before.filter(({ outcome }) => outcome === "failed").length,
      turns: 0,
    };
    const update = (change: Partial<typeof news>) => tell(Object.assign(news, change));
    let rounds = 0;
    return {
      start: (session, watch) =>
        playSession(harness, {
          config: plannedConfig(harness, plan, session),
          out: sessionsFolder(dir),
          sessionId: session.sessionId,
          ...watch,
        }),
      // The cost of finished sessions comes from their results, with or without a journal.
      metered: before
        .filter((row) => !isOver(row))
        .map(({ sessionId }) => join(sessionsFolder(dir), sessionId)),
      spentBefore: before.reduce((sum, { atMost }) => sum + atMost, 0),
      checkSetup: async (budget) => {
        // A finished matrix needs no keys.
        if (open().length > 0) await requireMatrix(harness, plan, budget);
      },
      nextRound() {
        if (rounds++ > 0) return undefined;
        update({});
        return open();
      },
      onStart: () => update({ running: news.running + 1 }),
      onTurn: () => update({ turns: news.turns + 1 }),
      onEnd(session, end) {
        const { sessionId } = session;
        if (end.how === "played") rows.set(sessionId, rowOf(session, end.result));
        else {
          const row = rowNow(dir, plan, session, rows.get(sessionId));
          rows.set(sessionId, end.how === "stopped" ? row : crashed(row, end.error));
        }
        const { outcome } = rows.get(sessionId)!;
        update({
          running: news.running - 1,
          done: news.done + (end.how === "played" ? 1 : 0),
          failed: news.failed + (outcome === "failed" || outcome === "crashed" ? 1 : 0),
        });
      },
      found({ endedBy }) {
        const all = [...rows.values()];
        return {
          rows: all,
          outcome: outcomeBeside(baseline, { dir, plan, rows: all, command: harness.command }),
          endedBy,
        };
      },
    };
  },
});

export const outcomeBeside = (
  baseline: StoredMatrix | undefined,
  { dir, plan, rows, command }: { dir: string; plan: MatrixPlan; rows: MatrixRow[]; command: string },
): MatrixOutcome =>
  matrixOutcome({
    dir,
    plan,
    rows,
    command,
    baseline:
      baseline &&
      compareBaseline(
        baseline,
        { config: plan.config, rows, points: pointsIn(dir, plan) },
        { quoteOf: quoteFrom(resultsOf(dir)) },
      ),
  });

const isToPlay = (row: MatrixRow): boolean => !isOver(row);

const crashed = (row: MatrixRow, { message }: HarnessError): MatrixRow => ({
  ...row,
  outcome: "crashed",
  why: message,
});

/** Before the first call, refuses if anything needed to play one of the sessions is missing. */
export async function requireMatrix(
  harness: Harness,
  plan: MatrixPlan,
  budget: number | undefined,
): Promise<void> {
  const casts = castsOf(harness, plan);
  harness.requireReady(
    casts.flatMap((config) => neededModels(config, harness)),
    budget,
  );
  for (const config of casts) await requireSession(harness, config, budget);
}

/** The prices and addresses used for all of its sessions. */
export const pinMatrix = (harness: Harness, plan: MatrixPlan): Pinned =>
  pinModels(harness, castsOf(harness, plan));

/** One session of each group with each narrator: together they have every model of the matrix. */
function castsOf(harness: Harness, plan: MatrixPlan): SessionConfig[] {
  const sessions = new Map(plan.sessions.map((each) => [`${each.narrator} ${each.pair}`, each]));
  return [...sessions.values()].map((session) => plannedConfig(harness, plan, session));
}
