/** The result of a matrix: means, comparisons, gates, rankings and totals over its rows and the results of its sessions. */
import {
  formatVersion,
  type Aggregates,
  type BaselineResult,
  type MatrixPlan,
  type MatrixResult,
  type MatrixRow,
  type MeanMetrics,
  type SessionMetrics,
  type Spent,
  type Episode,
} from "../../../contract/index.ts";
import { ofBudget, spentText, sumOf } from "../../../kernel/journal/index.ts";
import { countNotes } from "../../../kernel/report/index.ts";
import { meanOfKnown } from "../../metrics/index.ts";
import { houseCaution } from "../../report/index.ts";
import { compareVariants } from "./compare/variants.ts";
import { quoteFrom } from "../../compare/index.ts";
import { resultsOf, type MatrixOutcome } from "./stored-matrix.ts";
import { isOver, provisionalOf } from "./matrix-rows.ts";
import { ownSessions } from "./plan-matrix.ts";
import { judgeGates } from "./report/matrix-gates.ts";
import { matrixVerdict, shardVerdict } from "./report/matrix-verdict.ts";

const RANKED = 10;

type OutcomeOptions = {
  dir: string;
  plan: MatrixPlan;
  rows: readonly MatrixRow[];
  baseline?: BaselineResult | undefined;
  /** How to call Rehearse where the verdict is read. */
  command?: string;
};

