import { join } from "node:path";
import type {
  Aggregates,
  BaselineResult,
  Deviation,
  DeviationCount,
  MatrixPlan,
  MatrixResult,
  MatrixRow,
  SessionResult,
} from "../../contract/index.ts";
import { sumOf, type Spent } from "../../kernel/journal/index.ts";
import { countDeviations } from "../../kernel/report/index.ts";
import { writeVersionedFile } from "../../kernel/store/index.ts";
import { commonPartsNote, higherIsBetter, onCommonParts, type MetricName } from "../compare/index.ts";
import { lastResult } from "../play/index.ts";
import { earlierSessions } from "./earlier-sessions.ts";
import { provisionalOf } from "./circumstances.ts";
import { houseCount, type HouseCount } from "./house-count.ts";
import { meansOf } from "./mean-metrics.ts";
import { RESULT_FILE, sessionsFolder } from "./matrix-files.ts";
import { isOver } from "./row-now.ts";
import { standingsOf } from "./standings.ts";
import { cellsOf, counts, summariesOf } from "./summaries.ts";

/** What a matrix found, but for the sessions' own results: those stay on disk. */
export type MatrixOutcome = Omit<MatrixResult, "sessions">;

const RANKED = 10;

type OutcomeOptions = {
  dir: string;
  plan: MatrixPlan;
  rows: readonly MatrixRow[];
  lostCost?: number;
  baseline?: BaselineResult;
};

