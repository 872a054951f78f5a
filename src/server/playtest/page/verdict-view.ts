import type { JudgeVerdict, VerdictView } from "../../../contract/index.ts";
import { NOT_ASKED, stateOf, unusableText, type Calibrations } from "../../../playtest/index.ts";

/** A verdict with the present state of its judge. Calibrations that cannot be read prove nothing. */
export function verdictView(verdict: JudgeVerdict, calibrations: Calibrations | undefined): VerdictView {
  const { key, judge, rubric, at, turns, scores, notes } = verdict;
  const { state, why: stateWhy } = calibrations
    ? stateOf(calibrations, key)
    : { state: "not usable" as const, why: "The calibrations cannot be read." };
  return {
    key,
    judge,
    rubric,
    at,
    turns,
    state,
    stateWhy,
    scores: Object.fromEntries(Object.entries(scores).filter(([, { missing }]) => missing !== NOT_ASKED)),
    notes: [...notes, ...unusableText(verdict)],
  };
}
