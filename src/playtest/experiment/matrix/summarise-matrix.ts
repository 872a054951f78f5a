/** The result of a matrix: means, standings, rankings and totals over its rows and the results of its sessions. */
import {
  formatVersion,
  type Aggregates,
  type BaselineResult,
  type MatrixPlan,
  type MatrixResult,
  type MatrixRow,
  type MeanMetrics,
  type Note,
  type SessionMetrics,
  type SessionResult,
} from "../../../contract/index.ts";
import { sumOf, type Spent } from "../../../kernel/journal/index.ts";
import { counted, countNotes } from "../../../kernel/report/index.ts";
import { commonPartsNote, higherIsBetter, onCommonParts, type MetricName } from "../../compare/index.ts";
import { resultsOf, type MatrixOutcome } from "./matrix-result-file.ts";
import { isOver, provisionalOf } from "./matrix-rows.ts";
import { standingsOf } from "./compare/compare-variants.ts";
import { cellsOf, summariesOf } from "./metric-summaries.ts";
import { houseNotice } from "../../report/index.ts";
import { findingsBy } from "../findings-by.ts";

const RANKED = 10;

type OutcomeOptions = {
  dir: string;
  plan: MatrixPlan;
  rows: readonly MatrixRow[];
  lostCost?: number;
  baseline?: BaselineResult;
};

export function matrixOutcome({ dir, plan, rows, lostCost, baseline }: OutcomeOptions): MatrixOutcome {
  const primary = plan.config.primaryMetric as MetricName;
  const sum = (of: (row: MatrixRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const provisional = provisionalOf(rows);
  const { aggregates, house, notes, findings } = readResults(dir, rows);
  const spent = sumOf(rows.map(spentOnRow));
  // Rankings and means use the parts of the score that all sessions have.
  const common = onCommonParts(rows.filter(isOver));
  const alikeById = new Map(common.sessions.map((row) => [row.sessionId, row]));
  const alike = rows.map((row) => alikeById.get(row.sessionId) ?? row);
  const parts = commonPartsNote(common.leftOut, "not all sessions have");
  const summaries = summariesOf(alike, primary);
  return {
    version: formatVersion,
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
    unfinished: rows.filter((row) => !isOver(row)).length,
    aggregates: withOverall(aggregates, summaries),
    summaries,
    cells: cellsOf(alike, primary),
    standings: standingsOf(alike, primary),
    rankings: rankingsOf(alike, primary),
    ...(parts !== undefined && { parts }),
    failures: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed"),
    findings,
    notes,
    ...(baseline && { baseline }),
    rows: [...rows],
  };
}

/** Makes overall the same everywhere. */
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

/** By the primary metric. No session is among both the best and the worst. */
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

function readResults(
  dir: string,
  rows: readonly MatrixRow[],
): Pick<MatrixResult, "aggregates" | "findings" | "notes"> & { house: HouseCount } {
  const groups = {
    byStory: new Map<string, Means>(),
    byPrompt: new Map<string, Means>(),
    byModel: new Map<string, Means>(),
  };
  const house = houseCount();
  const findings = findingsBy<string>();
  const hasOneNarrator = new Set(rows.map(({ narrator }) => narrator)).size === 1;
  const variantOf = ([prompt, narrator]: readonly [string, string]) =>
    hasOneNarrator ? { prompt } : { prompt, narrator };
  const notes: Array<readonly Note[]> = [];
  const resultOf = resultsOf(dir, rows);
  for (const row of rows) {
    const { metrics, models, issues, notes: own = [] } = resultOf(row) ?? {};
    if (models) house.add(models);
    if (own.length > 0) notes.push(own);
    if (issues && isOver(row))
      findings.add({ of: JSON.stringify([row.prompt, row.narrator]), session: row.sessionId }, issues);
    if (!metrics || !isOver(row)) continue;
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
    findings: findings
      .all()
      .map(({ of: variant, among: of, session: sessionId, type, issues, sessions, example }) => ({
        ...variantOf(JSON.parse(variant) as [string, string]),
        type,
        issues,
        sessions,
        of,
        sessionId,
        example,
      })),
    notes: countNotes(notes),
  };
}
type Means = ReturnType<typeof meansOf>;

/** An object or null, so its null is not a missing number. */
const NO_NUMBER: ReadonlySet<string> = new Set<keyof SessionMetrics["tangents"]>(["patience"]);

/** Means of many sessions' metrics, without keeping the sessions: sums and counts of every number. */
export function meansOf(): { add(metrics: SessionMetrics): void; means(): MeanMetrics } {
  const parts = new Map<string, Map<string, { sum: number; count: number }>>();
  let sessions = 0;
  const note = (part: string, name: string, value: unknown) => {
    const kept = parts.get(part) ?? new Map<string, { sum: number; count: number }>();
    parts.set(part, kept);
    const { sum, count } = kept.get(name) ?? { sum: 0, count: 0 };
    if (typeof value === "number") kept.set(name, { sum: sum + value, count: count + 1 });
    // Null in this session: the metric is listed, even if no session has a value.
    else if (value === null) kept.set(name, { sum, count });
  };
  return {
    add({ pulses, tangents, privateMoments, quality, failures, overall }) {
      sessions++;
      for (const [part, metrics] of Object.entries({
        pulses,
        tangents,
        privateMoments,
        quality,
        failures,
      })) {
        for (const [name, value] of Object.entries(metrics))
          if (!NO_NUMBER.has(name)) note(part, name, value);
      }
      note("", "overall", overall);
    },
    means() {
      const mean = ({ sum, count }: { sum: number; count: number }) => (count === 0 ? null : sum / count);
      const of = (part: string) =>
        Object.fromEntries([...(parts.get(part) ?? [])].map(([name, kept]) => [name, mean(kept)]));
      return {
        sessions,
        ...Object.fromEntries(
          [...parts.keys()].filter((part) => part !== "").map((part) => [part, of(part)]),
        ),
        overall: of("")["overall"] ?? null,
      };
    },
  };
}

type HouseCount = {
  add(models: SessionResult["models"]): void;
  /** Null: no embedded actor played. */ notice(planned: number): string | null;
};

/** Counts the sessions with embedded actors, which are not evidence about models or people. */
export function houseCount(): HouseCount {
  const sessions = { all: 0, narrated: 0, played: 0 };
  return {
    add(models) {
      sessions.all++;
      if (models.narrator.startsWith("house/")) sessions.narrated++;
      else if (houseNotice(models) !== undefined) sessions.played++;
    },
    notice(planned) {
      const { all, narrated, played } = sessions;
      const of = (count: number) =>
        count === all
          ? all === 1
            ? "the only session"
            : `all ${all} sessions`
          : `${count} of ${counted(all, "session")}`;
      const matrix = `of this matrix${all < planned ? ` that ${all === 1 ? "was" : "were"} started` : ""}`;
      const parts = [
        narrated > 0
          ? `The house cast narrated ${of(narrated)} ${matrix}, from a script and seeded dice. ${narrated === all ? "This matrix is" : "These sessions are"} not evidence about a prompt or a model.`
          : "",
        played > 0
          ? `The house cast played the players in ${of(played)}${narrated > 0 ? "" : ` ${matrix}`}: the narration is the narrators' own, but the players' reactions are not evidence about people or other models.`
          : "",
      ].filter((part) => part !== "");
      return parts.length === 0 ? null : parts.join(" ");
    },
  };
}
