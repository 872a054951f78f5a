/** `compare`: sessions, branches or matrices side by side. */
import { HarnessError } from "../kernel/errors/index.ts";
import { exists, realPath } from "../kernel/store/index.ts";
import {
  type ArmComparison,
  compareAllMatrices,
  type Compared,
  compareSessionArms,
  compareSessions,
  compareVariants,
  type Comparison,
  headline,
  looksLikeMatrix,
  type MetricName,
  readCompared,
  readMatrix,
  type StoredMatrix,
  type VariedBy,
} from "../playtest/index.ts";
import { plainResult, requireOptions, type OptionNames } from "./harness.ts";

export type CompareOptions = {
  /** Folders of two or more sessions, or of one or more matrices. */
  dirs: readonly string[];
  /** The primary metric. Default: `overall`, or the matrix's own. For sessions, only this metric is shown. */
  metric?: MetricName;
  /** For matrices: compare each prompt, or each narrator. */
  by?: VariedBy;
  /** Called with unusable files. */
  onNote?: (note: string) => void;
};

const compareNames: OptionNames<CompareOptions> = {
  dirs: true,
  metric: true,
  by: true,
  onNote: true,
};

/** What `compare --json` prints: the statistics, and for sessions what differs, turn and metric by metric. */
export type CompareResult = { comparisons: ArmComparison[] } & (
  | Partial<Record<keyof Comparison, never>>
  | Comparison
  | ReturnType<typeof oneMetric>
);

/**
 * Compares sessions and branches, or matrices. Returns what `rehearse compare --json` prints.
 *
 * @example
 * import { compare, play, replay } from "rehearse";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const [branch] = await replay({ checkpoint: `${dir}/turn-3.json`, narrator: "house/looping", turns: 2 });
 * const { comparisons } = await compare({ dirs: [dir, branch!.dir] });
 * console.log(comparisons[0]?.primary.verdict);
 */
export async function compare(options: CompareOptions): Promise<CompareResult> {
  requireOptions("compare", options, compareNames);
  const { dirs, onNote } = options;
  const compared = compareFolders(dirs, options, onNote);
  return plainResult(comparedResult(compared, options.metric));
}

type ComparedFolders = { comparisons: ArmComparison[] } & (
  | { kind: "matrices"; matrices: StoredMatrix[] }
  | { kind: "sessions"; sessions: Compared[]; comparison: Comparison }
);

export function compareFolders(
  dirs: readonly string[],
  { metric, by }: Pick<CompareOptions, "metric" | "by">,
  onNote?: CompareOptions["onNote"],
): ComparedFolders {
  refuseTwice(dirs);
  if (dirs.length > 0 && dirs.every(looksLikeMatrix)) {
    const matrices = dirs.map(readMatrix);
    return { kind: "matrices", matrices, comparisons: compareStored(matrices, { metric, by }) };
  }
  if (by !== undefined)
    throw new HarnessError({
      code: "bad-by",
      message: `--by ${by} works only with matrices. ${dirs.find((dir) => !looksLikeMatrix(dir))} is not a matrix.`,
      remedy: "Remove --by: sessions with the same prompt, guide and narrator already form one arm.",
    });
  if (dirs.length < 2)
    throw new HarnessError({
      code: "nothing-to-compare",
      message: "compare needs at least two sessions.",
      remedy: "Name two sessions or more, or a matrix.",
    });
  const sessions = dirs.map(readCompared);
  for (const { dir, notes = [] } of sessions) for (const note of notes) onNote?.(`${dir}: ${note}`);
  return {
    kind: "sessions",
    sessions,
    comparison: compareSessions(sessions),
    comparisons: compareSessionArms(sessions, { primary: metric ?? USUAL_METRIC }),
  };
}

export const comparedResult = (compared: ComparedFolders, metric: MetricName | undefined): CompareResult => ({
  ...(compared.kind === "sessions" &&
    (metric === undefined ? compared.comparison : oneMetric(compared.comparison, metric))),
  comparisons: compared.comparisons,
});

function oneMetric({ sessions, shared, parts }: Comparison, metric: MetricName) {
  return {
    metric,
    shared,
    ...(parts !== undefined && metric === "overall" && { parts }),
    sessions: sessions.map(({ sessionId, dir, whole, shared }) => ({
      sessionId,
      dir,
      shared: shared?.[metric] ?? null,
      whole: whole[metric],
    })),
  };
}

/** A session compared with itself has no differences. */
function refuseTwice(dirs: readonly string[]): void {
  const twice = [...Map.groupBy(dirs, (dir) => (exists(dir) ? realPath(dir) : dir)).values()].find(
    (same) => same.length > 1,
  );
  if (twice)
    throw new HarnessError({
      code: "named-twice",
      message: `${[...new Set(twice)].join(" and ")} ${twice.every((dir) => dir === twice[0]) ? "is named more than once" : "are the same folder"}.`,
      remedy: "Name every folder once.",
    });
}

const USUAL_METRIC: MetricName = "overall";

function compareStored(
  matrices: readonly StoredMatrix[],
  { metric, by }: { metric?: MetricName; by?: VariedBy },
): ArmComparison[] {
  const [first, ...others] = matrices;
  const primary = metric ?? (first!.config.primaryMetric as MetricName);
  if (others.length > 0) return requirePairs(compareAllMatrices(matrices, { primary, by }));
  const varied = (["prompt", "narrator"] as const).filter(
    (each) => (by === undefined || by === each) && new Set(first!.rows.map((row) => row[each])).size > 1,
  );
  if (varied.length === 0)
    throw new HarnessError({
      code: "nothing-to-compare",
      message: `${first!.name} has one ${by ?? "prompt and one narrator"} only.`,
      remedy:
        elsewhere(first!, by) ??
        "Give a second matrix over the same groups (the same --seed), or one with several prompts.",
    });
  return varied.flatMap((each) => compareVariants(first!.rows, { by: each, primary, config: first!.config }));
}

function elsewhere({ rows }: StoredMatrix, by: VariedBy | undefined): string | undefined {
  const other = by === "narrator" ? "prompt" : "narrator";
  const count = new Set(rows.map((row) => row[other])).size;
  return by !== undefined && count > 1
    ? `It has ${count} ${other}s: --by ${other} compares these.`
    : undefined;
}

/** If some have pairs, each headline says which have none. */
function requirePairs(comparisons: ArmComparison[]): ArmComparison[] {
  if (comparisons.some(({ paired }) => paired > 0)) return comparisons;
  throw new HarnessError({
    code: "nothing-to-compare",
    message: comparisons.map(headline).join("\n"),
    remedy: "Compare matrices of the same stories, played with the same --seed, players and archetypes.",
  });
}
