/** The result of a matrix: means, comparisons, gates, rankings and totals over its rows and the results of its sessions. */
import {
  formatVersion,
  type Aggregates,
  type BaselineResult,
  type MatrixPlan,
  type MatrixResult,
  type MatrixRow,
  type MeanMetrics,
  type Note,
  type Points,
  type SessionMetrics,
  type Spent,
  type Episode,
} from "../../../contract/index.ts";
import { spentText, sumOf } from "../../../kernel/journal/index.ts";
import { countNotes } from "../../../kernel/report/index.ts";
import { houseNotice } from "../../report/index.ts";
import { compareVariants } from "./compare/variants.ts";
import { quoteFrom } from "./compare/quote-from.ts";
import { resultsOf, type MatrixOutcome } from "./matrix-result-file.ts";
import { isOver, provisionalOf } from "./matrix-rows.ts";
import { ownSessions } from "./plan-matrix.ts";
import { judgeGates } from "./report/matrix-gates.ts";
import { houseCaution, matrixVerdict, shardVerdict } from "./report/matrix-verdict.ts";

const RANKED = 10;

type OutcomeOptions = {
  dir: string;
  plan: MatrixPlan;
  rows: readonly MatrixRow[];
  lostCost?: number;
  baseline?: BaselineResult;
};

