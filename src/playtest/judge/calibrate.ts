import { qualityMetric, type CalibrationState, type MetricAgreement, type QualityMetric } from "../../contract/index.ts";
import { bootstrapInterval, confusionMatrix, krippendorffAlpha, quadraticKappa, spearman } from "../../kernel/stats/index.ts";
import { counted } from "../../kernel/report/index.ts";

/** One session: what the judge and each person say of it. */
export type Rated = { sessionId: string; judge: Partial<Record<QualityMetric, number | null>>; people: ReadonlyMap<string, Partial<Record<QualityMetric, number>>> };

/** Krippendorff's own limits: from the first on tentative conclusions can be drawn, from the second on firm ones. */
const CALIBRATED = 0.667;
const TRUSTED = 0.8;
/** Resampling fewer sessions gives intervals that are far too narrow: there is no bound to go by. */
export const FEWEST_SESSIONS = 8;

/** How far a judge agrees with people, metric by metric. The unit is the session. */
export function agreement(rated: readonly Rated[], { seed = "calibration", resamples = 2_000 }: { seed?: string | number; resamples?: number } = {}): Partial<Record<QualityMetric, MetricAgreement>> {
  const metrics = qualityMetric.options.filter((metric) => rated.some(({ people }) => [...people.values()].some((scores) => scores[metric] !== undefined)));
  return Object.fromEntries(metrics.map((metric) => [metric, agreementIn(metric, rated, { seed, resamples })]));
}

type Pair = { people: number; judge: number };

function agreementIn(metric: QualityMetric, rated: readonly Rated[], { seed, resamples }: { seed: string | number; resamples: number }): MetricAgreement {
  const opinions = rated.map(({ judge, people }) => ({ judge: judge[metric] ?? null, people: [...people.values()].flatMap((scores) => (scores[metric] === undefined ? [] : [scores[metric]])) }));
  // People count with their middle opinion, not each for themselves: else many who agree with each other would hide a judge who does not.
  const pairs = opinions.flatMap(({ judge, people }): Pair[] => (judge === null || people.length === 0 ? [] : [{ judge: Math.round(judge), people: Math.round(median(people)) }]));
  const measure = (name: string, statistic: (pairs: readonly Pair[]) => number | null) => ({
    value: pairs.length < 2 ? null : statistic(pairs),
    interval: pairs.length < FEWEST_SESSIONS ? null : bootstrapInterval(pairs, statistic, { seed: `${seed}/${metric}/${name}`, resamples }),
  });
  const sides = (of: readonly Pair[]) => [of.map(({ people }) => people), of.map(({ judge }) => judge)] as const;
  const alpha = measure("alpha", (of) => krippendorffAlpha(of.map(({ people, judge }) => [people, judge]), "ordinal"));
  return {
    sessions: pairs.length,
    ...stateFor(pairs.length, alpha),
    kappa: measure("kappa", (of) => quadraticKappa(...sides(of))),
    alpha,
    spearman: measure("spearman", (of) => spearman(...sides(of))),
    confusion: confusionMatrix(...sides(pairs)),
    bias: pairs.length === 0 ? null : pairs.reduce((sum, { judge, people }) => sum + judge - people, 0) / pairs.length,
    amongPeople: amongPeople(opinions.map(({ people }) => people.map(Math.round)), { seed: `${seed}/${metric}/people`, resamples }),
  };
}

/** Of one session nobody can tell agreement from chance. */
function amongPeople(scores: ReadonlyArray<readonly number[]>, options: { seed: string; resamples: number }): NonNullable<MetricAgreement["amongPeople"]> {
  const several = scores.filter((given) => given.length > 1);
  const alpha = (of: ReadonlyArray<readonly number[]>) => krippendorffAlpha(of, "ordinal");
  return { sessions: several.length, value: several.length < 2 ? null : alpha(several), interval: several.length < FEWEST_SESSIONS ? null : bootstrapInterval(several, alpha, options) };
}

function stateFor(sessions: number, { value, interval }: MetricAgreement["alpha"]): { state: CalibrationState; why: string } {
  if (sessions < FEWEST_SESSIONS) return { state: "uncalibrated", why: `${counted(sessions, "session")} with scores of both, and ${FEWEST_SESSIONS} are needed` };
  if (value === null || interval === null) return { state: "uncalibrated", why: "everything got the same score: there is nothing to agree on" };
  const told = `alpha ${value.toFixed(2)}, 95 % from ${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}, over ${sessions} sessions`;
  if (interval[0] >= TRUSTED) return { state: "trusted", why: told };
  return interval[0] >= CALIBRATED ? { state: "calibrated", why: told } : { state: "uncalibrated", why: `${told}: the lower end is below ${CALIBRATED}` };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
