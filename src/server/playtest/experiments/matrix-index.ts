/** Matrices as the API shows them. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { MatrixPlan, MatrixResult, MatrixRow, MatrixView } from "../../../contract/index.ts";
import { answer } from "../../../kernel/verdict-words/index.ts";
import {
  isMatrix,
  isOver,
  keepCrash,
  matrixOutcome,
  type MatrixOutcome,
  PLAN_FILE,
  provisionalOf,
  readMatrixOutcome,
  readPlan,
  RESULT_FILE,
  rowNow,
  unplayedHeadline,
} from "../../../playtest/index.ts";
import { MATRICES, SESSIONS, type IndexedSession } from "../session-index.ts";
import type { ExperimentReader, OpenExperiment } from "./stored-experiments.ts";

export type MatrixNow = Pick<MatrixResult, "rows" | "verdict">;

export function matrixReader(): ExperimentReader<MatrixPlan, MatrixNow, MatrixOutcome> {
  /** By the folders of sessions. */
  const kept = new Map<string, { stamp: number; row: MatrixRow }>();

  /** Other requests are answered between two folders. */
  async function rowsIn(dir: string, plan: MatrixPlan, sessions: readonly IndexedSession[]) {
    const stamps = new Map(sessions.map(({ dir, stamp }) => [dir, stamp]));
    const rows: MatrixRow[] = [];
    for (const session of plan.sessions) {
      const folder = join(dir, SESSIONS, session.sessionId);
      const stamp = stamps.get(folder) ?? 0;
      const before = kept.get(folder);
      if (before?.stamp !== stamp) await setImmediate();
      const row = before?.stamp === stamp ? before.row : rowNow(dir, plan, session);
      kept.set(folder, { stamp, row });
      rows.push(row);
    }
    return rows;
  }

  return {
    kind: "matrix",
    name: "Matrix",
    folder: MATRICES,
    isIn: isMatrix,
    planFile: PLAN_FILE,
    readPlan,
    resultFile: RESULT_FILE,
    readWritten: readMatrixOutcome,
    also: [],
    async outcome(dir, plan, { written, sessions }) {
      const crashed = new Map(written?.rows.map((row) => [row.sessionId, row]));
      const rows = (await rowsIn(dir, plan, sessions)).map((row) =>
        keepCrash(row, crashed.get(row.sessionId)),
      );
      const open = provisionalOf(rows);
      if (!open) return matrixOutcome({ dir, plan, rows, baseline: written?.baseline });
      // While sessions are missing, nothing is summed up.
      return { rows, verdict: answer(unplayedHeadline(open), { outcome: "stopped" }) };
    },
    summary: ({ rows }) => ({
      title: matrixTitle({
        stories: namesOf(rows, "story"),
        prompts: namesOf(rows, "prompt"),
        narrators: namesOf(rows, "narrator"),
      }),
      progress: { done: rows.filter(isOver).length, planned: rows.length, unit: "session" },
      failed: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed").length,
      cost: rows.reduce((sum, { cost }) => sum + cost, 0),
      unpriced: rows.reduce((sum, { unpriced }) => sum + unpriced, 0),
    }),
  };
}

type OpenMatrix = OpenExperiment<MatrixPlan, MatrixNow>;

const axes = [
  { one: "prompt", many: "prompts" },
  { one: "narrator", many: "narrators" },
  { one: "story", many: "stories" },
] as const;
type Axis = (typeof axes)[number]["many"];

/** More values than this are counted. */
const MOST_NAMED = 4;

/** "prompts baseline, structured × narrators grok-4, opus-4.5, on innsmouth" */
function matrixTitle(compared: Record<Axis, readonly string[]>): string {
  const named = (values: readonly string[], many: string) =>
    values.length > MOST_NAMED ? `${values.length} ${many}` : `${many} ${values.join(", ")}`;
  const varied = axes.filter(({ many }) => compared[many].length > 1);
  if (varied.length === 0) return axes.map(({ many }) => compared[many].join()).join(" · ");
  const title = varied.map(({ many }) => named(compared[many], many)).join(" × ");
  const place = compared.stories.length === 1 ? `, on ${compared.stories[0]}` : "";
  return `${title[0]!.toUpperCase()}${title.slice(1)}${place}`;
}

const namesOf = (rows: readonly MatrixRow[], key: "story" | "prompt" | "narrator"): string[] => [
  ...new Set(rows.map((row) => row[key])),
];

export async function matrixView({ outcome, head, idOf }: OpenMatrix): Promise<MatrixView> {
  const { rows } = await outcome();
  const start = await head();
  // The command of a written verdict names the folder that it had then.
  const resume = [{ says: "Play the rest:", command: `rehearse resume ${MATRICES}/${start.id}` }];
  const next = provisionalOf(rows) && !start.live ? resume : start.verdict.next;
  return {
    ...start,
    verdict: { ...start.verdict, next },
    rows: rows.map((row) => ({ ...row, session: idOf(row.sessionId) })),
  };
}
