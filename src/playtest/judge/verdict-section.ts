/** A verdict in the words of a Markdown report. */
import { qualityMetric, type JudgedBy, type QualityMetric, type JudgeVerdict } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted, inline, markdownTable, turnsInWords } from "../../kernel/report/index.ts";
import type { JudgedMetric } from "../metrics/index.ts";
import { stateOf, type Calibrations } from "./calibration/calibration-store.ts";
import { hasScores, spentOnVerdict } from "./verdict-store.ts";

/** As gates and comparisons name them. */
export const metricTitles: Record<QualityMetric, JudgedMetric> = {
  coherence: "coherence",
  atmosphere: "atmosphere",
  playerAgency: "player-agency",
  pacing: "pacing",
  storyGuideAdherence: "story-guide-adherence",
  characterIntegration: "character-integration",
  funFactor: "fun-factor",
};

function judgeStateText({ key }: JudgeVerdict, calibrations: Calibrations): string {
  const { state, why } = stateOf(calibrations, key);
  return `The judge is ${state}. ${why}`;
}

export const unusableText = ({ calls, windows }: JudgeVerdict): string[] =>
  calls > windows.length
    ? [`Parts of its answers were unusable; it was asked again ${counted(calls - windows.length, "time")}`]
    : [];

export function verdictSection(
  verdict: JudgeVerdict,
  { calibrations, judged }: { calibrations?: Calibrations; judged?: JudgedBy } = {},
): string[] {
  const { key, judge, scores, windows, notes, turns } = verdict;
  const rows = qualityMetric.options.map((metric) => {
    const { score, why, missing, quotes } = scores[metric];
    const proof = quotes
      .slice(0, 2)
      .map(({ turn, text }) => `“${inline(text)}” (turn ${turn})`)
      .join("; ");
    return [
      metricTitles[metric],
      score === null ? "missing" : String(score),
      score === null ? inline(missing ?? why) : [inline(why), proof].filter((part) => part !== "").join(" "),
    ];
  });
  const remarks = [
    ...(judged?.unscored ?? []).map(
      ({ file, model }) => `A newer verdict without scores: ${inline(file)}, by ${inline(model)}.`,
    ),
    ...(calibrations ? [inline(judgeStateText(verdict, calibrations))] : []),
    ...notes.map((note) => `Note: ${inline(note)}`),
    ...unusableText(verdict).map((text) => `${text}.`),
  ];
  return [
    "## Quality",
    "",
    `${hasScores(verdict) ? "Judged by" : "**No score** from"} ${inline(key.model)} (asked for: ${inline(judge.asked)}) with the rubric ${inline(verdict.rubric)}, ${turns === 0 ? "no turns" : turnsInWords({ from: 1, to: turns })}${windows.length > 1 ? ` in ${windows.length} windows` : ""}, cost: ${inline(spentText(spentOnVerdict(verdict)))}. Scores are from 1 to 10.${judged ? ` The verdict: ${inline(judged.file)}${judged.verdicts > 1 ? `, the newest${judged.unscored ? " with scores" : ""} of ${judged.verdicts} on these turns` : ""}.` : ""}`,
    "",
    markdownTable(["Metric", "Score", "Why"], rows),
    "",
    ...remarks.map((remark) => `- ${remark}`),
    "",
  ];
}
