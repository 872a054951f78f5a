import type { SessionResult, JudgeVerdict } from "../../contract/index.ts";
import { inline, markdownTable, notesSection, verdictMarkdown } from "../../kernel/report/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { verdictSection, type Calibrations } from "../judge/index.ts";
import { unjudgedText } from "../metrics/index.ts";
import { ownPart, type SessionState } from "../session/index.ts";
import { costSection, type Costs } from "./cost-section.ts";
import { issuesSection } from "./issues-section.ts";
import { metricsSection } from "./metrics-section.ts";
import { scoreSection } from "./score-section.ts";
import { answeredBy, duration, money } from "./session-facts.ts";
import { summarySection } from "./summary-section.ts";
import { timelineSection, transcriptSection } from "./timeline-and-transcript.ts";

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
