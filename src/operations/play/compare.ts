/** Sessions, branches or matrices side by side. */
import { z } from "zod";
import type { ArmComparison, CompareResult, SessionComparison } from "../../contract/index.ts";
import { about, HarnessError, optionText } from "../../kernel/errors/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import { exists, realPath } from "../../kernel/store/index.ts";
import {
  armsVerdict,
  type ChangedLine,
  compareMatrices,
  compareSessions,
  compareVariants,
  EMBEDDED,
  letter,
  looksLikeMatrix,
  quoteFrom,
  readCompared,
  readMatrix,
  requireFinished,
  resultsOf,
  settingsApart,
  type StoredMatrix,
  type VariedBy,
} from "../../playtest/index.ts";
import { operation } from "../operation.ts";

const input = z.strictObject({
  dir: z.array(z.string().min(1)).min(1).meta({
    description: "Two or more sessions, or one or more matrices.",
    value: "DIR",
  }),
  by: z.enum(["prompt", "narrator"]).optional().meta({
    description: "Of matrices: compare prompts or narrators. Default: the one that varies.",
  }),
});

type Input = z.output<typeof input>;

export default operation({
  name: "compare",
  surfaces: ["mcp"],
  description:
    "Sessions and branches: what each lost, which problems are gone or new, the settings and prompts that differ, and the first turn that differs. Branches are compared over the turns that all of them have after the branch point. One pair cannot tell cause from luck: `rehearse ab` and `rehearse matrix` can.\n\n" +
    "Matrices: compares overall, group by group: each prompt or narrator (--by) with the first, or several matrices over the same groups with the first matrix.",
  input,
  arguments: ["dir"],
  examples: [
    {
      input: { dir: ["sessions/abc123", "sessions/abc123-t22-2026-11-15-090000"] },
      says: "A session and its branch.",
    },
    {
      input: { dir: ["matrices/standard-2026-11-15-090000"], by: "prompt" },
      says: "Compare each prompt with the first.",
    },
    {
      input: { dir: ["matrices/before", "matrices/after"] },
      says: "Two matrices over the same groups.",
    },
  ],
  plan: (asked) => asked,
  run: (asked, { harness }) => ({ result: compareFolders(asked, harness) }),
  show: (result) => [result.verdict, ...differencesText(result)],
});

function compareFolders({ dir: dirs, by }: Input, { command }: { command: string }): CompareResult {
  refuseTwice(dirs);
  if (dirs.every(looksLikeMatrix)) return compareStored(dirs.map(readMatrix), by);
  if (by !== undefined)
    throw new HarnessError({
      code: "bad-combination",
      option: "by",
      message: `${optionText("by", by)} works only with matrices. ${dirs.find((dir) => !looksLikeMatrix(dir))} is not a matrix.`,
      remedy: `Remove ${optionText("by")}.`,
    });
  if (dirs.length < 2)
    throw new HarnessError({
      code: "not-comparable",
      option: "dir",
      message: "compare needs at least two sessions.",
      remedy: "Name two sessions or more, or a matrix.",
    });
  return compareSessions(
    about("dir", () => dirs.map(readCompared)),
    { command },
  );
}
/** A session compared with itself has no differences. */
function refuseTwice(dirs: readonly string[]): void {
  const twice = [...Map.groupBy(dirs, (dir) => (exists(dir) ? realPath(dir) : dir)).values()].find(
    (same) => same.length > 1,
  );
  if (twice)
    throw new HarnessError({
      code: "not-comparable",
      option: "dir",
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
        ? `It has several ${other}s: ${optionText("by", other)} compares these.`
        : "Give a second matrix over the same groups (the same seed), or one with several prompts.",
  });
}

const isVaried = ({ rows }: StoredMatrix, by: VariedBy): boolean =>
  new Set(rows.map((row) => row[by])).size > 1;

/** Below the verdict: the changed lines of long texts, and the first turn that differs. */
const differencesText = ({
  differs,
  firstDifference,
}: Pick<CompareResult, "differs" | "firstDifference">): string[] => [
  ...(differs?.texts ?? []).map(changedText),
  ...(firstDifference ? [firstDifferenceText(firstDifference)] : []),
];

const letters = (indexes: readonly number[]): string => indexes.map(letter).join(", ");

/** Changed lines shown: the first ones are enough to recognise a change. */
const SHOWN_CHANGES = 8;

function changedText({ what, sessions, changes }: SessionComparison["differs"]["texts"][number]): string {
  const shown = changes.slice(0, SHOWN_CHANGES).map((change, index) => {
    const other = changes[change.sign === "-" ? index + 1 : index - 1];
    return `  ${change.sign} ${shorten(fromChange(change, other), 160)}`;
  });
  const left = changes.length - shown.length;
  return [
    `${what}: ${letters(sessions)} against ${letter(0)}`,
    ...shown,
    ...(left > 0 ? [`  … and ${left} more changed lines`] : []),
  ].join("\n");
}

/** A long line is shown from shortly before the place where it was changed. */
function fromChange({ sign, line }: ChangedLine, other: ChangedLine | undefined): string {
  if (other === undefined || other.sign === sign) return line;
  let same = 0;
  while (same < line.length && line[same] === other.line[same]) same++;
  return same > 80 ? `…${line.slice(same - 40)}` : line;
}

const firstDifferenceText = ({
  turn,
  where,
  versions,
}: NonNullable<SessionComparison["firstDifference"]>): string =>
  [
    `First difference: turn ${turn}, ${where}`,
    ...versions.map(({ sessions, text }) => `${letters(sessions)}: ${text}`),
  ].join("\n\n");