/** Everything that can be told of the rows, and of the sessions' results read one by one. */
export function matrixOutcome(options: OutcomeOptions): MatrixOutcome {
  const steps = outcomeSteps(options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for who must not hold up others: a session each. */
export function* outcomeSteps({
  dir,
  plan,
  rows,
  lostCost,
  baseline,
}: OutcomeOptions): Generator<void, MatrixOutcome, void> {
  const primary = plan.config.primaryMetric as MetricName;
  const sum = (of: (row: MatrixRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const provisional = provisionalOf(rows);
  const { aggregates, house, deviations } = yield* readResults(dir, rows);
  const spent = sumOf(rows.map(spentOnRow));
  // Ranked, and averaged, by what all sessions have.
  const common = onCommonParts(rows.filter(isOver));
  const alikeById = new Map(common.sessions.map((row) => [row.sessionId, row]));
  const alike = rows.map((row) => alikeById.get(row.sessionId) ?? row);
  const parts = commonPartsNote(common.leftOut, "all sessions");
  const summaries = summariesOf(alike, primary);
  return {
    version: 1,
    matrixId: plan.matrixId,
    dir,
    config: { ...plan.config, systemPrompts: plan.prompts },
    seed: plan.seed,
    ...(provisional && { provisional }),
    totalCost: sum(({ cost }) => cost),
    totalAtMost: sum(({ atMost }) => atMost),
    totalPossiblyBilled: spent.possiblyBilled,
    ...(spent.recorded && { totalRecorded: spent.recorded }),
    totalUnpriced: sum(({ unpriced }) => unpriced),
    ...(lostCost !== undefined && { lostCost }),
    totalDuration: sum(({ durationMs }) => durationMs),
    house: house.notice(rows.length),
    leftOut: {
      broken: rows.filter((row) => isOver(row) && row.broken).length,
      unplayed: rows.filter((row) => !isOver(row)).length,
    },
    aggregates: withOverall(aggregates, summaries),
    summaries,
    cells: cellsOf(alike, primary),
    standings: standingsOf(alike, primary),
    rankings: rankingsOf(alike, primary),
    ...(parts !== undefined && { parts }),
    failures: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed"),
    deviations,
    ...(baseline && { baseline }),
    rows: [...rows],
  };
}

/** The same overall everywhere. */
function withOverall(aggregates: Aggregates, summaries: MatrixResult["summaries"]): Aggregates {
  const of = (by: keyof Aggregates) =>
    Object.fromEntries(
      Object.entries(aggregates[by]).map(([name, means]) => [
        name,
        { ...means, overall: summaries[by][name]?.metrics["overall"]?.mean ?? null },
      ]),
    );
  return { byStory: of("byStory"), byPrompt: of("byPrompt"), byModel: of("byModel") };
}

/** What its sessions cost, for reports. */
export const spentOnMatrix = ({
  totalCost,
  totalAtMost,
  totalUnpriced,
  totalPossiblyBilled,
  totalRecorded,
}: MatrixOutcome): Spent =>
  spentOnRow({
    cost: totalCost,
    atMost: totalAtMost,
    unpriced: totalUnpriced,
    possiblyBilled: totalPossiblyBilled,
    recorded: totalRecorded,
  });

/** Rows of older files know only the sum of what is possibly billed. */
const spentOnRow = ({
  cost,
  atMost,
  unpriced,
  possiblyBilled,
  recorded,
}: Pick<MatrixRow, "cost" | "atMost" | "unpriced" | "possiblyBilled" | "recorded">): Spent => ({
  cost,
  unpriced,
  possiblyBilled: possiblyBilled ?? { attempts: 0, atMost: Math.max(0, atMost - cost), unpriced: 0 },
  recorded,
});

/** By the primary metric. No session is both among the best and the worst. */
export function rankingsOf<Row extends MatrixRow>(
  rows: readonly Row[],
  primary: MetricName,
): { best: Row[]; worst: Row[] } {
  const value = ({ metrics }: Row) => metrics[primary]! * (higherIsBetter(primary) ? 1 : -1);
  const scored = rows
    .filter((row) => isOver(row) && row.metrics[primary] != null)
    .toSorted((a, b) => value(b) - value(a));
  const each = Math.min(RANKED, Math.ceil(scored.length / 2));
  return {
    best: scored.slice(0, each),
    worst: scored.toReversed().slice(0, Math.min(each, scored.length - each)),
  };
}

function* readResults(
  dir: string,
  rows: readonly MatrixRow[],
): Generator<void, { aggregates: Aggregates; house: HouseCount; deviations: DeviationCount[] }, void> {
  const groups = {
    byStory: new Map<string, Means>(),
    byPrompt: new Map<string, Means>(),
    byModel: new Map<string, Means>(),
  };
  const house = houseCount();
  const deviations: Array<readonly Deviation[]> = [];
  const resultOf = resultsOf(dir, rows);
  for (const row of rows) {
    yield;
    const { metrics, models, deviations: own = [] } = resultOf(row) ?? {};
    if (models) house.add(models);
    if (own.length > 0) deviations.push(own);
    if (!metrics || !counts(row)) continue;
    for (const [group, key] of [
      ["byStory", row.story],
      ["byPrompt", row.prompt],
      ["byModel", row.narrator],
    ] as const) {
      const means = groups[group].get(key) ?? meansOf();
      groups[group].set(key, means);
      means.add(metrics);
    }
  }
  const told = (group: Map<string, Means>) =>
    Object.fromEntries([...group].map(([key, means]) => [key, means.means()]));
  return {
    aggregates: {
      byStory: told(groups.byStory),
      byPrompt: told(groups.byPrompt),
      byModel: told(groups.byModel),
    },
    house,
    deviations: countDeviations(deviations),
  };
}
type Means = ReturnType<typeof meansOf>;

function resultsOf(dir: string, rows: readonly MatrixRow[]): (row: MatrixRow) => SessionResult | undefined {
  const earlier = earlierSessions(
    dir,
    new Set(rows.flatMap(({ kept, sessionId }) => (kept === undefined ? [] : [sessionId]))),
  );
  return ({ sessionId }) => lastResult(join(sessionsFolder(dir), sessionId)) ?? earlier.get(sessionId);
}

/** `matrix.json`, session by session: the whole of a large matrix is never in memory. */
export const writeMatrixResult = (outcome: MatrixOutcome): Promise<void> =>
  writeVersionedFile(join(outcome.dir, RESULT_FILE), matrixText(outcome));

/** The sessions come last: who needs only what was found reads no further. */
export function* matrixText(outcome: MatrixOutcome): Generator<string> {
  yield `${JSON.stringify(outcome, null, 2).slice(0, -2)},${SESSIONS}[`;
  const resultOf = resultsOf(outcome.dir, outcome.rows);
  let first = true;
  for (const row of outcome.rows) {
    const result = resultOf(row);
    if (!result) continue;
    yield `${first ? "" : ","}\n${JSON.stringify(result)}`;
    first = false;
  }
  yield "\n  ]\n}\n";
}

/** Nothing nested stands at this depth, and no text holds a bare line break. */
export const SESSIONS = '\n  "sessions": ';
