import { type SessionResult, type JudgeVerdict, kindWords } from "../../contract/index.ts";
import { inline, markdownTable, notesSection, verdictMarkdown, counted } from "../../kernel/report/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { verdictSection, type Calibrations } from "../judge/index.ts";
import { unjudgedText, JUDGE_SHARE } from "../metrics/index.ts";
import { ownPart, type SessionState } from "../session/index.ts";
import { costSection, type Costs } from "./cost-section.ts";
import { issuesSection } from "./issues-section.ts";
import { metricsSection } from "./metrics-section.ts";
import { answeredBy, duration, money, percent } from "./session-facts.ts";
import { summarySection } from "./summary-section.ts";
import { timelineSection, transcriptSection } from "./timeline-and-transcript.ts";
import { shownNumber } from "../../kernel/verdict-words/index.ts";

export function sessionReport({
  state,
  result,
  costs,
  command = "rehearse",
  verdict,
  calibrations,
}: {
  state: SessionState;
  result: SessionResult;
  costs: Costs;
  /** How to call Rehearse where the report is read. */
  command?: string;
  verdict?: JudgeVerdict;
  calibrations?: Calibrations;
}): string {
  const own = ownPart(state);
  const { issues } = result;
  return [
    "# Session Report",
    "",
    ...(result.verdict ? [verdictMarkdown(result.verdict), ""] : []),
    ...summarySection(own, result),
    ...untoldSection(result),
    ...issuesSection(own, { issues, above: result.verdict?.findings }),
    ...notesSection(result.notes),
    ...scoreSection(result),
    ...configSection(state, result),
    ...groupSection(state, result),
    ...timelineSection(state, issues),
    ...(verdict ? verdictSection(verdict, { calibrations, judged: result.judged }) : unjudgedSection(result)),
    ...metricsSection(own, result),
    ...costSection(costs, { result, command }),
    ...transcriptSection(state),
  ].join("\n");
}

const untoldSection = ({ pulses: { untold = [] } }: SessionResult): string[] =>
  untold.length === 0 ? [] : ["## Beats not told", "", `${untold.map(inline).join("; ")}.`, ""];

function configSection(state: SessionState, result: SessionResult): string[] {
  const { config, sessionId, branchedFrom } = state;
  return [
    "## Config",
    "",
    ...(config.origin ? [] : playedWith(state, result)),
    `- Cost: ${money(result)}`,
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

export function scoreSection({ metrics, issues }: SessionResult): string[] {
  if (metrics === null) return [];
  const { score } = metrics;
  const rows = issues.map(({ id, kind, turn, lastTurn, pointsLost }) => [
    inline(id),
    inline(kindWords(kind)),
    turn === lastTurn ? String(turn) : `${turn}-${lastTurn}`,
    shownNumber(pointsLost),
  ]);
  return [
    "## Score",
    "",
    ...score.missing.map(({ name, why }) => `- ${name}: missing, ${inline(why)}`),
    ...partLines(metrics),
    "",
    ...(rows.length === 0 ? [] : [markdownTable(["Episode", "Kind", "Turns", "Points"], rows), ""]),
    `Table of points: ${Object.entries(score.points)
      .map(([kind, points]) => `${kind} ${shownNumber(points)}`)
      .join(", ")}.`,
    "",
  ];
}

/** Completion × craft = overall, as far as they could be had. */
function partLines({ score, pulses, ownTurns }: NonNullable<SessionResult["metrics"]>): string[] {
  const { overall, completion, craft, judge, pointsLost } = score;
  const kept = `100 − ${counted(pointsLost, "point")} lost, at least 0`;
  return [
    ...(completion === null
      ? []
      : [
          `- completion: ${percent(completion)} (${pulses.detected} of ${counted(pulses.expected!, "beat")})`,
        ]),
    ...(craft === null
      ? [`- points lost, as far as known: ${shownNumber(pointsLost)}`]
      : [`- craft: ${craft} (${judge === undefined ? kept : judgedText(kept, judge)})`]),
    ...(overall === null ? [] : [`- overall: ${overall}${formula(completion, ownTurns !== undefined)}`]),
  ];
}

const judgedText = (kept: string, judge: number): string =>
  `${percent(1 - JUDGE_SHARE)} of ${kept}; ${percent(JUDGE_SHARE)} of the judge's ${judge}`;

function formula(completion: number | null, isBranch: boolean): string {
  if (completion !== null) return " (completion × craft)";
  return isBranch ? " (craft in the branch's own turns)" : " (craft alone: the guide has no beats)";
}
