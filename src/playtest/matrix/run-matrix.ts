import { join } from "node:path";
import type { MatrixPlan, MatrixRow, Pinned, SessionConfig } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { inProcessEngine, type Engine } from "../../kernel/engine/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder, midRun } from "../../kernel/store/index.ts";
import { archetypeIds } from "../archetypes/index.ts";
import { holdsForAll, neededModels, pinModels, requireSession, wholeBudget } from "../play/index.ts";
import { sessionsFolder, writePlan } from "./matrix-files.ts";
import { keepRow } from "./keep-row.ts";
import { plannedConfig } from "./plan-matrix.ts";
import { playPlanned } from "./play-planned.ts";
import { storedRows } from "./read-matrix.ts";
import { isOver, rowNow } from "./row-now.ts";

/** How far a matrix is. `failed`: sessions that ended so, or that could not be played. */
export type MatrixNews = {
  planned: number;
  done: number;
  running: number;
  failed: number;
  turns: number;
  cost: number;
};

export type RunMatrixOptions = {
  dir: string;
  plan: MatrixPlan;
  /** Sessions played at once. */
  concurrency: number;
  /** A budget for the whole, what is spent included; otherwise the plan's. */
  budget?: number;
  signal?: AbortSignal;
  engine?: Engine;
  onNews?: (news: MatrixNews) => void;
  /** What is to be written of it at its end, while nobody else may play it. */
  onEnd?: (run: MatrixRun) => Promise<void>;
};

/** The rows in the order of the plan, what is gone of it (USD), and why it ended before all were played. */
export type MatrixRun = { rows: MatrixRow[]; lostCost?: number; endedBy?: HarnessError };

/** A session that fails is given one more chance: what failed it is often gone by then. */
const ATTEMPTS = 2;

/**
 * Plays whatever is still to be played of a matrix. Nothing of the sessions but their numbers is kept in mind;
 * everything else is on disk, so that it can be stopped and gone on with at any time.
 */
export async function runMatrix(
  harness: Harness,
  { dir, plan, concurrency, budget, signal, engine = inProcessEngine, onNews, onEnd }: RunMatrixOptions,
): Promise<MatrixRun> {
  makeFolder(sessionsFolder(dir));
  const lock = await lockFolder(dir, { clock: harness.clock });
  try {
    const { rows: before, lostCost } = storedRows(dir, plan);
    // The money of sessions that are over is what their results say, with or without a journal.
    const open = before.filter((row) => !isOver(row));
    const { cap, calls } = wholeBudget(
      open.map(({ sessionId }) => join(sessionsFolder(dir), sessionId)),
      { plan, budget },
    );
    await requireMatrix(harness, plan, cap);
    // The budget that was given last holds, also after the next stop.
    if (cap !== plan.budget || (budget !== undefined && calls !== (plan.lost ?? 0)))
      await writePlan(dir, { ...plan, budget: cap, ...(calls > 0 && { lost: calls }) });
    const rows = new Map(before.map((row) => [row.sessionId, row]));
    // What is gone was paid for all the same.
    const spentBefore = before.reduce((sum, { atMost }) => sum + atMost, lostCost ?? 0);
    const sharedBudget = createBudget({ cap, spent: spentBefore });
    const news: MatrixNews = {
      planned: plan.sessions.length,
      done: before.filter((row) => !isToPlay(row)).length,
      running: 0,
      failed: [...rows.values()].filter(({ outcome }) => outcome === "failed").length,
      turns: 0,
      cost: spentBefore,
    };
    const tell = (change: Partial<MatrixNews>) =>
      onNews?.(Object.assign(news, change, { cost: sharedBudget.spent() }));
    tell({});
    const work = playPlanned(harness, {
      dir,
      plan,
      sharedBudget,
      onTurn: () => tell({ turns: news.turns + 1 }),
    });
    const jobs = plan.sessions
      .filter(({ sessionId }) => isToPlay(rows.get(sessionId)!))
      .map((session) => ({ id: session.sessionId, input: session }));
    const { endedBy } = await engine.run(work, jobs, {
      concurrency,
      attempts: ATTEMPTS,
      isFinal: holdsForAll,
      signal,
      onStart: () => tell({ running: news.running + 1 }),
      onEnd: (end) => {
        const { input: session, id } = end.job;
        if ("output" in end) rows.set(id, end.output);
        else {
          const now = keepRow(dir, rowNow(dir, plan, session), rows.get(id));
          // Stopped with all the others, before its second chance, it is not at fault.
          rows.set(
            id,
            end.attempts < ATTEMPTS || holdsForAll(end.error)
              ? now
              : { ...now, ...(now.kept === undefined && { outcome: "crashed" }), why: end.error.message },
          );
        }
        const { outcome } = rows.get(id)!;
        tell({
          running: news.running - 1,
          done: news.done + ("output" in end ? 1 : 0),
          failed: news.failed + (outcome === "failed" || outcome === "crashed" ? 1 : 0),
        });
      },
    });
    const run = { rows: [...rows.values()], lostCost, endedBy };
    await onEnd?.(run);
    return run;
  } catch (error) {
    throw midRun(error);
  } finally {
    await lock.release();
  }
}

/** What is known only from before is played again, or mended from its turns. */
const isToPlay = (row: MatrixRow): boolean => !isOver(row) || row.kept !== undefined;

/** Everything that can be known to be missing before the first call, of all sessions at once. */
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

/** What all of its sessions meter with. */
export const pinMatrix = (harness: Harness, plan: MatrixPlan): Pinned =>
  pinModels(harness, castsOf(harness, plan));

/** So many sessions that every model of the matrix is in one. */
function castsOf(harness: Harness, plan: MatrixPlan): SessionConfig[] {
  const casts: SessionConfig[] = [];
  for (const sessions of Map.groupBy(plan.sessions, ({ narrator }) => narrator).values()) {
    const seen = new Set<string>();
    for (const session of new Map(sessions.map((each) => [each.pair, each])).values()) {
      const config = plannedConfig(harness, plan, session);
      if (seen.size > 0 && config.group.players.every(({ archetype }) => seen.has(archetype))) continue;
      for (const { archetype } of config.group.players) seen.add(archetype);
      casts.push(config);
      if (seen.size === archetypeIds.length) break;
    }
  }
  return casts;
}
