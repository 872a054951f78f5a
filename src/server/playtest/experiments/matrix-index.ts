import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { MatrixCard, MatrixPlan, MatrixRow, MatrixView, Verdict } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { fileInfo, isInUse } from "../../../kernel/store/index.ts";
import {
  isMatrix,
  isOver,
  keepRow,
  matrixOutcome,
  meanOverall,
  PLAN_FILE,
  provisionalOf,
  readMatrixOutcome,
  readPlan,
  RESULT_FILE,
  rowNow,
  type MatrixOutcome,
  unplayedHeadline,
} from "../../../playtest/index.ts";
import { Refusal } from "../../problem.ts";
import {
  holdersIn,
  MATRICES,
  SESSIONS,
  sessionId as idOf,
  type IndexedSession,
  type SessionIndex,
} from "../session-index.ts";
import type { ExperimentProgress } from "./stored-experiments.ts";

export type OpenMatrix = {
  readonly id: string;
  readonly at: string | null;
  readonly live: boolean;
  readonly planned: number;
  readonly done: number;
  readonly plan: MatrixPlan;
  readonly rows: readonly MatrixRow[];
  outcome(): MatrixOutcome;
};

export type Matrices = {
  ids(): string[];
  /** Throws for an unknown matrix. */
  open(id: string): Promise<OpenMatrix>;
  isLive(id: string): Promise<boolean>;
  progress(id: string): Promise<ExperimentProgress>;
};

/** The cache of a matrix: its plan, and the rows of sessions with unchanged folders. */
type Kept = {
  dir: string;
  planStamp: number;
  plan: MatrixPlan;
  resultStamp: number;
  written: MatrixOutcome | undefined;
  rows: Map<string, { stamp: number; row: MatrixRow }>;
  outcome?: { over: number; value: MatrixOutcome };
};

export function createMatrices({ workspace, index }: { workspace: string; index: SessionIndex }): Matrices {
  const kept = new Map<string, Kept>();
  function ids(): string[] {
    const there = [...holdersIn(workspace, MATRICES)].flatMap(([name, dir]) => (isMatrix(dir) ? [name] : []));
    for (const id of kept.keys()) if (!there.includes(id)) kept.delete(id);
    return there;
  }

  function keep(id: string): Kept {
    const dir = holdersIn(workspace, MATRICES).get(id);
    if (dir === undefined || !isMatrix(dir))
      throw new Refusal({
        status: 404,
        code: "not-found",
        message: `Matrix ${JSON.stringify(id.slice(0, 200))} not found.`,
        remedy: "GET /api/matrices lists all matrices.",
      });
    for (const file of [PLAN_FILE, RESULT_FILE])
      if (fileInfo(join(dir, file), { links: true })?.kind === "link")
        throw new HarnessError({
          code: "bad-path",
          message: `${file} of the matrix ${id} is a link. Links are not followed.`,
          remedy: "Replace the link with the file itself.",
        });
    const [planStamp, resultStamp] = [stampOf(join(dir, PLAN_FILE)), stampOf(join(dir, RESULT_FILE))];
    const before = kept.get(id);
    if (before?.dir === dir && before.planStamp === planStamp && before.resultStamp === resultStamp)
      return before;
    const now: Kept = {
      dir,
      planStamp,
      plan: readPlan(dir),
      resultStamp,
      written: readMatrixOutcome(dir),
      rows: before?.dir === dir ? before.rows : new Map(),
    };
    kept.set(id, now);
    return now;
  }

  /** From `matrix.json` if it is newer than every session, otherwise from the folders. */
  async function rowsOf(
    memory: Kept,
    sessions: readonly IndexedSession[],
  ): Promise<{ rows: readonly MatrixRow[]; isWritten: boolean }> {
    const { dir, plan, written, resultStamp } = memory;
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
      const stamp = stamps.get(join(dir, SESSIONS, session.sessionId)) ?? 0;
      const before = memory.rows.get(session.sessionId);
      // Other requests are answered between two folders.
      if (before?.stamp !== stamp) await setImmediate();
      const row = before?.stamp === stamp ? before.row : rowNow(dir, plan, session);
      memory.rows.set(session.sessionId, { stamp, row });
      rows.push(keepRow(dir, row, known.get(session.sessionId)));
    }
    return { rows, isWritten: false };
  }

  const sessionsOf = async (id: string) =>
    (await index.all()).filter(({ of }) => of?.kind === "matrix" && of.id === id);

  async function open(id: string): Promise<OpenMatrix> {
    const memory = keep(id);
    const { dir } = memory;
    const sessions = await sessionsOf(id);
    const { rows, isWritten } = await rowsOf(memory, sessions);
    const done = rows.filter(isOver).length;
    return {
      id,
      at: sessions.flatMap(({ card }) => card.at ?? []).sort()[0] ?? null,
      live: await isInUse(dir),
      planned: rows.length,
      done,
      plan: memory.plan,
      rows,
      outcome() {
        if (isWritten) return memory.written!;
        // Means cover finished sessions, so they change only when another one finishes.
        if (memory.outcome?.over !== done) {
          const value = matrixOutcome({ dir, plan: memory.plan, rows, baseline: memory.written?.baseline });
          memory.outcome = { over: done, value };
        }
        return memory.outcome.value;
      },
    };
  }

  return {
    ids,
    open,
    isLive: async (id) => isInUse(keep(id).dir),
    async progress(id) {
      const { dir, plan } = keep(id);
      const planned = new Set(plan.sessions.map(({ sessionId }) => idOf(sessionId, { kind: "matrix", id })));
      return {
        kind: "matrix",
        id,
        planned: planned.size,
        done: (await sessionsOf(id)).filter((session) => planned.has(session.id) && isOver(session.card))
          .length,
        live: await isInUse(dir),
      };
    },
  };
}

