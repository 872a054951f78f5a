/** A judge's scores as a verdict: for reports, and for `rehearse judge`. */
import {
  qualityMetric,
  type Fact,
  type JudgedSession,
  type JudgeVerdict,
  type QualityMetric,
  type Verdict,
  type VerdictTable,
} from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted, shorten } from "../../kernel/report/index.ts";
import { answer } from "../../kernel/verdict-words/index.ts";
import type { JudgedMetric } from "../metrics/index.ts";
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

export const unusableText = ({ calls }: JudgeVerdict): string[] =>
  calls > 1 ? [`Parts of its answers were unusable; it was asked again ${counted(calls - 1, "time")}`] : [];

type Shown = {
  calibration?: JudgedSession["calibration"] | undefined;
  /** Where it is stored, and how it got there. */
  stored: Fact[];
  /** Reasons are cut to it, and quotes left out. */
  longest?: number;
};

export function judgedVerdict(verdict: JudgeVerdict, { calibration, stored, longest }: Shown): Verdict {
  const { key, judge, rubric, notes, turns } = verdict;
  return answer(`${hasScores(verdict) ? "Judged by" : "No score from"} ${key.model}.`, {
    cautions: [...notes, ...unusableText(verdict).map((text) => `${text}: see "problems" in the verdict.`)],
    facts: [
      { label: "Judge", value: key.model, note: calibration && `${calibration.state}: ${calibration.why}` },
      { label: "Requested", value: judge.asked },
      { label: "Rubric", value: rubric },
      { label: "Turns", value: turns },
      { label: "Cost of judging", value: spentText(spentOnVerdict(verdict)) },
      ...stored,
    ],
    tables: [scoreTable(verdict, longest)],
  });
}

function scoreTable({ scores }: JudgeVerdict, longest: number | undefined): VerdictTable {
  const reason = (metric: QualityMetric): string => {
    const { score, why, missing: problem, quotes } = scores[metric];
    const text = score === null ? (problem ?? why) : why;
    if (longest !== undefined) return shorten(text, longest);
    return [text, ...quotes.slice(0, 2).map((quote) => `“${quote.text}” (turn ${quote.turn})`)].join(" ");
  };
  return {
    title: "Scores",
    columns: [{ label: "Metric" }, { label: "1 to 10", align: "right" }, { label: "Why" }],
    rows: qualityMetric.options.map((metric) => [
      metricTitles[metric],
      scores[metric].score ?? "missing",
      reason(metric),
    ]),
  };
}
