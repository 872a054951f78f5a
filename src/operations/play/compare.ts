/** Sessions, branches or matrices side by side. */
import { z } from "zod";
import type { ArmComparison, CompareResult, SessionComparison } from "../../contract/index.ts";
import { about, callText, HarnessError } from "../../kernel/errors/index.ts";
import {
  armsVerdict,
  compareMatrices,
  compareSessions,
  compareVariants,
  houseCaution,
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
import { type Shown, operation } from "../declaration.ts";
import { refuseIdle } from "../read-input.ts";

const input = z.strictObject({
  dir: z.array(z.string().min(1)).min(1).meta({
    description: "Two or more sessions, or one or more matrices.",
    value: "DIR",
  }),
  by: z.enum(["prompt", "narrator"]).optional().meta({
    description: "Of one matrix: compare prompts or narrators. Default: the one that varies.",
  }),
});

type Input = z.output<typeof input>;

export default operation({
  name: "compare",
  surfaces: ["mcp"],
  description:
    "Sessions and branches: which problems are gone and which are new, the points that each lost, " +
    "the settings and lines of the prompt that differ, and the first turns that differ, side by side. " +
    "Branches are compared over the turns that all of them have after the branch point. " +
    "One pair cannot tell cause from luck: `rehearse ab` and `rehearse matrix` can.\n\n" +
    "Matrices: compares overall, group by group: " +
    "each prompt or narrator (--by) of a matrix with the first, or several matrices over the same groups with the first matrix.",
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
  ],
  plan: (asked) => asked,
  run: (asked, { harness }) => ({ result: compareFolders(asked, harness) }),
  show: (result) => comparisonShown(result),
});

function compareFolders({ dir: dirs, by }: Input, { command }: { command: string }): CompareResult {
  if (dirs.every(looksLikeMatrix)) return compareStored(dirs.map(readMatrix), by);
  refuseIdle({ by }, `${dirs.find((dir) => !looksLikeMatrix(dir))} is not a matrix`);
  if (dirs.length < 2)
    throw new HarnessError({
      code: "not-comparable",
      option: "dir",
      message: "compare needs at least two sessions.",
      remedy: `Name two sessions or more, or a matrix. ${callText("report")} lists the sessions.`,
    });
  return compareSessions(
    about("dir", () => dirs.map(readCompared)),
    { command },
  );
}

function compareStored(matrices: readonly StoredMatrix[], by: VariedBy | undefined): CompareResult {
  if (matrices.length > 1) refuseIdle({ by }, "Several matrices are compared as wholes");
  const comparisons = matrices.length > 1 ? compareMatrices(matrices) : compareWithin(matrices[0]!, by);
  const [first, ...others] = matrices;
  const cautions = [
    houseCaution(matrices.flatMap(modelsOf)) ?? [],
    others.flatMap(({ config }) => settingsApart(first!.config, config) ?? []),
  ].flat();
  return { verdict: armsVerdict(comparisons, cautions), comparisons };
}

/** Of a `matrix.json` alone, only the narrators are known. */
const modelsOf = ({ rows, dir }: StoredMatrix) =>
  rows.map(
    ({ narrator, sessionId }) =>
      (dir === undefined ? undefined : resultsOf(dir)(sessionId))?.models ?? { narrator, players: [] },
  );

/** Prompts and narrators of one matrix beside the first. */
function compareWithin(matrix: StoredMatrix, by: VariedBy | undefined): ArmComparison[] {
  const varied = (["prompt", "narrator"] as const).filter(
    (each) => (by === undefined || by === each) && isVaried(matrix, each),
  );
  const { rows, dir } = matrix;
  requireFinished(matrix);
  const quoteOf = dir === undefined ? undefined : quoteFrom(resultsOf(dir));
  if (varied.length > 0) return varied.flatMap((each) => compareVariants(rows, { by: each, quoteOf }));
  throw new HarnessError({
    code: "not-comparable",
    message: `${matrix.name} has one ${by ?? "prompt and one narrator"} only.`,
    remedy: "Give a second matrix over the same groups (the same seed), or one with several prompts.",
  });
}

const isVaried = ({ rows }: StoredMatrix, by: VariedBy): boolean =>
  new Set(rows.map((row) => row[by])).size > 1;

/** The answer, the changed lines of prompts, the turns side by side, and how to test it. */
const comparisonShown = ({ verdict, differs, turns = [] }: CompareResult): Shown[] => [
  { ...verdict, next: [] },
  ...(differs?.texts ?? []).map(changedText),
  ...turns.map(turnText),
  ...verdict.next.map(({ says, command }) => [says, command ?? []].flat().join("\n  ")),
];

const changedText = ({ sessions, changes }: SessionComparison["differs"]["texts"][number]): string =>
  [
    `Prompt: − ${letter(0)}, + ${sessions.map(letter).join(", ")}`,
    ...changes.map(({ sign, line }) => `${sign} ${line}`),
  ].join("\n");

/** What everybody heard, and what the group answered. */
const turnText = ({ turn, narrations, relays }: SessionComparison["turns"][number]): string =>
  [
    `Turn ${turn}`,
    ...narrations.flatMap((text, at) => [
      `${letter(at)}: ${text}`,
      ...(relays[at] ? [`${letter(at)}, the group: ${relays[at]}`] : []),
    ]),
  ].join("\n");