export function matrixOutcome({ dir, plan, rows, lostCost, baseline }: OutcomeOptions): MatrixOutcome {
  const sum = (of: (row: MatrixRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const provisional = provisionalOf(rows);
  const resultOf = resultsOf(dir, rows);
  const quoteOf = quoteFrom(resultOf);
  const { caution, ...read } = readResults(rows, resultOf);
  const spent = spentOnMatrix({ rows: [...rows] });
  const compared = {
    rows: [...rows],
    ...(provisional && { provisional }),
    comparisons: {
      prompts: provisional ? [] : compareVariants(rows, { by: "prompt", quoteOf }),
      narrators: provisional ? [] : compareVariants(rows, { by: "narrator", quoteOf }),
    },
    ...(baseline && { baseline }),
    gates: judgeGates(rows, { plan, baseline, resultOf }),
    rankings: rankingsOf(rows),
    failures: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed"),
    findings: read.findings,
  };
  const said = { dir, caution, cost: spentText(spent), quoteOf };
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
    ...(spent.recorded && { totalRecorded: spent.recorded }),
    totalUnpriced: sum(({ unpriced }) => unpriced),
    lostCost,
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

/** One session at a time: together they may not fit into memory. */
function readResults(
  rows: readonly MatrixRow[],
  resultOf: ReturnType<typeof resultsOf>,
): Pick<MatrixResult, "aggregates" | "findings" | "notes" | "points"> & { caution: string | undefined } {
  const groups = { byStory: groupMeans(), byPrompt: groupMeans(), byModel: groupMeans() };
  const variants = new Map<string, Pick<MatrixRow, "prompt" | "narrator"> & ReturnType<typeof countKinds>>();
  const notes: Array<readonly Note[]> = [];
  const cast = { sessions: 0, narrated: 0, played: 0 };
  let points: Points | undefined;
  for (const row of rows) {
    const result = resultOf(row.sessionId);
    if (!result) continue;
    cast.sessions += 1;
    if (result.models.narrator.startsWith("house/")) cast.narrated += 1;
    else if (houseNotice(result.models) !== undefined) cast.played += 1;
    if (result.notes.length > 0) notes.push(result.notes);
    const { prompt, narrator, story } = row;
    if (!isOver(row) || !result.metrics) continue;
    points ??= result.metrics.score.points;
    const metrics = { ...result.metrics, overall: row.score?.overall ?? null };
    groups.byStory.add(story, metrics);
    groups.byPrompt.add(prompt, metrics);
    groups.byModel.add(narrator, metrics);
    const key = JSON.stringify([prompt, narrator]);
    const variant = variants.get(key) ?? { prompt, narrator, ...countKinds() };
    variants.set(key, variant);
    variant.add(result);
  }
  return {
    aggregates: {
      byStory: groups.byStory.means(),
      byPrompt: groups.byPrompt.means(),
      byModel: groups.byModel.means(),
    },
    findings: [...variants.values()].flatMap(({ prompt, narrator, all }) =>
      all().map((found) => ({ prompt, narrator, ...found })),
    ),
    notes: countNotes(notes),
    ...(points && { points }),
    caution: houseCaution(cast),
  };
}

function groupMeans() {
  const groups = new Map<string, ReturnType<typeof meansOf>>();
  return {
    add(key: string, metrics: SessionMetrics): void {
      const means = groups.get(key) ?? meansOf();
      groups.set(key, means);
      means.add(metrics);
    },
    means: (): Aggregates[keyof Aggregates] =>
      Object.fromEntries([...groups].map(([key, means]) => [key, means.means()])),
  };
}

/** An object or null, so its null is not a missing number. */
const NO_NUMBER: ReadonlySet<string> = new Set<keyof SessionMetrics["tangents"]>(["patience"]);

/** Means of many sessions' metrics, without keeping the sessions. A number that no session has is null. */
export function meansOf(): { add(metrics: SessionMetrics): void; means(): MeanMetrics } {
  const parts: Record<string, Record<string, { sum: number; count: number }>> = {};
  const overalls = { sum: 0, count: 0 };
  let sessions = 0;
  const note = (mean: { sum: number; count: number }, value: number | null) => {
    mean.sum += value ?? 0;
    mean.count += value === null ? 0 : 1;
  };
  const meanOf = ({ sum, count }: { sum: number; count: number }) => (count === 0 ? null : sum / count);
  return {
    add({ pulses, tangents, privateMoments, quality, failures, overall }) {
      sessions += 1;
      note(overalls, overall);
      for (const [part, metrics] of Object.entries({ pulses, tangents, privateMoments, quality, failures })) {
        const means = (parts[part] ??= {});
        for (const [name, value] of Object.entries(metrics as Record<string, unknown>))
          if ((typeof value === "number" || value === null) && !NO_NUMBER.has(name))
            note((means[name] ??= { sum: 0, count: 0 }), value);
      }
    },
    means: () => ({
      sessions,
      ...Object.fromEntries(
        Object.entries(parts).map(([part, means]) => [
          part,
          Object.fromEntries(Object.entries(means).map(([name, mean]) => [name, meanOf(mean)])),
        ]),
      ),
      overall: meanOf(overalls),
    }),
  };
}

type FoundKind = {
  kind: string;
  episodes: number;
  pointsLost: number;
  /** With such an episode, of all. */
  sessions: number;
  of: number;
  /** The session of the example. */
  sessionId: string;
  example: Episode;
};

/** Keeps one example of each kind, not the sessions. */
function countKinds(): {
  add(session: { sessionId: string; issues: readonly Episode[] }): void;
  /** The costliest first. */
  all(): FoundKind[];
} {
  const kinds = new Map<string, Omit<FoundKind, "of">>();
  let of = 0;
  return {
    add({ sessionId, issues }) {
      of += 1;
      for (const [kind, own] of Map.groupBy(issues, (episode) => episode.kind)) {
        const worst = own.reduce((one, other) => (other.pointsLost > one.pointsLost ? other : one));
        const before = kinds.get(kind);
        const example =
          before && before.example.pointsLost >= worst.pointsLost
            ? { sessionId: before.sessionId, example: before.example }
            : { sessionId, example: worst };
        kinds.set(kind, {
          kind,
          episodes: (before?.episodes ?? 0) + own.length,
          pointsLost: own.reduce((sum, { pointsLost }) => sum + pointsLost, before?.pointsLost ?? 0),
          sessions: (before?.sessions ?? 0) + 1,
          ...example,
        });
      }
    },
    all: () =>
      [...kinds.values()]
        .map((found) => ({ ...found, of }))
        .toSorted((one, other) => other.pointsLost - one.pointsLost),
  };
}
