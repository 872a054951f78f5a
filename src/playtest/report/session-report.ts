import type { SessionResult, Verdict } from "../../contract/index.ts";
import { counted, inline, markdownTable, notesSection, turnsInWords } from "../../kernel/report/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { verdictSection, type Calibrations } from "../judge/index.ts";
import { readingCoverage, unjudgedText } from "../metrics/index.ts";
import { ownPart, type SessionState } from "../session/index.ts";
import { costSection } from "./cost-section.ts";
import { firstScreen, worstProblems } from "./first-screen.ts";
import { issuesSection } from "./issues-section.ts";
import { metricsSection } from "./metrics-section.ts";
import { answeredBy, duration, houseNotice, tenths } from "./session-facts.ts";
import { timelineSection, transcriptSection } from "./timeline-and-transcript.ts";

export function sessionReport({
  state,
  result,
  command = "rehearse",
  readAgain = state.config.origin && `${command} observe`,
  verdict,
  calibrations,
}: {
  state: SessionState;
  result: SessionResult;
  /** How to call Rehearse where the report is read. */
  command?: string;
  /** The command that reads unread turns, if not `resume`. */
  readAgain?: string;
  verdict?: Verdict;
  calibrations?: Calibrations;
}): string {
  const notice = houseNotice(result.models);
  const own = ownPart(state);
  return [
    ...(notice === undefined ? [] : [`**${inline(notice)}**`, ""]),
    "# Session Report",
    "",
    ...firstScreen(state, own, { result, command, readAgain }),
    ...issuesSection(own, { above: worstProblems(own.issues) }),
    ...notesSection(result.notes),
    ...summarySection(own, result),
    ...configSection(state, result),
    ...groupSection(state, result),
    ...timelineSection(state),
    ...(verdict ? verdictSection(verdict, { calibrations, judged: result.judged }) : unjudgedSection(result)),
    ...metricsSection(own, result),
    ...costSection(result),
    ...transcriptSection(state),
  ].join("\n");
}

function configSection(state: SessionState, result: SessionResult): string[] {
  const { config, sessionId, branchedFrom } = state;
  return [
    "## Config",
    "",
    ...(config.origin ? [] : playedWith(state, result)),
    ...(result.budget === undefined ? [] : [`- Budget: $${result.budget}`]),
    `- Session: ${inline(sessionId)}`,
    ...(branchedFrom
      ? [
          `- Branched from: ${inline(branchedFrom.sessionId)}, turn ${branchedFrom.turn} (${branchedFrom.changed.map(inline).join("; ") || "nothing changed"})`,
        ]
      : []),
    "",
  ];
}

const playedWith = ({ config }: SessionState, result: SessionResult): string[] => [
  `- Story: ${inline(config.storyGuide.title)} (${inline(config.story)})`,
  `- Narrator: ${answeredBy(result.models.narrator, config.narratorModel)}`,
  `- System prompt: ${inline(config.prompt)}`,
  `- Guide: ${guideFormOf(config) === "notes" ? "sent as notes" : "sent in full"}`,
  `- Seed: ${inline(String(config.seed))}${config.replicate > 0 ? `, replicate ${config.replicate}` : ""}`,
  `- Duration: ${duration(result.durationMs)}`,
];

function groupSection({ config }: SessionState, { models }: SessionResult): string[] {
  if (config.origin) return [];
  const rows = config.group.players.map(({ name, archetype, seat, model, characterForStory }) => [
    `${inline(name)}${seat === config.group.spokesperson ? " (spokesperson)" : ""}`,
    archetypeOf(archetype).name.replace(/^The /, ""),
    answeredBy(models.players[seat]!.model, model),
    inline(characterForStory),
  ]);
  return ["## Group", "", markdownTable(["Player", "Archetype", "Model", "Character"], rows), ""];
}

/** Where the judge's scores would stand. */
const unjudgedSection = ({ unjudged }: SessionResult): string[] =>
  unjudged ? ["## Quality", "", `**No score**: ${inline(unjudgedText(unjudged))}.`, ""] : [];

function summarySection(own: SessionState, { pulses, metrics }: SessionResult): string[] {
  const { tangents: all, privateMoments, issues, turn } = own;
  const tangents = all.filter(({ reached }) => reached);
  const recovered = tangents.filter(({ recoveryMethod }) => recoveryMethod !== "none");
  const dropped = tangents.filter(
    ({ endTurn, recoveryMethod }) => endTurn !== undefined && recoveryMethod === "none",
  ).length;
  const open = tangents.length - recovered.length - dropped;
  const became = [
    recovered.length > 0
      ? `avg ${Number(tenths(recovered.reduce((sum, { length }) => sum + length, 0) / recovered.length)).toFixed(1)} turns to recover${recovered.length < tangents.length ? `, over the ${recovered.length} recovered` : ""}`
      : "",
    dropped > 0 ? `${dropped} dropped by the group` : "",
    open > 0 ? `${open} not recovered` : "",
    all.length > tangents.length ? `${all.length - tangents.length} more stayed table talk` : "",
  ].filter((part) => part !== "");
  const cameBack = privateMoments.filter(({ payoffDetected }) => payoffDetected).length;
  const tooLate = cameBack - (metrics?.privateMoments.payoffs ?? cameBack);
  const paidOff =
    metrics?.privateMoments.payoffs === null
      ? "pay-offs not checked"
      : `${cameBack - tooLate} paid off${tooLate > 0 ? `; ${tooLate} came up again only after ${tooLate === 1 ? "it" : "they"} had leaked` : ""}`;
  return [
    "## Summary",
    "",
    `- Turns: ${turn}${metrics?.ownTurns ? `; summary, metrics and issues cover ${ownWords(metrics.ownTurns)}, which the branch played itself` : ""}`,
    `- ${pulses.expected === undefined ? "Beats: none in the guide" : `Pulses detected: ${pulses.detected}/${pulses.expected}${metrics?.ownTurns ? " of those that remained at the branch" : ""}`}${ownBeatsText(pulses)}`,
    `- Tangents: ${metrics?.tangents.count === null ? `not measured (${inline(readingCoverage(own).why ?? "")})` : `${tangents.length}${became.length > 0 ? ` (${became.join("; ")})` : ""}`}`,
    `- Private moments: ${metrics?.privateMoments.count === null ? "not measured (needs `observe --classifier MODEL`)" : `${privateMoments.length}${privateMoments.length > 0 ? ` (${paidOff})` : ""}`}`,
    `- Issues: ${issues.length}`,
    "",
  ];
}

const ownBeatsText = ({ expected, ownBeats }: SessionResult["pulses"]): string => {
  if (!ownBeats) return "";
  return expected === undefined
    ? `; the narrator told ${ownBeats}`
    : ` (and ${counted(ownBeats, "beat")} outside the guide)`;
};

const ownWords = ({ from, to }: { from: number; to: number }): string =>
  to < from ? "no turn" : turnsInWords({ from, to });
