/** The report of a session: the answer, the worst problems, then everything else in the order of the specification. */
import type {
  Episode,
  Fact,
  JudgeVerdict,
  SessionMetrics,
  SessionResult,
  TimelineEntry,
  VerdictTable,
} from "../../contract/index.ts";
import { counted, inline, notesSection, stepMarkdown, tableMarkdown } from "../../kernel/report/index.ts";
import { factValue, inBrackets, shownNumber } from "../../kernel/verdict-words/index.ts";
import { judgedVerdict, stateOf, type Calibrations } from "../judge/index.ts";
import { defaultPoints, JUDGE_SHARE, unjudgedText } from "../metrics/index.ts";
import { ownPart, type SessionState } from "../session/index.ts";
import { timeline } from "../timeline/index.ts";
import { costLines, type Costs } from "./cost-section.ts";
import { worstFirst } from "./episode-words.ts";
import { hintLine, issueLines } from "./issue-lines.ts";
import { costFact, percent } from "./session-facts.ts";
import { configFacts, groupTable, summaryFacts } from "./session-summary.ts";
import {
  beatsFact,
  FINDINGS_SHOWN,
  lossFact,
  replaySteps,
  resumeSteps,
  type VerdictOptions,
} from "./session-verdict.ts";
import { timelineLines } from "./timeline-lines.ts";
import { transcriptLines } from "./transcript.ts";

type ReportOptions = {
  state: SessionState;
  result: SessionResult;
  costs: Costs;
  /** How to call Rehearse where the report is read. */
  command?: string;
  verdict?: JudgeVerdict | undefined;
  calibrations?: Calibrations | undefined;
};

export function sessionReport({
  state,
  result,
  costs,
  command = "rehearse",
  verdict,
  calibrations,
}: ReportOptions): string {
  const own = ownPart(state);
  const options = { config: state.config, records: state.records, command };
  const worst = worstFirst(result.issues).slice(0, FINDINGS_SHOWN);
  const others = result.issues.filter((issue) => !worst.includes(issue));
  const entries = timeline(state, result.issues);
  return [
    "# Session Report",
    "",
    ...(result.verdict?.cautions ?? []).flatMap((caution) => [`> **Note:** ${inline(caution)}`, ""]),
    ...answerLines(result, options),
    "",
    ...section("Worst problems", problemLines(worst, { state, result, options })),
    ...section("Config", factLines(configFacts(state, result))),
    ...section("Group", tableLines(groupTable(state, result))),
    ...section("Summary", factLines(summaryFacts(own, result))),
    ...section("Timeline", timelineLines(entries)),
    ...section("Issues", [...others.flatMap((issue) => issueLines(issue, state)), ...hintLines(own)]),
    ...section("Private moments", tableLines(momentTable(entries))),
    ...section("Score", scoreLines(result, { verdict, calibrations })),
    ...section("Costs", costLines(costs, { result, command })),
    ...notesSection(result.notes),
    ...section("Full Transcript", transcriptLines(state)),
  ].join("\n");
}

/** Nothing where there is nothing to show. */
export function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`## ${title}`, "", ...lines, ...(lines.at(-1) === "" ? [] : [""])];
}

export const factLines = (facts: readonly Fact[]): string[] =>
  facts.map((fact) => `- ${fact.label}: ${inline(`${factValue(fact)}${inBrackets(fact.note)}`)}`);

const tableLines = (table: VerdictTable): string[] => (table.rows.length === 0 ? [] : tableMarkdown(table));

/** Five lines: how it ended, the score with its cause, beats and points, and the cost. And what is left to do. */
function answerLines(result: SessionResult, options: VerdictOptions): string[] {
  const { outcome, why, metrics, verdict } = result;
  const facts: Fact[] = [
    { label: "Outcome", value: `${outcome} after ${counted(result.turns, "turn")}`, note: why },
    { label: "Overall", value: verdict?.headline ?? "not measured" },
  ];
  const counts = metrics ? [beatsFact(result, { metrics }), lossFact(result, metrics)] : [];
  return [
    ...factLines([...facts, ...counts, costFact(result)]),
    ...resumeSteps(result, options).map(stepMarkdown),
  ];
}

