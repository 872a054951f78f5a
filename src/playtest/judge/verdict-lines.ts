import { qualityMetric, type JudgedBy, type QualityMetric, type Verdict } from "../../contract/index.ts";
import { counted, inline, markdownTable, turnsInWords } from "../../kernel/report/index.ts";
import { stateOf, type Calibrations } from "./calibration-store.ts";

/** What people call the metrics. */
export const metricTitles: Record<QualityMetric, string> = {
  coherence: "Coherence",
  atmosphere: "Atmosphere",
  playerAgency: "Player agency",
  pacing: "Pacing",
  storyGuideAdherence: "Story guide adherence",
  characterIntegration: "Character integration",
  funFactor: "Would you want to play this?",
};

/** A verdict for a Markdown report: who judged, how far that can be trusted, the scores with what proves them. */
export function verdictSection(verdict: Verdict, { calibrations, judged }: { calibrations?: Calibrations; judged?: JudgedBy } = {}): string[] {
  const { key, judge, scores, windows, injections, notes, cost, problems, turns } = verdict;
  const rows = qualityMetric.options.map((metric) => {
    const { score, why, missing, quotes } = scores[metric];
    const proof = quotes.slice(0, 2).map(({ turn, text }) => `“${inline(text)}” (turn ${turn})`).join("; ");
    // Where it is not known how things stand now: as they stood then.
    const state = calibrations ? stateOf(calibrations, key, metric).state : verdict.calibration[metric];
    return [metricTitles[metric], score === null ? "missing" : String(score), state ?? "uncalibrated", score === null ? inline(missing ?? why) : [inline(why), proof].filter((part) => part !== "").join(" ")];
  });
  return [
    "## Quality",
    "",
    `Judged by ${inline(key.model)} (asked for: ${inline(judge.asked)}) with the rubric ${inline(verdict.rubric)}, ${turns === 0 ? "no turns" : turnsInWords({ from: 1, to: turns })}${windows.length > 1 ? ` in ${windows.length} windows` : ""}, for ${cost.unpriced > 0 ? "at least " : ""}$${cost.total.toFixed(4)}. Scores are from 1 to 10.${judged ? ` The verdict: ${inline(judged.file)}${judged.verdicts > 1 ? `, the newest of ${judged.verdicts} on these turns` : ""}.` : ""}`,
    "",
    markdownTable(["Metric", "Score", "Judge is", "Why"], rows),
    "",
    ...notes.map((note) => `- Note: ${inline(note)}`),
    ...(problems.length > 0 ? [`- ${counted(problems.length, "answer")} of the judge could not be used, in whole or in part.`] : []),
    ...injections.map(({ turn, speaker, kind, quote }) => `- Tries to instruct the judge (${inline(kind)}), turn ${turn}, ${inline(speaker)}: “${inline(quote)}”`),
    ...(notes.length + problems.length + injections.length > 0 ? [""] : []),
  ];
}
