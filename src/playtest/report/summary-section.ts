/** What was played, how it ended, what it counted, and who read, judged and classified it. */
import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { counted, inline, turnsInWords } from "../../kernel/report/index.ts";
import { inBrackets } from "../../kernel/verdict-words/index.ts";
import { readingCoverage, unjudgedText } from "../metrics/index.ts";
import { isUnclassified, type SessionState } from "../session/index.ts";
import { answeredBy } from "./session-facts.ts";

export function summarySection(own: SessionState, result: SessionResult): string[] {
  const { metrics, issues, pulses, outcome, why } = result;
  return [
    "## Summary",
    "",
    `- ${playedText(own, result)}`,
    `- Outcome: ${outcome} (${inline(why)})`,
    `- Turns: ${own.turn}${metrics?.ownTurns ? coveredText(metrics.ownTurns) : ""}`,
    `- ${pulsesText(pulses, metrics)}`,
    ...(metrics
      ? [`- Tangents: ${tangentsText(own, metrics)}`, `- Private moments: ${momentsText(metrics)}`]
      : []),
    `- Issues: ${issues.length}`,
    `- Reader: ${readerText(own)}`,
    `- Judge: ${judgeText(own, result)}`,
    `- Classifier: ${classifierText(own, result)}`,
    "",
  ];
}

function playedText({ config, turn }: SessionState, { models }: SessionResult): string {
  const { origin, storyGuide, group } = config;
  const turns = counted(turn, "turn");
  if (!origin) {
    const narrator = answeredBy(models.narrator, config.narratorModel);
    const what = `${inline(storyGuide.title)} (${inline(config.story)}), prompt ${inline(config.prompt)}`;
    return `Played: ${what}, narrator ${narrator}, ${counted(group.players.length, "player")}, ${turns}`;
  }
  const players = group.players.map(({ name }) => inline(name)).join(", ");
  const from = `${inline(origin.file)} (session ${inline(origin.session)})`;
  return `Played elsewhere: ${inline(storyGuide.title)}, from ${from}, players ${players}, ${turns}`;
}

const coveredText = (turns: NonNullable<SessionMetrics["ownTurns"]>): string => {
  const own = turns.to < turns.from ? "no turn" : turnsInWords(turns);
  return `; summary, metrics and issues cover ${own}, which the branch played itself`;
};

function pulsesText(
  { detected, expected, ownBeats }: SessionResult["pulses"],
  metrics: SessionResult["metrics"],
): string {
  const own = ownBeats ? ` (and ${counted(ownBeats, "beat")} outside the guide)` : "";
  if (expected === undefined) return `Beats: none in the guide${own}`;
  const of = metrics?.ownTurns ? " of those that remained at the branch" : "";
  return `Pulses detected: ${detected ?? "not measured"}/${expected}${of}${own}`;
}

function tangentsText(own: SessionState, { tangents }: SessionMetrics): string {
  const { count, avgLength, dropped, open } = tangents;
  if (count === null) return `not measured (${inline(readingCoverage(own).why ?? "")})`;
  const tableTalk = own.tangents.filter(({ reached }) => !reached).length;
  const parts = [
    ...(avgLength === null ? [] : [`avg ${avgLength.toFixed(1)} turns to recover`]),
    ...(dropped ? [`${dropped} dropped by the group`] : []),
    ...(open ? [`${open} not recovered`] : []),
    ...(tableTalk > 0 ? [`${tableTalk} more stayed table talk`] : []),
  ];
  return `${count}${inBrackets(parts.length === 0 ? undefined : parts.join("; "))}`;
}

function momentsText({ privateMoments: { count, payoffs } }: SessionMetrics): string {
  if (count === null) return "not measured (name a classifier)";
  const paidOff = payoffs === null ? "pay-offs not checked" : `${payoffs} paid off`;
  return `${count}${count === 0 ? "" : ` (${paidOff})`}`;
}

/** The cautions above say why turns were not read. */
function readerText(own: SessionState): string {
  const { source, asked, turns, of, enough } = readingCoverage(own);
  const reader = (source ?? asked)?.replace("reader: ", "");
  if (reader === undefined) return "none (name an observer)";
  const tooFew = enough ? "" : "; too few, so metrics that need a reader are missing";
  return `${inline(reader)} (read ${turns.size} of ${counted(of, "turn")}${tooFew})`;
}

function judgeText({ config }: SessionState, { judged, unjudged }: SessionResult): string {
  if (unjudged) return inline(unjudgedText(unjudged).replace(/^judge /, ""));
  if (!judged) return "none";
  return `${inline(judged.key.model)}${config.judgeCounts === false ? " (not in the score)" : ""}`;
}

function classifierText(own: SessionState, { models }: SessionResult): string {
  if (isUnclassified(own))
    return "none, so types, beats and unmarked private moments are not measured (name a classifier)";
  return own.config.classifierModel === "none"
    ? "none (classified by the narrator's own markers)"
    : answeredBy(models.classifier, own.config.classifierModel);
}