/** Each with its quotes and the command that plays on from before it; the first also with its test. */
const problemLines = (
  worst: readonly Episode[],
  { state, result, options }: Pick<ReportOptions, "state" | "result"> & { options: VerdictOptions },
): string[] =>
  worst.flatMap((episode, at) => {
    const steps = replaySteps(result, episode, options).slice(0, at === 0 ? 2 : 1);
    return [...issueLines(episode, state, { most: 4 }), ...steps.map((step) => `  ${stepMarkdown(step)}`)];
  });

const HINTS = "Hints (not scored):";

const hintLines = ({ hints }: SessionState): string[] =>
  hints.length === 0 ? [] : ["", HINTS, "", ...hints.map(hintLine)];

const momentTable = (entries: readonly TimelineEntry[]): VerdictTable => ({
  title: "Private moments",
  columns: ["Turn", "To", "Told", "Outcome"].map((label) => ({ label })),
  rows: entries
    .filter(({ type }) => type === "private-moment")
    .map(({ turn, title, content, notes = "" }) => [turn, title.replace(/^.* → /, ""), content, notes]),
});

/** How the score came about, and what the judge says. */
function scoreLines(
  { metrics, verdict: session, judged, unjudged }: SessionResult,
  { verdict, calibrations }: Pick<ReportOptions, "verdict" | "calibrations">,
): string[] {
  if (metrics === null) return [];
  const { points } = metrics.score;
  const judging =
    verdict &&
    judgedVerdict(verdict, {
      calibration: calibrations && stateOf(calibrations, verdict.key),
      stored: judged ? [{ label: "Verdict", value: judged.file }] : [],
    });
  const changed = Object.entries(points).filter(
    ([kind, value]) => value !== defaultPoints[kind as keyof typeof points],
  );
  return [
    ...factLines([
      ...scoreFacts(metrics),
      changed.length === 0
        ? { label: "points per problem", value: "the defaults", note: "docs/guide/score.md" }
        : { label: "points from the settings", value: changed.map((pair) => pair.join(" ")).join(", ") },
      ...(judging?.facts ?? []).filter(({ label }) => label === "Judge"),
      ...(judging?.cautions ?? []).map((value) => ({ label: "Note", value })),
      ...(!verdict && unjudged ? [{ label: "judge", value: `no score: ${unjudgedText(unjudged)}` }] : []),
    ]),
    ...(session?.tables ?? []).flatMap((table) => ["", ...tableLines(table)]),
    ...(judging?.tables ?? []).flatMap((table) => ["", ...tableLines(table)]),
  ];
}

/** Completion × craft = overall, as far as they could be had. */
function scoreFacts({ score, pulses, ownTurns }: SessionMetrics): Fact[] {
  const { overall, completion, craft, judge, pointsLost, missing } = score;
  const kept = `100 − ${counted(pointsLost, "point")} lost, at least 0`;
  const share = percent(JUDGE_SHARE);
  const whole = completion !== null ? "completion × craft" : "craft alone";
  return [
    ...missing.map(({ name, why }): Fact => ({ label: name, value: null, note: why })),
    ...(completion === null
      ? []
      : [
          {
            label: "completion",
            value: percent(completion),
            note: `${pulses.detected} of ${counted(pulses.expected!, "beat")}`,
          },
        ]),
    craft === null
      ? { label: "points lost, at least", value: shownNumber(pointsLost) }
      : {
          label: "craft",
          value: craft,
          note:
            judge === undefined
              ? kept
              : `${percent(1 - JUDGE_SHARE)} of ${kept}; ${share} of the judge's ${judge}`,
        },
    ...(overall === null
      ? []
      : [{ label: "overall", value: overall, note: ownTurns ? "craft in the branch's own turns" : whole }]),
  ];
}
