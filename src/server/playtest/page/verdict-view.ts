import { qualityMetric, type Verdict, type VerdictView } from "../../../contract/index.ts";
import {
  metricTitles,
  NOT_ASKED,
  stateOf,
  unusableText,
  type Calibrations,
} from "../../../playtest/index.ts";

/** A verdict with the present state of its judge. Without calibrations, the state when the verdict was given. */
export function verdictView(verdict: Verdict, calibrations: Calibrations | undefined): VerdictView {
  const { key, judge, rubric, at, turns, scores, notes } = verdict;
  return {
    model: key.model,
    asked: judge.asked,
    rubric,
    at,
    turns,
    otherFamily: judge.otherFamily,
    scores: qualityMetric.options
      .filter((metric) => scores[metric].missing !== NOT_ASKED)
      .map((metric) => {
        const { score, why, missing, quotes } = scores[metric];
        const { state, why: stateWhy } = calibrations
          ? stateOf(calibrations, key, metric)
          : {
              state: verdict.calibration[metric] ?? ("uncalibrated" as const),
              why: "as it was when the verdict was given; the calibrations cannot be read now",
            };
        return {
          metric: metricTitles[metric],
          score,
          why,
          ...(missing !== undefined && { missing }),
          quotes,
          state,
          stateWhy,
        };
      }),
    notes: [...notes, ...unusableText(verdict)],
  };
}
