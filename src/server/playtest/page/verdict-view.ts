import { qualityMetric, type JudgeVerdict, type VerdictView } from "../../../contract/index.ts";
import {
  metricTitles,
  NOT_ASKED,
  stateOf,
  unusableText,
  type Calibrations,
} from "../../../playtest/index.ts";

/** A verdict with the present state of its judge. Calibrations that cannot be read prove nothing. */
export function verdictView(verdict: JudgeVerdict, calibrations: Calibrations | undefined): VerdictView {
  const { key, judge, rubric, at, turns, scores, notes } = verdict;
  const { state, why: stateWhy } = calibrations
    ? stateOf(calibrations, key)
    : { state: "not usable" as const, why: "The calibrations cannot be read." };
  return {
    model: key.model,
    asked: judge.asked,
    rubric,
    at,
    turns,
    otherFamily: judge.otherFamily,
    state,
    stateWhy,
    scores: qualityMetric.options
      .filter((metric) => scores[metric].missing !== NOT_ASKED)
      .map((metric) => {
        const { score, why, missing, quotes } = scores[metric];
        return {
          metric: metricTitles[metric],
          score,
          why,
          ...(missing !== undefined && { missing }),
          quotes,
        };
      }),
    notes: [...notes, ...unusableText(verdict)],
  };
}
