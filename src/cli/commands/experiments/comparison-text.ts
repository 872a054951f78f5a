/** Formats a comparison for a terminal. */
import { kindWords } from "../../../contract/index.ts";
import { shorten, turnsInWords } from "../../../kernel/report/index.ts";
import {
  armNotes,
  armRows,
  headline,
  namedColumns,
  type ArmComparison,
  type ChangedLine,
  type Comparison,
  type MetricName,
  type Metrics,
} from "../../../playtest/index.ts";
import { type Io, table, terminalText } from "../../frame/index.ts";

export function comparisonText(
  comparison: Comparison,
  { listIssues = true }: { listIssues?: boolean } = {},
): string {
  const { sessions, differs, firstDifference, parts } = comparison;
  return terminalText(
    [
      sessionsText(comparison),
      ...(firstDifference === null ? [NO_DIFFERENCE] : []),
      ...countsText(comparison),
      ...(parts === undefined ? [] : [parts]),
      differsText(differs),
      ...(firstDifference === null ? [] : [firstDifferenceText(firstDifference)]),
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

/** The same names as in --metric and in the JSON. */
const rows = [
  "turns",
  "pulses",
  "tangents",
  "turns-to-recover",
  "forced-segues",
  "private-moments",
  "pay-offs",
  "issues",
  "failures-per-10-turns",
  "turns-per-pulse",
  "segue-quality",
  "overall",
  "cost",
] as const satisfies readonly MetricName[];

function metricShown(name: MetricName, { [name]: value }: Metrics): string {
  if (name === "cost") return value === null ? "unknown" : `$${value.toFixed(4)}`;
  if (value === null) return "-";
  if (name === "turns-to-recover" || name === "overall") return value.toFixed(1);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Shared turns come first: totals of sessions of different lengths do not show which one went better. */
function countsText({ sessions, shared: { range, branchPoint }, rescored }: Comparison): string[] {
  const head = sessions.map((_, index) => letter(index));
  const counts = (title: string, over: "whole" | "shared", first: string[][] = []) =>
    table(
      [title, ...head],
      [
        ...first,
        ...rows.map((name) => [
          name === "overall" && rescored[over] ? "overall (shared parts)" : name,
          // Either all lost their score because too little is shared, or none did.
          ...(name === "overall" &&
          rescored[over] &&
          sessions.every((session) => session[over]![name] === null)
            ? sessions.map(() => "under half shared")
            : sessions.map((session) => metricShown(name, session[over]!))),
        ]),
      ],
    );
  const whole = counts(wholeOf(sessions, "whole session"), "whole", [
    ["outcome", ...sessions.map(({ outcome }) => outcome)],
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

/** The turns that the numbers cover. A branch's earlier turns are its parent's. */
const wholeOf = (sessions: Comparison["sessions"], otherwise: string): string =>
  sessions.some(({ branchedFrom }) => branchedFrom !== null) ? "own turns" : otherwise;

const sharesAll = ({ whole, shared }: Comparison["sessions"][number]): boolean =>
  shared?.turns === whole.turns;
const PART_OF_THE_SCORE =
  "The score over some turns leaves out completion and the judge's part, which apply only to whole sessions.";

/** Changed lines shown: the first ones are enough to recognise a change. */
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

const NO_DIFFERENCE = "The transcripts are identical in the turns that all sessions share.";

function firstDifferenceText(found: NonNullable<Comparison["firstDifference"]>): string {
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
      kindWords(type),
      shorten(description, 160),
    ]),
  );
  return lines.length === 0 ? [] : [table(["issues", "", "", ""], lines)];
}

export function metricText({ sessions, shared: { range }, parts }: Comparison, metric: MetricName): string {
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

export function armsText(comparisons: readonly ArmComparison[], io: Pick<Io, "style">): string {
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
