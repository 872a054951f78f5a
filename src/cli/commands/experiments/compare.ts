/** Sessions, branches or matrices side by side. */
import { existsSync, realpathSync } from "node:fs";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  type ArmComparison,
  auditPlayers,
  compareAllMatrices,
  type Compared,
  compareSessionArms,
  compareSessions,
  compareVariants,
  EMBEDDED,
  headline,
  looksLikeMatrix,
  type MetricName,
  metricNames,
  readCompared,
  readMatrix,
  type StoredMatrix,
  type VariedBy,
} from "../../../playtest/index.ts";
import { defineCommand, type Io, terminalText } from "../../frame/index.ts";
import { armsText, comparisonText, metricText, oneMetric } from "./comparison-text.ts";

export default defineCommand({
  name: "compare",
  summary: "Compare sessions, branches or matrices",
  description:
    "For sessions and branches: the settings that differ, the first turn that differs (with its texts), and the issues, metrics and cost of each. These are shown over the turns that all sessions share (for branches, after the branch point) and over all turns that each one played itself.\n\n" +
    "Differences are tested for significance wherever pairs exist: branches of the same checkpoints with the same dice, sessions of the same groups, prompts or narrators of one matrix (--by), two matrices over the same groups. One primary metric decides. Fewer than six pairs are insufficient evidence.",
  args: {
    positionals: [
      {
        name: "dir",
        help: "Folders of sessions, two or more; or of matrices (or matrix.json files), one or more.",
        required: true,
        variadic: true,
      },
    ],
  },
  flags: {
    metric: {
      type: "choice",
      choices: metricNames,
      value: "NAME",
      help: "The primary metric. Default: overall, or the matrix's own; another one counts as one test among many. For sessions, only this metric is shown.",
    },
    by: {
      type: "choice",
      choices: ["prompt", "narrator"],
      help: "One matrix: compare each prompt, or each narrator, with the first (default: whatever varies). Several matrices: one comparison for each prompt or narrator they share.",
    },
    leaveOutBroken: {
      type: "boolean",
      help: "Exclude sessions broken by their players (see the report).",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse compare sessions/abc123 sessions/abc123-t22-2026-11-15-090000",
      does: "A session and its branch.",
    },
    { command: "rehearse compare sessions/* --metric issues", does: "One metric of each session." },
    {
      command: "rehearse compare matrices/standard-2026-11-15-090000 --by prompt",
      does: "Each prompt beside the first, with statistics.",
    },
    {
      command: "rehearse compare matrices/before matrices/after --metric soundness",
      does: "Two matrices over the same groups.",
    },
    {
      command: "rehearse compare matrices/before matrices/after --by prompt",
      does: "The same for each prompt separately.",
    },
  ],
  async run({ flags, positionals: dirs, io }) {
    refuseTwice(dirs);
    if (dirs.every(looksLikeMatrix)) {
      const matrices = dirs.map(readMatrix);
      const comparisons = compareStored(matrices, flags);
      if (flags.json) return io.json({ comparisons });
      if (matrices.some(({ rows }) => rows.some(({ narrator }) => isEmbedded(narrator))))
        io.out(`${EMBEDDED}\n`);
      return io.out(armsText(comparisons, io));
    }
    if (flags.by !== undefined)
      throw new HarnessError({
        code: "bad-by",
        message: `--by ${flags.by} works only with matrices. ${dirs.find((dir) => !looksLikeMatrix(dir))} is not a matrix.`,
        remedy: "Remove --by: sessions with the same prompt, guide and narrator already form one arm.",
      });
    if (dirs.length < 2)
      throw new HarnessError({
        code: "nothing-to-compare",
        message: "compare needs at least two sessions.",
        remedy: "Name two sessions or more, or a matrix.",
      });
    const sessions = flags.leaveOutBroken
      ? withoutBroken(dirs.map(readCompared), io)
      : dirs.map(readCompared);
    for (const { dir, notes = [] } of sessions)
      for (const note of notes) io.warn(terminalText(`${dir}: ${note}`));
    const comparison = compareSessions(sessions);
    const { metric } = flags;
    const comparisons = compareSessionArms(sessions, { primary: metric ?? USUAL_METRIC });
    if (flags.json)
      return io.json({ ...(metric === undefined ? comparison : oneMetric(comparison, metric)), comparisons });
    io.out(terminalText(metric === undefined ? comparisonText(comparison) : metricText(comparison, metric)));
    // A table of what one pair cannot tell would only look like something.
    if (sessions.some(({ state }) => isEmbedded(state.config.narratorModel))) io.out(`\n${EMBEDDED}`);
    if (comparisons.length > 0)
      io.out(
        `\n${comparisons.every(({ paired }) => paired < 2) ? comparisons.map((each) => terminalText(headline(each))).join("\n") : armsText(comparisons, io)}`,
      );
  },
});

/** A session beside itself has no difference to show. */
function refuseTwice(dirs: readonly string[]): void {
  const twice = [...Map.groupBy(dirs, (dir) => (existsSync(dir) ? realpathSync(dir) : dir)).values()].find(
    (same) => same.length > 1,
  );
  if (twice)
    throw new HarnessError({
      code: "named-twice",
      message: `${[...new Set(twice)].join(" and ")} ${twice.every((dir) => dir === twice[0]) ? "is named more than once" : "are the same folder"}.`,
      remedy: "Name every folder once.",
    });
}

const isEmbedded = (narrator: string): boolean => narrator === "house" || narrator.startsWith("house/");
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

/** Where some have pairs, each headline says which have none. */
function requirePairs(comparisons: ArmComparison[]): ArmComparison[] {
  if (comparisons.some(({ paired }) => paired > 0)) return comparisons;
  throw new HarnessError({
    code: "nothing-to-compare",
    message: comparisons.map(headline).join("\n"),
    remedy:
      "Compare matrices of the same stories, played with the same --seed and the same wish for players.",
  });
}

function withoutBroken(sessions: readonly Compared[], io: Io): Compared[] {
  const sound = sessions.filter(({ state, dir }) => {
    const { broken, why } = auditPlayers(state);
    if (broken) io.say(`Left out: ${dir} (${why.join("; ")})`);
    return !broken;
  });
  if (sound.length >= 2) return sound;
  throw new HarnessError({
    code: "nothing-to-compare",
    message: `Without the sessions that their players broke, ${counted(sound.length, "session is", "sessions are")} left: too few to compare.`,
    remedy: "Compare without --leave-out-broken, or play more sessions.",
  });
}
