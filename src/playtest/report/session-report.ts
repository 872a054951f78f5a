import type { SessionResult, Verdict } from "../../contract/index.ts";
import { spentText, sumOf, type Spent } from "../../kernel/journal/index.ts";
import {
  counted,
  deviationsSection,
  inline,
  markdownTable,
  turnsInWords,
} from "../../kernel/report/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { archetypes } from "../archetypes/index.ts";
import { verdictSection, type Calibrations } from "../judge/index.ts";
import { ownPart, type SessionState } from "../session/index.ts";
import { auditSection } from "./audit-section.ts";
import { costSection } from "./cost-section.ts";
import { houseNotice } from "./house-notice.ts";
import { issuesSection } from "./issues-section.ts";
import { metricsSection } from "./metrics-section.ts";
import { tenths } from "./numbers.ts";
import { timelineSection } from "./timeline-section.ts";
import { transcriptSection } from "./transcript-section.ts";

/** The session as a document that can be read, or pasted for analysis. */
export function sessionReport({
  state,
  result,
  verdict,
  calibrations,
}: {
  state: SessionState;
  result: SessionResult;
  verdict?: Verdict;
  calibrations?: Calibrations;
}): string {
  const notice = houseNotice(result.models);
  const own = ownPart(state);
  return [
    ...(notice === undefined ? [] : [`**${inline(notice)}**`, ""]),
    "# Session Report",
    "",
    ...configSection(state, result),
    ...groupSection(state, result),
    ...summarySection(own, result),
    ...deviationsSection(result.deviations ?? []),
    ...metricsSection(own, result),
    ...timelineSection(state),
    ...issuesSection(own),
    ...(verdict ? verdictSection(verdict, { calibrations, judged: result.judged }) : []),
    ...auditSection(state, result),
    ...costSection(result),
    ...transcriptSection(state),
  ].join("\n");
}

function configSection({ config, sessionId, branchedFrom }: SessionState, result: SessionResult): string[] {
  return [
    "## Config",
    "",
    `- Story: ${inline(config.storyGuide.title)} (${inline(config.story)})`,
    `- Narrator: ${answeredBy(result.models.narrator, config.narratorModel)}`,
    `- System prompt: ${inline(config.prompt)}`,
    `- Guide: ${guideFormOf(config) === "notes" ? "told as notes" : "told in full"}`,
    `- Classifier: ${answeredBy(result.models.classifier, config.classifierModel)}${rulesStoodIn(result)}`,
    `- Seed: ${inline(String(config.seed))}${config.replicate > 0 ? `, replicate ${config.replicate}` : ""}`,
    `- Duration: ${duration(result.durationMs)}`,
    `- Cost: ${money(result)}`,
    ...(result.budget === undefined ? [] : [`- Budget: $${result.budget}`]),
    `- Session: ${inline(sessionId)}`,
    ...(branchedFrom
      ? [
          `- Branched from: ${inline(branchedFrom.sessionId)}, turn ${branchedFrom.turn} (${branchedFrom.changed.map(inline).join("; ") || "nothing changed"})`,
        ]
      : []),
    ...result.notes.map((note) => `- Note: ${inline(note)}`),
    "",
  ];
}

/** In how many turns the model that is named did not classify. */
function rulesStoodIn({ deviations = [] }: SessionResult): string {
  const turns = deviations.flatMap((each) => (each.kind === "classified-by-rules" ? each.turns : [])).length;
  return turns === 0 ? "" : `; rules in ${counted(turns, "turn")}, see Deviations`;
}

/** Who really answered, and what was asked for where that is another name. */
const answeredBy = (id: string, asked: string): string =>
  id === asked ? inline(id) : `${inline(id)} (asked for: ${inline(asked)})`;

function groupSection({ config }: SessionState, { models }: SessionResult): string[] {
  const rows = config.group.players.map(({ name, archetype, seat, model, characterForStory }) => [
    `${inline(name)}${seat === config.group.spokesperson ? " (spokesperson)" : ""}`,
    archetypes[archetype].name.replace(/^The /, ""),
    answeredBy(models.players[seat]!.model, model),
    inline(characterForStory),
  ]);
  return ["## Group", "", markdownTable(["Player", "Archetype", "Model", "Character"], rows), ""];
}

function summarySection(
  { tangents, privateMoments, issues, turn }: SessionState,
  { outcome, why, pulses, metrics }: SessionResult,
): string[] {
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
  ].filter((part) => part !== "");
  const forced = issues.filter(({ type }) => type === "forced-return").length;
  const aboutIssues = [
    forced > 0
      ? `${counted(forced, "forced segue")} among them, counted with the tangents and not with the failures`
      : "",
  ].filter((part) => part !== "");
  const cameBack = privateMoments.filter(({ payoffDetected }) => payoffDetected).length;
  const tooLate = cameBack - (metrics?.privateMoments.payoffs ?? cameBack);
  return [
    "## Summary",
    "",
    `- Outcome: ${outcome} (${inline(why)})`,
    `- Turns: ${turn}${metrics?.ownTurns ? `; summary, metrics and issues cover ${ownWords(metrics.ownTurns)}, which the branch played itself` : ""}`,
    `- ${pulses.expected === undefined ? "Beats: none in the guide" : `Pulses detected: ${pulses.detected}/${pulses.expected}${metrics?.ownTurns ? " of those still to be told" : ""}`}${pulses.ownBeats ? ` (and ${counted(pulses.ownBeats, "beat")} outside the guide)` : ""}`,
    `- Tangents: ${tangents.length}${became.length > 0 ? ` (${became.join("; ")})` : ""}`,
    `- Private moments: ${privateMoments.length}${privateMoments.length > 0 ? ` (${cameBack - tooLate} came back${tooLate > 0 ? `; ${tooLate} after everybody had been told, which is no pay-off` : ""})` : ""}`,
    `- Issues: ${issues.length}${aboutIssues.length > 0 ? ` (${aboutIssues.join("; ")})` : ""}`,
    "",
  ];
}

const ownWords = ({ from, to }: { from: number; to: number }): string =>
  to < from ? "no turn" : turnsInWords({ from, to });

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 1) return "under a second";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function money(result: SessionResult): string {
  const digits = (amount: number) => (amount > 0 && amount < 0.01 ? 6 : 2);
  const spent = spentOnResult(result);
  const judging = result.cost.byRole.judge ?? 0;
  return `${spentText(spent, digits(spent.cost))}${result.judged ? `, $${judging.toFixed(digits(judging))} of it for judging` : ""}`;
}

/** Playing and judging together. */
export const spentOnResult = ({
  totals: { all },
  cost: { byRole },
  judged,
}: Pick<SessionResult, "totals" | "cost" | "judged">): Spent =>
  sumOf([
    all,
    ...(judged
      ? [
          {
            cost: byRole.judge ?? 0,
            unpriced: judged.unpriced,
            possiblyBilled: judged.possiblyBilled ?? { attempts: 0, atMost: 0, unpriced: 0 },
            recorded: judged.recorded,
          },
        ]
      : []),
  ]);
