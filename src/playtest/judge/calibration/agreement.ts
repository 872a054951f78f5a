/** How far a judge agrees with people, metric by metric. */
import {
  qualityMetric,
  type CalibrationState,
  type MetricAgreement,
  type QualityMetric,
} from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  bootstrapInterval,
  confusionMatrix,
  krippendorffAlpha,
  quadraticKappa,
  spearman,
} from "../../../kernel/stats/index.ts";

export type Rated = {
  sessionId: string;
  judge: Partial<Record<QualityMetric, number | null>>;
  people: ReadonlyMap<string, Partial<Record<QualityMetric, number>>>;
};

/** Krippendorff's own limits, for tentative and for firm conclusions. */
const CALIBRATED = 0.667;
const TRUSTED = 0.8;
/** Resampling fewer sessions gives intervals that are far too narrow. */
export const FEWEST_SESSIONS = 8;
/** Enough that the bounds depend on the data and not on the draw. */
const RESAMPLES = 10_000;
/** Past this share of resamples without a value, the others are a selection. */
const MOST_WITHOUT_VALUE = 0.05;
/** The same for all metrics: equal scores have equal bounds. */
const SEED = "calibration";

/** The unit is the session. */
export function agreement(rated: readonly Rated[]): Partial<Record<QualityMetric, MetricAgreement>> {
  const metrics = qualityMetric.options.filter((metric) =>
    rated.some(({ people }) => [...people.values()].some((scores) => scores[metric] !== undefined)),
  );
  return Object.fromEntries(metrics.map((metric) => [metric, agreementIn(metric, rated)]));
}

type Pair = { people: number; judge: number };

function agreementIn(metric: QualityMetric, rated: readonly Rated[]): MetricAgreement {
  const opinions = rated.map(({ judge, people }) => ({
    judge: judge[metric] ?? null,
    people: [...people.values()].flatMap((scores) => (scores[metric] === undefined ? [] : [scores[metric]])),
  }));
  // People count by their median: many who agree with each other must not hide a judge who does not.
  // Nothing is rounded: a median of 6 and 7 that became 7 would make an unbiased judge look half a point too low.
  const pairs = opinions
    .flatMap(({ judge, people }): Pair[] =>
      judge === null || people.length === 0 ? [] : [{ judge, people: median(people) }],
    )
    .sort((a, b) => a.people - b.people || a.judge - b.judge);
  const measure = (statistic: (pairs: readonly Pair[]) => number | null) => measured(pairs, statistic);
  const sides = (of: readonly Pair[]) =>
    [of.map(({ people }) => people), of.map(({ judge }) => judge)] as const;
  const alpha = measure((of) => krippendorffAlpha(of.map(({ people, judge }) => [people, judge])));
  const found = {
    sessions: pairs.length,
    kappa: measure((of) => quadraticKappa(...sides(of))),
    alpha,
    spearman: measure((of) => spearman(...sides(of))),
    confusion: confusionMatrix(...sides(pairs.map(toHalves))),
    bias:
      pairs.length === 0
        ? null
        : pairs.reduce((sum, { judge, people }) => sum + judge - people, 0) / pairs.length,
    amongPeople: amongPeople(opinions.map(({ people }) => people)),
  };
  return { ...found, ...stateFor(found) };
}

/** Only the matrix needs cells. The median of two people can lie on a half, so halves have cells of their own. */
const toHalves = ({ people, judge }: Pair): Pair => ({
  people: Math.round(people * 2) / 2,
  judge: Math.round(judge * 2) / 2,
});

/** A single session cannot separate agreement from chance. */
function measured<Unit>(
  units: readonly Unit[],
  statistic: (units: readonly Unit[]) => number | null,
): MetricAgreement["alpha"] {
  const value = units.length < 2 ? null : statistic(units);
  if (units.length < FEWEST_SESSIONS) return { value, interval: null };
  let withoutValue = 0;
  const counting = (of: readonly Unit[]) => {
    const own = statistic(of);
    if (own === null) withoutValue++;
    return own;
  };
  const interval = bootstrapInterval(units, counting, { seed: SEED, resamples: RESAMPLES });
  return usable({ value, interval, resamples: RESAMPLES, withoutValue });
}

/** Resampling cannot show a disagreement that no session has: an interval without a width is not certainty. */
function usable(statistic: MetricAgreement["alpha"]): MetricAgreement["alpha"] {
  const { interval, resamples, withoutValue = 0 } = statistic;
  const wide = interval !== null && interval[1] - interval[0] > 1e-9;
  const few = resamples === undefined || withoutValue <= MOST_WITHOUT_VALUE * resamples;
  return wide && few ? statistic : { ...statistic, interval: null };
}

function amongPeople(scores: ReadonlyArray<readonly number[]>): NonNullable<MetricAgreement["amongPeople"]> {
  const several = scores.filter((given) => given.length > 1);
  return { sessions: several.length, ...measured(several, (of) => krippendorffAlpha(of)) };
}

export function stateFor({
  sessions,
  alpha,
  amongPeople,
}: Pick<MetricAgreement, "sessions" | "alpha" | "amongPeople">): { state: CalibrationState; why: string } {
  // Stored intervals follow the same rule.
  const { value, interval, resamples, withoutValue = 0 } = usable(alpha);
  if (sessions < FEWEST_SESSIONS)
    return {
      state: "uncalibrated",
      why: `${counted(sessions, "session")} scored by both; at least ${FEWEST_SESSIONS} are needed`,
    };
  if (value === null)
    return { state: "uncalibrated", why: "all scores are equal, so agreement cannot be measured" };
  const without =
    withoutValue === 0
      ? ""
      : `; ${withoutValue} of ${resamples} resamples had no alpha, because all their scores were equal`;
  if (interval === null && value < CALIBRATED)
    return {
      state: "uncalibrated",
      why: `alpha ${value.toFixed(2)} over ${sessions} sessions is below ${CALIBRATED}`,
    };
  if (interval === null)
    return {
      state: "uncalibrated",
      why: `alpha ${value.toFixed(2)} over ${sessions} sessions has no confidence interval${without || "; every resample gave the same alpha, so its uncertainty is unknown"}; add sessions with other scores`,
    };
  const told = `alpha ${value.toFixed(2)}, 95 % from ${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}, over ${sessions} sessions${without}${peopleText(amongPeople)}`;
  if (interval[0] >= TRUSTED) return { state: "trusted", why: told };
  return interval[0] >= CALIBRATED
    ? { state: "calibrated", why: told }
    : { state: "uncalibrated", why: `${told}: the lower limit is below ${CALIBRATED}` };
}

/** With the judge's own alpha: scores on which people disagree cannot be matched either. */
const peopleText = (among: MetricAgreement["amongPeople"]): string =>
  among === undefined || among.value === null
    ? ""
    : `; among people ${among.value.toFixed(2)}, over ${counted(among.sessions, "session")}`;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