export function matrixOutcome({ dir, plan, rows, baseline, command }: OutcomeOptions): MatrixOutcome {
  const sum = (of: (row: MatrixRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const provisional = provisionalOf(rows);
  const resultOf = resultsOf(dir);
  const quoteOf = quoteFrom(resultOf);
  const { caution, ...read } = readResults(rows, resultOf);
  const spent = spentOnMatrix({ rows: [...rows] });
  const compared = {
    rows: [...rows],
    provisional,
    comparisons: {
      prompts: provisional ? [] : compareVariants(rows, { by: "prompt", quoteOf }),
      narrators: provisional ? [] : compareVariants(rows, { by: "narrator", quoteOf }),
    },
    baseline,
    gates: judgeGates(rows, { plan, baseline, resultOf }),
    rankings: rankingsOf(rows),
    failures: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed"),
    findings: read.findings,
  };
  const said = { dir, command, caution, cost: ofBudget(spentText(spent), plan), quoteOf };
  const own = new Set(ownSessions(plan).map(({ sessionId }) => sessionId));
  return {
    version: formatVersion,
    matrixId: plan.matrixId,
    dir,
    config: { ...plan.config, systemPrompts: plan.prompts },
    seed: plan.seed,
    totalCost: sum(({ cost }) => cost),
    totalAtMost: sum(({ atMost }) => atMost),
    totalPossiblyBilled: spent.possiblyBilled,
    totalRecorded: spent.recorded,
    totalUnpriced: sum(({ unpriced }) => unpriced),
    totalDuration: sum(({ durationMs }) => durationMs),
    unfinished: rows.filter((row) => !isOver(row)).length,
    ...read,
    ...compared,
    verdict: plan.shard
      ? shardVerdict(
          rows.filter(({ sessionId }) => own.has(sessionId)),
          { ...said, shard: plan.shard },
        )
      : matrixVerdict(compared, said),
  };
}

export const spentOnMatrix = ({ rows }: Pick<MatrixOutcome, "rows">): Spent =>
  sumOf(
    rows.map(({ cost, unpriced, possiblyBilled, recorded }) => ({
      cost,
      unpriced,
      possiblyBilled: possiblyBilled ?? NOTHING_MORE,
      recorded,
    })),
  );

const NOTHING_MORE = { attempts: 0, atMost: 0, unpriced: 0 };

/** By overall. No session is among both the best and the worst. */
export function rankingsOf<Row extends MatrixRow>(rows: readonly Row[]): { best: Row[]; worst: Row[] } {
  const scored = rows
    .filter((row) => isOver(row) && row.score?.overall != null)
    .toSorted((a, b) => b.score!.overall! - a.score!.overall!);
  const each = Math.min(RANKED, Math.ceil(scored.length / 2));
  return {
    best: scored.slice(0, each),
    worst: scored.toReversed().slice(0, Math.min(each, scored.length - each)),
  };
}

/** Of every result only what is added up: together they may not fit into memory. */
function readResults(
  rows: readonly MatrixRow[],
  resultOf: ReturnType<typeof resultsOf>,
): Pick<MatrixResult, "aggregates" | "findings" | "notes" | "points"> & { caution: string | undefined } {
  const read = rows.flatMap((row) => {
    const result = resultOf(row.sessionId);
    if (!result) return [];
    const { models, notes, issues } = result;
    const metrics = isOver(row) && result.metrics;
    return [{ row, models, notes, issues, metrics: metrics && { ...metrics, overall: overallOf(row) } }];
  });
  const over = read.flatMap(({ metrics, ...session }) => (metrics ? [{ ...session, metrics }] : []));
  const means = (by: "story" | "prompt" | "narrator"): Aggregates[keyof Aggregates] =>
    Object.fromEntries(
      [...Map.groupBy(over, ({ row }) => row[by])].map(([key, own]) => [
        key,
        meansOf(own.map(({ metrics }) => metrics)),
      ]),
    );
  return {
    aggregates: { byStory: means("story"), byPrompt: means("prompt"), byModel: means("narrator") },
    findings: [
      ...Map.groupBy(over, ({ row }) => JSON.stringify([row.prompt, row.narrator])).values(),
    ].flatMap(kindsOf),
    notes: countNotes(read.map(({ notes }) => notes)),
    points: over[0]?.metrics.score.points,
    caution: houseCaution(read.map(({ models }) => models)),
  };
}

const overallOf = ({ score }: MatrixRow): number | null => score?.overall ?? null;

/** An object or null, so its null is not a missing number. */
const NO_NUMBER: ReadonlySet<string> = new Set<keyof SessionMetrics["tangents"]>(["patience"]);
const PARTS = ["pulses", "tangents", "privateMoments", "quality", "failures"] as const;

/** A number that no session has is null. */
export function meansOf(sessions: readonly SessionMetrics[]): MeanMetrics {
  const partOf = (part: (typeof PARTS)[number]): Record<string, number | null> => {
    const values = sessions.flatMap((metrics) =>
      Object.entries(metrics[part]).filter(
        ([name, value]) => (typeof value === "number" || value === null) && !NO_NUMBER.has(name),
      ),
    ) as Array<[string, number | null]>;
    const names = [...Map.groupBy(values, ([name]) => name)];
    return Object.fromEntries(names.map(([name, own]) => [name, meanOfKnown(own.map(([, value]) => value))]));
  };
  return {
    sessions: sessions.length,
    ...Object.fromEntries(PARTS.map((part) => [part, partOf(part)])),
    overall: meanOfKnown(sessions.map(({ overall }) => overall)),
  };
}

type Read = { row: MatrixRow; issues: readonly Episode[] };

/** The kinds of problems of one prompt and narrator, the costliest first, each with the worst one. */
function kindsOf(sessions: readonly Read[]): NonNullable<MatrixResult["findings"]> {
  const { prompt, narrator } = sessions[0]!.row;
  // Of episodes that cost the same, the one of the worst session is shown.
  const overall = ({ row }: Read) => row.score?.overall ?? Infinity;
  const worstFirst = sessions.toSorted((one, other) => overall(one) - overall(other));
  const found = worstFirst.flatMap(({ row, issues }) =>
    issues.map((example) => ({ sessionId: row.sessionId, example })),
  );
  return [...Map.groupBy(found, ({ example }) => example.kind)]
    .map(([kind, own]) => ({
      prompt,
      narrator,
      kind,
      episodes: own.length,
      pointsLost: own.reduce((sum, { example }) => sum + example.pointsLost, 0),
      sessions: new Set(own.map(({ sessionId }) => sessionId)).size,
      of: sessions.length,
      ...own.reduce((one, other) => (other.example.pointsLost > one.example.pointsLost ? other : one)),
    }))
    .toSorted((one, other) => other.pointsLost - one.pointsLost);
}
