/** Sessions, branches or matrices side by side. */
import { existsSync, realpathSync } from "node:fs";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted, shorten, turnsInWords } from "../../../kernel/report/index.ts";
import {
  type ArmComparison,
  armNotes,
  armRows,
  auditPlayers,
  type ChangedLine,
  compareAllMatrices,
  type Compared,
  compareSessionArms,
  compareSessions,
  compareVariants,
  type Comparison,
  headline,
  looksLikeMatrix,
  type MetricName,
  metricNames,
  type Metrics,
  namedColumns,
  readCompared,
  readMatrix,
  type StoredMatrix,
  type VariedBy,
} from "../../../playtest/index.ts";
import { defineCommand, type Io, table, terminalText } from "../../frame/index.ts";

export default defineCommand({
  name: "compare",
  summary: "Sessions, branches or matrices side by side",
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
      help: "The metric that decides, in place of overall, or of the one that a matrix named: then it is one test among all. Of sessions, only this one is shown.",
    },
    by: {
      type: "choice",
      choices: ["prompt", "narrator"],
      help: "Within one matrix: what is compared with the first of its kind; otherwise whatever it varies. Of several matrices: one comparison for each prompt or narrator that they have in common.",
    },
    leaveOutBroken: {
      type: "boolean",
      help: "Leave out the sessions that their players broke; the report says how.",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse compare sessions/abc123 sessions/abc123-t22-2026-11-15-090000",
      does: "A session and its branch.",
    },
    { command: "rehearse compare sessions/* --metric issues", does: "One number of each." },
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
      does: "The same, each prompt by itself.",
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
        remedy: "Leave --by out: sessions with one prompt, guide and narrator are one arm anyway.",
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

/** Beside itself nothing differs, and said twice nothing is truer. */
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
const EMBEDDED =
  "The embedded house cast played: actors with a script. Nothing here is evidence about a prompt or a model.";

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

/** What else it varies. */
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

export function comparisonText(
  comparison: Comparison,
  { listIssues = true }: { listIssues?: boolean } = {},
): string {
  const { sessions, differs, firstDifference, parts } = comparison;
  return terminalText(
    [
      sessionsText(comparison),
      ...countsText(comparison),
      ...(parts === undefined ? [] : [parts]),
      differsText(differs),
      firstDifferenceText(firstDifference),
      ...(listIssues ? issuesText(sessions) : []),
    ].join("\n\n"),
  );
}

/** A, B, … Z, AA, AB, … */
export const letter = (index: number): string =>
  (index < 26 ? "" : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
const letters = (indexes: readonly number[]) => indexes.map(letter).join(", ");

function sessionsText({ sessions }: Comparison): string {
  const from = ({ branchedFrom }: Comparison["sessions"][number]) => {
    if (!branchedFrom) return "";
    const parent = sessions.findIndex(({ sessionId }) => sessionId === branchedFrom.sessionId);
    return `  (branched from ${parent === -1 ? branchedFrom.sessionId : letter(parent)} after turn ${branchedFrom.turn})`;
  };
  return sessions.map((session, index) => `${letter(index)}  ${session.dir}${from(session)}`).join("\n");
}

const SCORE = "score (0-100)";
const rows: ReadonlyArray<[title: string, show: (metrics: Metrics) => string]> = [
  ["turns", (metrics) => metricShown("turns", metrics)],
  ["pulses", (metrics) => metricShown("pulses", metrics)],
  ["tangents", (metrics) => metricShown("tangents", metrics)],
  ["turns to recover", (metrics) => metricShown("turns-to-recover", metrics)],
  ["forced segues", (metrics) => metricShown("forced-segues", metrics)],
  [
    "private moments",
    (metrics) => `${metricShown("private-moments", metrics)} (${metricShown("pay-offs", metrics)} paid off)`,
  ],
  ["issues", (metrics) => metricShown("issues", metrics)],
  ["failures in 10 turns", (metrics) => metricShown("failures-per-10-turns", metrics)],
  ["turns per pulse", (metrics) => metricShown("turns-per-pulse", metrics)],
  ["segue quality (1-5)", (metrics) => metricShown("segue-quality", metrics)],
  ["wishes relayed", (metrics) => metricShown("relay-survival", metrics)],
  [SCORE, (metrics) => metricShown("overall", metrics)],
  ["USD", (metrics) => metricShown("cost", metrics)],
];

function metricShown(name: MetricName, { [name]: value }: Metrics): string {
  if (name === "cost") return value?.toFixed(4) ?? "unknown";
  if (value === null) return "-";
  if (name === "turns-to-recover" || name === "overall") return value.toFixed(1);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Over the turns that all have first: totals of sessions of different length say little about which went better. */
function countsText({ sessions, shared: { range, branchPoint }, rescored }: Comparison): string[] {
  const head = sessions.map((_, index) => letter(index));
  const counts = (title: string, over: "whole" | "shared", first: string[][] = []) =>
    table(
      [title, ...head],
      [
        ...first,
        ...rows.map(([name, show]) => [
          name === SCORE && rescored[over] ? "score over shared parts" : name,
          ...sessions.map((session) => show(session[over]!)),
        ]),
      ],
    );
  const broken = sessions.some(({ brokenBy }) => brokenBy.length > 0)
    ? [["players", ...sessions.map(({ brokenBy }) => (brokenBy.length > 0 ? "broke it" : "sound"))]]
    : [];
  const whole = counts(wholeOf(sessions, "whole session"), "whole", [
    ["outcome", ...sessions.map(({ outcome }) => outcome)],
    ...broken,
  ]);
  if (range === null)
    return [
      whole,
      branchPoint === null
        ? "They have no turns to compare."
        : `They share no turn after turn ${branchPoint}. Up to that turn they are identical.`,
    ];
  if (sessions.every(sharesAll)) return [whole];
  const why =
    branchPoint === null
      ? "which all of them have"
      : `which all of them have; up to turn ${branchPoint} they are identical`;
  return [`Over ${turnsInWords(range)}, ${why}:\n${counts("", "shared")}`, PART_OF_THE_SCORE, whole];
}

/** What the numbers of each session are of: a branch's parent answers for the turns before. */
const wholeOf = (sessions: Comparison["sessions"], otherwise: string): string =>
  sessions.some(({ branchedFrom }) => branchedFrom !== null) ? "own turns" : otherwise;

const sharesAll = ({ whole, shared }: Comparison["sessions"][number]): boolean =>
  shared?.turns === whole.turns;
const PART_OF_THE_SCORE =
  "The score over some turns leaves out completion and the judge's part, which apply only to whole sessions.";

/** Lines of a changed text that are shown: what a change is about is seen from the first. */
const SHOWN_CHANGES = 8;

function differsText({ values, texts }: Comparison["differs"]): string {
  if (Object.keys(values).length === 0) return "Played with the same settings.";
  const [first] = Object.values(values);
  return [
    table(
      ["differs", ...first!.map((_, index) => letter(index))],
      Object.entries(values).map(([name, each]) => [name, ...each]),
    ),
    ...texts.map(({ what, sessions, changes }) =>
      [
        `\n${what}: ${letters(sessions)} against ${letter(0)}`,
        ...changes
          .slice(0, SHOWN_CHANGES)
          .map(
            (change, index) =>
              `  ${change.sign} ${shorten(fromChange(change, changes[change.sign === "-" ? index + 1 : index - 1]), 160)}`,
          ),
        ...(changes.length > SHOWN_CHANGES
          ? [`  … and ${changes.length - SHOWN_CHANGES} more changed lines`]
          : []),
      ].join("\n"),
    ),
  ].join("\n");
}

/** A long line is shown from shortly before the place where it was changed. */
function fromChange({ sign, line }: ChangedLine, other: ChangedLine | undefined): string {
  if (other === undefined || other.sign === sign) return line;
  let same = 0;
  while (same < line.length && line[same] === other.line[same]) same++;
  return same > 80 ? `…${line.slice(same - 40)}` : line;
}

function firstDifferenceText(found: Comparison["firstDifference"]): string {
  if (found === null) return "No difference in what was said, in the turns that all have.";
  return [
    `First difference: turn ${found.turn}, ${found.where}`,
    ...found.versions.map(({ sessions, text }) => `${letters(sessions)}: ${text}`),
  ].join("\n\n");
}

function issuesText(sessions: Comparison["sessions"]): string[] {
  const lines = sessions.flatMap(({ issues }, index) =>
    issues.map(({ turn, type, description }) => [
      letter(index),
      `turn ${turn}`,
      type,
      shorten(description, 160),
    ]),
  );
  return lines.length === 0 ? [] : [table(["issues", "", "", ""], lines)];
}

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

function metricText({ sessions, shared: { range }, parts }: Comparison, metric: MetricName): string {
  const apart = range !== null && !sessions.every(sharesAll);
  const head = [metric, ...(apart ? [turnsInWords(range)] : []), wholeOf(sessions, "whole")];
  const cells = sessions.map(({ dir, shared, whole }) => [
    dir,
    ...(apart ? [metricShown(metric, shared!)] : []),
    metricShown(metric, whole),
  ]);
  return [
    table(head, cells, { right: [1, 2] }),
    ...(apart && metric === "overall" ? [PART_OF_THE_SCORE] : []),
    ...(parts !== undefined && metric === "overall" ? [parts] : []),
  ].join("\n\n");
}

/** Two arms side by side, as a person reads it. */
function armsText(comparisons: readonly ArmComparison[], io: Pick<Io, "style">): string {
  return comparisons
    .map((comparison) =>
      [
        io.style("bold", terminalText(headline(comparison))),
        "",
        terminalText(
          table(namedColumns(comparison), armRows(comparison), { right: [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
        ),
        "",
        ...armNotes(comparison).map(terminalText),
      ].join("\n"),
    )
    .join("\n\n");
}
