/** `compare`: sessions, branches or matrices side by side. */
import type { ArmComparison, Verdict } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { exists, realPath } from "../kernel/store/index.ts";
import {
  armsVerdict,
  compareMatrices,
  compareSessions,
  compareVariants,
  EMBEDDED,
  looksLikeMatrix,
  quoteFrom,
  readCompared,
  readMatrix,
  requireFinished,
  resultsOf,
  type SessionComparison,
  settingsApart,
  type StoredMatrix,
  type VariedBy,
} from "../playtest/index.ts";
import { plainResult, requireOptions, type OptionNames } from "./harness.ts";

export type CompareOptions = {
  /** Folders of two or more sessions, or of one or more matrices. */
  dirs: readonly string[];
  /** For matrices: compare each prompt, or each narrator. */
  by?: VariedBy;
};

const compareNames: OptionNames<CompareOptions> = { dirs: true, by: true };

/** What `compare --json` prints: of matrices the comparisons, of sessions what differs. */
export type CompareResult = { verdict: Verdict; comparisons?: ArmComparison[] } & Partial<
  Omit<SessionComparison, "verdict">
>;

/**
 * Compares sessions and branches, or matrices. Returns what `rehearse compare --json` prints.
 *
 * @example
 * import { compare, play, replay } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const [branch] = await replay({ checkpoint: `${dir}/turn-3.json`, narrator: "house/looping", turns: 2 });
 * const { verdict } = await compare({ dirs: [dir, branch!.dir] });
 * console.log(verdict.headline);
 */
export async function compare(options: CompareOptions): Promise<CompareResult> {
  requireOptions("compare", options, compareNames);
  return plainResult(compareFolders(options));
}

export function compareFolders(
  { dirs, by }: CompareOptions,
  { command }: { command?: string } = {},
): CompareResult {
  refuseTwice(dirs);
  if (dirs.length > 0 && dirs.every(looksLikeMatrix)) return compareStored(dirs.map(readMatrix), by);
  if (by !== undefined)
    throw new HarnessError({
      code: "bad-combination",
      message: `--by ${by} works only with matrices. ${dirs.find((dir) => !looksLikeMatrix(dir))} is not a matrix.`,
      remedy: "Remove --by.",
    });
  if (dirs.length < 2)
    throw new HarnessError({
      code: "not-comparable",
      message: "compare needs at least two sessions.",
      remedy: "Name two sessions or more, or a matrix.",
    });
  return compareSessions(dirs.map(readCompared), { command });
}

/** A session compared with itself has no differences. */
function refuseTwice(dirs: readonly string[]): void {
  const twice = [...Map.groupBy(dirs, (dir) => (exists(dir) ? realPath(dir) : dir)).values()].find(
    (same) => same.length > 1,
  );
  if (twice)
    throw new HarnessError({
      code: "not-comparable",
      message: `${[...new Set(twice)].join(" and ")} ${twice.every((dir) => dir === twice[0]) ? "is named more than once" : "are the same folder"}.`,
      remedy: "Name every folder once.",
    });
}

function compareStored(matrices: readonly StoredMatrix[], by: VariedBy | undefined): CompareResult {
  const comparisons =
    matrices.length > 1 ? compareMatrices(matrices, { by }) : compareWithin(matrices[0]!, by);
  const [first, ...others] = matrices;
  const cautions = [
    ...(matrices.some(({ rows }) => rows.some(({ narrator }) => isEmbedded(narrator))) ? [EMBEDDED] : []),
    ...others.flatMap(({ config }) => settingsApart(first!.config, config) ?? []),
  ];
  return { verdict: armsVerdict(comparisons, cautions), comparisons };
}

const isEmbedded = (narrator: string): boolean => narrator === "house" || narrator.startsWith("house/");

/** Prompts and narrators of one matrix beside the first. */
function compareWithin(matrix: StoredMatrix, by: VariedBy | undefined): ArmComparison[] {
  const varied = (["prompt", "narrator"] as const).filter(
    (each) => (by === undefined || by === each) && isVaried(matrix, each),
  );
  const { rows, dir } = matrix;
  requireFinished(matrix);
  const quoteOf = dir === undefined ? undefined : quoteFrom(resultsOf(dir, rows));
  if (varied.length > 0) return varied.flatMap((each) => compareVariants(rows, { by: each, quoteOf }));
  const other = by === "narrator" ? "prompt" : "narrator";
  throw new HarnessError({
    code: "not-comparable",
    message: `${matrix.name} has one ${by ?? "prompt and one narrator"} only.`,
    remedy:
      by !== undefined && isVaried(matrix, other)
        ? `It has several ${other}s: --by ${other} compares these.`
        : "Give a second matrix over the same groups (the same --seed), or one with several prompts.",
  });
}

const isVaried = ({ rows }: StoredMatrix, by: VariedBy): boolean =>
  new Set(rows.map((row) => row[by])).size > 1;
