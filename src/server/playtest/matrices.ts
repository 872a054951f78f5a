import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Damage, MatrixPlan, MatrixRow } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { isInUse, NewerFormatError, refuseToReplaceNewer } from "../../kernel/store/index.ts";
import {
  isMatrix,
  isOver,
  keepRow,
  outcomeSteps,
  PLAN_FILE,
  readMatrixOutcome,
  readPlan,
  RESULT_FILE,
  rowNow,
  type MatrixOutcome,
} from "../../playtest/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { Refusal } from "../refusal.ts";
import { newerDamage } from "./damage-told.ts";
import { foldersIn, MATRICES, sessionId as idOf } from "./session-folders.ts";
import type { IndexedSession, SessionIndex } from "./session-index.ts";
import { unhurried } from "./unhurried.ts";

export type OpenMatrix = {
  readonly id: string;
  readonly at: string | null;
  readonly live: boolean;
  readonly planned: number;
  readonly done: number;
  readonly rows: readonly MatrixRow[];
  readonly damage: readonly Damage[];
  outcome(): Promise<MatrixOutcome>;
};
/** How far it is, by the sessions' cards alone. */
export type MatrixProgress = { matrix: string; planned: number; done: number; live: boolean };

export type Matrices = {
  ids(): string[];
  /** Throws where there is no such matrix. */
  open(id: string): Promise<OpenMatrix>;
  progress(id: string): Promise<MatrixProgress>;
};

/** What is kept of a matrix: its plan, and the rows of sessions whose folders have not changed since. */
type Kept = {
  planStamp: number;
  plan: MatrixPlan;
  resultStamp: number;
  written: MatrixOutcome | undefined;
  rows: Map<string, { stamp: number; row: MatrixRow }>;
  outcome?: { over: number; value: Promise<MatrixOutcome> };
};

export function createMatrices({
  workspace,
  index,
  clock,
}: {
  workspace: string;
  index: SessionIndex;
  clock: Clock;
}): Matrices {
  const root = join(workspace, MATRICES);
  const kept = new Map<string, Kept>();
  function ids(): string[] {
    const there = foldersIn(root).filter((name) => isMatrix(join(root, name)));
    for (const id of kept.keys()) if (!there.includes(id)) kept.delete(id);
    return there;
  }

  function keep(id: string): Kept {
    if (!foldersIn(root).includes(id) || !isMatrix(join(root, id)))
      throw new Refusal({
        status: 404,
        code: "unknown-matrix",
        message: `There is no matrix ${JSON.stringify(id.slice(0, 200))}.`,
        remedy: "GET /api/matrices lists those that there are.",
      });
    const dir = join(root, id);
    for (const file of [PLAN_FILE, RESULT_FILE])
      if (lstatSync(join(dir, file), { throwIfNoEntry: false })?.isSymbolicLink())
        throw new HarnessError({
          code: "bad-matrix",
          message: `${file} of the matrix ${id} is a link, and links are not followed.`,
          remedy: "Put the file itself in its place.",
        });
    const [planStamp, resultStamp] = [stampOf(join(dir, PLAN_FILE)), stampOf(join(dir, RESULT_FILE))];
    const before = kept.get(id);
    if (before?.planStamp === planStamp && before.resultStamp === resultStamp) return before;
    const now: Kept = {
      planStamp,
      plan: readPlan(dir),
      resultStamp,
      written: readMatrixOutcome(dir),
      rows: before?.rows ?? new Map(),
    };
    kept.set(id, now);
    return now;
  }

  /** `matrix.json` where it is newer than every session; otherwise the folders, those that have changed, a step each. */
  function* rowsOf(
    id: string,
    memory: Kept,
    sessions: readonly IndexedSession[],
  ): Generator<void, { rows: readonly MatrixRow[]; isWritten: boolean }, void> {
    const { plan, written, resultStamp } = memory;
    if (
      written &&
      written.rows.length === plan.sessions.length &&
      sessions.every(({ stamp }) => stamp <= resultStamp)
    )
      return { rows: written.rows, isWritten: true };
    const known = new Map((written?.rows ?? []).map((row) => [row.sessionId, row]));
    const stamps = new Map(sessions.map(({ dir, stamp }) => [dir, stamp]));
    const rows: MatrixRow[] = [];
    for (const session of plan.sessions) {
      const stamp = stamps.get(join(root, id, "sessions", session.sessionId)) ?? 0;
      const before = memory.rows.get(session.sessionId);
      if (before?.stamp !== stamp) yield;
      const row = before?.stamp === stamp ? before.row : rowNow(join(root, id), plan, session);
      memory.rows.set(session.sessionId, { stamp, row });
      rows.push(keepRow(join(root, id), row, known.get(session.sessionId)));
    }
    return { rows, isWritten: false };
  }

  const sessionsOf = async (id: string) =>
    (await index.all()).filter(({ of }) => of?.kind === "matrix" && of.id === id);

  return {
    ids,
    async open(id) {
      const memory = keep(id);
      const sessions = await sessionsOf(id);
      const { rows, isWritten } = await unhurried(rowsOf(id, memory, sessions), clock);
      const done = rows.filter(isOver).length;
      return {
        id,
        at: sessions.flatMap(({ card }) => card.at ?? []).sort()[0] ?? null,
        live: await isInUse(join(root, id)),
        planned: rows.length,
        done,
        rows,
        damage: damageIn(join(root, id), memory.written),
        async outcome() {
          if (isWritten) return memory.written!;
          // Means are made of sessions that are over: while no other is, they are the same.
          if (memory.outcome?.over !== done) {
            const value = unhurried(
              outcomeSteps({
                dir: join(root, id),
                plan: memory.plan,
                rows,
                baseline: memory.written?.baseline,
              }),
              clock,
            );
            memory.outcome = { over: done, value };
            // What failed once is tried again.
            value.catch(() => (memory.outcome = undefined));
          }
          return memory.outcome.value;
        },
      };
    },
    async progress(id) {
      const { plan } = keep(id);
      const planned = new Set(plan.sessions.map(({ sessionId }) => idOf(sessionId, { kind: "matrix", id })));
      return {
        matrix: id,
        planned: planned.size,
        done: (await sessionsOf(id)).filter((session) => planned.has(session.id) && isOver(session.card))
          .length,
        live: await isInUse(join(root, id)),
      };
    },
  };
}

/** `matrix.json` is made of the sessions: where it is spoiled, they tell the same. */
function damageIn(dir: string, written: MatrixOutcome | undefined): Damage[] {
  const path = join(dir, RESULT_FILE);
  if (written !== undefined || !existsSync(path)) return [];
  try {
    refuseToReplaceNewer(path);
  } catch (error) {
    if (error instanceof NewerFormatError) return [newerDamage(RESULT_FILE)];
    throw error;
  }
  return [
    {
      file: RESULT_FILE,
      what: "The file is damaged. This page is built from the sessions.",
      remedy:
        "Only the baseline comparison is lost. `rehearse resume` with this matrix's folder rewrites the file.",
    },
  ];
}

const stampOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
