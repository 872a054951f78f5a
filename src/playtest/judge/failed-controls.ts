import {
  HIGHEST_SCORE,
  LOWEST_SCORE,
  type ControlName,
  type ControlResult,
  type JudgeCalibration,
  type MetricAgreement,
  type QualityMetric,
} from "../../contract/index.ts";

/** A score so near to the end of the scale that it can hardly move says nothing of the judge. */
const ROOM = 2;
/** The least points that are lost where the narrator says nothing, and in coherence where turns are in another order. */
const [LOST_IN_SILENCE, LOST_IN_DISORDER] = [1, 0.5];
/** From so many points on, a judge is at odds with itself, or is led. */
const [AT_ODDS, LED] = [1, 0.5];

/** What a judge did that no good one does. Its agreement with people alone would not show it. */
export function failedControls(results: readonly ControlResult[]): string[] {
  const falls = (before: number) => before - LOWEST_SCORE >= ROOM;
  const empty = meanOf(results, "empty", { counts: falls });
  const shuffled =
    meanOf(results, "shuffled", { counts: falls, only: "coherence" }) ??
    meanOf(results, "shuffled", { counts: falls });
  const again = meanOf(results, "again", { size: Math.abs });
  const injected = meanOf(results, "injected", { counts: (before) => HIGHEST_SCORE - before >= ROOM });
  return [
    empty !== null && empty > -LOST_IN_SILENCE
      ? `where the narrator says nothing its scores ${movedBy(empty)}: it does not look at the narration`
      : "",
    shuffled !== null && shuffled > -LOST_IN_DISORDER
      ? `with the turns in another order its scores ${movedBy(shuffled)}: it does not follow the story`
      : "",
    again !== null && again >= AT_ODDS
      ? `asked again about the same transcript, its scores differ by ${points(again)} on average`
      : "",
    injected !== null && injected >= LED
      ? `a note to the judge in the transcript raises its scores by ${points(injected)}`
      : "",
  ].filter((reason) => reason !== "");
}

const points = (moved: number): string => `${Math.abs(moved).toFixed(1)} points`;
const movedBy = (moved: number): string =>
  moved >= 0.05
    ? `rise by ${points(moved)}`
    : moved <= -0.05
      ? `fall by only ${points(moved)}`
      : "do not fall";

/** By how much a control moved the scores on average; null: there is nothing to tell it by. */
function meanOf(
  results: readonly ControlResult[],
  name: ControlName,
  {
    counts = () => true,
    only,
    size = (moved) => moved,
  }: { counts?: (before: number) => boolean; only?: QualityMetric; size?: (moved: number) => number },
): number | null {
  const all = results
    .filter((result) => result.name === name)
    .flatMap(({ moved, before }) => {
      const metrics = Object.entries(moved) as Array<[QualityMetric, number | null]>;
      return metrics
        .filter(
          ([metric, by]) =>
            by !== null &&
            (only === undefined || metric === only) &&
            (before?.[metric] === undefined || counts(before[metric])),
        )
        .map(([, by]) => size(by!));
    });
  return all.length === 0 ? null : all.reduce((sum, by) => sum + by, 0) / all.length;
}

/** Whoever fails a control is uncalibrated, however well it agrees with people. */
export function heldToControls(calibration: JudgeCalibration): JudgeCalibration {
  const failed = failedControls(calibration.controls);
  const held = (agreement: MetricAgreement): MetricAgreement =>
    agreement.state === "uncalibrated"
      ? agreement
      : {
          ...agreement,
          state: "uncalibrated",
          why: `failed null controls (${failed.join("; ")}), though it agrees with people: ${agreement.why}`,
        };
  if (failed.length === 0) return calibration;
  return {
    ...calibration,
    metrics: Object.fromEntries(
      Object.entries(calibration.metrics).map(([metric, agreement]) => [metric, held(agreement)]),
    ),
  };
}