const stampOf = (path: string): number => fileInfo(path, { links: true })?.modifiedMs ?? 0;

export function matrixCard({ id, at, live, planned, done, rows }: OpenMatrix): MatrixCard {
  const each = (key: "story" | "prompt" | "narrator") => [...new Set(rows.map((row) => row[key]))];
  return {
    id,
    at,
    planned,
    done,
    failed: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed").length,
    stories: each("story"),
    prompts: each("prompt"),
    narrators: each("narrator"),
    overall: meanOverall(rows),
    cost: rows.reduce((sum, { cost }) => sum + cost, 0),
    live,
  };
}

export function matrixView(matrix: OpenMatrix): MatrixView {
  const { id, planned, done, live } = matrix;
  const { rows: _rows, verdict, ...outcome } = matrix.outcome();
  // Its folder may have moved since it was written.
  const command = `rehearse resume ${MATRICES}/${id}`;
  const next = verdict.next.map((step) => (step.command === undefined ? step : { ...step, command }));
  const stories = [...new Set(matrix.rows.map(({ story }) => story))];
  return { ...outcome, verdict: { ...verdict, next: live ? [] : next }, stories, planned, done, live };
}

/** While sessions are missing, nothing has to be summed up for a list. */
export function shortVerdict(matrix: OpenMatrix): Pick<Verdict, "outcome" | "headline"> {
  const open = provisionalOf(matrix.rows);
  if (open) return { outcome: "stopped", headline: unplayedHeadline(open) };
  const { outcome, headline } = matrix.outcome().verdict;
  return { outcome, headline };
}

/** Rows with the ids of their sessions. */
export const rowViews = <Row extends { sessionId: string }>({ id }: OpenMatrix, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, session: idOf(row.sessionId, { kind: "matrix", id }) }));

const unreadableCard = (id: string, { message, remedy }: HarnessError): MatrixCard => ({
  id,
  at: null,
  planned: 0,
  done: 0,
  failed: 0,
  stories: [],
  prompts: [],
  narrators: [],
  overall: null,
  cost: 0,
  live: false,
  unreadable: `${message} ${remedy}`,
});

/** Newest first. An unreadable matrix does not hide the others, and other requests are answered between two reads. */
export async function listMatrices(matrices: Matrices): Promise<MatrixCard[]> {
  const cards: MatrixCard[] = [];
  for (const id of matrices.ids()) {
    cards.push(await cardOf(matrices, id));
    await setImmediate();
  }
  return cards.sort((a, b) => (b.at ?? "").localeCompare(a.at ?? "") || a.id.localeCompare(b.id));
}

async function cardOf(matrices: Matrices, id: string): Promise<MatrixCard> {
  try {
    return matrixCard(await matrices.open(id));
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return unreadableCard(id, error);
  }
}
