/** A verdict in the words of a Markdown report. */
import { qualityMetric, type JudgedBy, type QualityMetric, type Verdict } from "../../contract/index.ts";
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

export function doubtsOf({ key, scores }: Verdict, calibrations: Calibrations): string[] {
  const states = qualityMetric.options
    .filter((metric) => scores[metric].score !== null)
    .map((metric) => stateOf(calibrations, key, metric));
  return [
    ...new Set(
      states
        .filter(({ state }) => state === "stale" || state === "uncalibrated")
        .map(({ state, why }) => `${state}: ${why}`),
    ),
  ];
}

/** How many answers were unusable. An answer with several wrong scores counts once. */
export function unusableText({ problems, calls, windows }: Verdict): string[] {
  const unusable = new Set(problems.map(({ from, to, ask }) => `${from} ${to} ${ask}`)).size;
  const again = calls - windows.length;
  return unusable === 0
    ? []
    : [
        `${unusable} of ${counted(calls, "answer")} could not be used or only partly${again > 0 ? `; it was asked again ${again === 1 ? "once" : `${again} times`}` : ""}`,
      ];
}

export function verdictSection(
  verdict: Verdict,
  { calibrations, judged }: { calibrations?: Calibrations; judged?: JudgedBy } = {},
): string[] {
  const { key, judge, scores, windows, notes, turns } = verdict;
  const rows = qualityMetric.options.map((metric) => {
    const { score, why, missing, quotes } = scores[metric];
    const proof = quotes
      .slice(0, 2)
      .map(({ turn, text }) => `“${inline(text)}” (turn ${turn})`)
      .join("; ");
    // Without current calibrations, the state at the time of judging.
    const state = calibrations ? stateOf(calibrations, key, metric).state : verdict.calibration[metric];
    return [
      metricTitles[metric],
      score === null ? "missing" : String(score),
      state ?? "uncalibrated",
      score === null ? inline(missing ?? why) : [inline(why), proof].filter((part) => part !== "").join(" "),
    ];
  });
  const remarks = [
    ...(judged?.unscored ?? []).map(
      ({ file, model }) => `A newer verdict without scores: ${inline(file)}, by ${inline(model)}.`,
    ),
    ...(calibrations ? doubtsOf(verdict, calibrations) : []).map(
      (doubt) => `About the judge: ${inline(doubt)}.`,
    ),
    ...notes.map((note) => `Note: ${inline(note)}`),
    ...unusableText(verdict).map((text) => `${text}.`),
  ];
  return [
    "## Quality",
    "",
    `${hasScores(verdict) ? "Judged by" : "**No score** from"} ${inline(key.model)} (asked for: ${inline(judge.asked)}) with the rubric ${inline(verdict.rubric)}, ${turns === 0 ? "no turns" : turnsInWords({ from: 1, to: turns })}${windows.length > 1 ? ` in ${windows.length} windows` : ""}, cost: ${inline(spentText(spentOnVerdict(verdict)))}. Scores are from 1 to 10.${judged ? ` The verdict: ${inline(judged.file)}${judged.verdicts > 1 ? `, the newest${judged.unscored ? " with scores" : ""} of ${judged.verdicts} on these turns` : ""}.` : ""}`,
    "",
    markdownTable(["Metric", "Score", "Judge is", "Why"], rows),
    "",
    ...(remarks.length > 0 ? [...remarks.map((remark) => `- ${remark}`), ""] : []),
  ];
}
