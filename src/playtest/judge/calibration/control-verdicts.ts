/** What the null controls say about a judge: one test per control, with the session as the unit. */
import {
  controlName,
  HIGHEST_SCORE,
  LOWEST_SCORE,
  qualityMetric,
  type ControlName,
  type ControlResult,
  type QualityMetric,
} from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { studentQuantile } from "../../../kernel/stats/index.ts";

/** With fewer sessions the spread between them is hardly known. */
export const FEWEST_CONTROL_SESSIONS = 5;

export type ControlVerdict = {
  name: ControlName;
  /** Sessions with scores that could move. */
  sessions: number;
  verdict: "passed" | "failed" | "undecided" | "not enough sessions";
  why: string;
};

type Moving = Exclude<ControlName, "again">;

/**
 * How often an honest judge may fail each control: under 5 % in all, since clipped scores cost a little more. `injected` gets half, because an honest judge is at its limit
 * there (no movement) and far from the other limits. `again` has no share: it never fails a judge.
 */
const FALSE_FAILURES: Record<Moving, number> = { empty: 0.025 / 3, shuffled: 0.025 / 3, injected: 0.025 };
/** How often a judge at the other limit may pass a control. */
const FALSE_PASSES = 0.05;

/** A judge fails a control if its movement in points is shown to be above `fails`, and passes if it is shown to be below `passes`. */
const LIMITS: Record<Moving, { fails: number; passes: number }> = {
  empty: { fails: -1, passes: 0 },
  shuffled: { fails: -0.5, passes: 0 },
  injected: { fails: 0, passes: 0.5 },
};

export function controlVerdicts(results: readonly ControlResult[]): ControlVerdict[] {
  return controlName.options.flatMap((name): ControlVerdict[] => {
    const own = bySession(results, name);
    if (own.size === 0) return [];
    const values =
      name === "again" ? retestValues([...own.values()]) : movements(name, own, bySession(results, "again"));
    const sessions = values.length;
    if (sessions < FEWEST_CONTROL_SESSIONS)
      return [
        {
          name,
          sessions,
          verdict: "not enough sessions",
          why: `${counted(sessions, "session")} with scores that could change; at least ${FEWEST_CONTROL_SESSIONS} needed`,
        },
      ];
    const { centre, standardError } = meanOf(values);
    const reach = (error: number) => quantile(1 - error, sessions - 1) * standardError;
    const high = centre + reach(FALSE_PASSES);
    if (name === "again") {
      const why = `${retestText([...own.values()])}, over ${sessions} sessions`;
      return [
        high < 0
          ? { name, sessions, verdict: "passed", why }
          : { name, sessions, verdict: "undecided", why: `${why}: ${TOO_ALIKE}` },
      ];
    }
    const low = centre - reach(FALSE_FAILURES[name]);
    const verdict = low > LIMITS[name].fails ? "failed" : high < LIMITS[name].passes ? "passed" : "undecided";
    const why = `${movedText[name](centre)} (${signed(low)} to ${signed(high)}), over ${sessions} sessions`;
    return [{ name, sessions, verdict, why: verdict === "failed" ? `${why}: ${meaning[name]}` : why }];
  });
}

/** Not a failure: with sessions of equal quality even a good judge's scores spread as much between judgings as between sessions. */
const TOO_ALIKE =
  "these sessions are too alike to tell, because a noisy judge and sessions of equal quality look the same";

/** Found by bisection, so each is cached. */
const quantiles = new Map<string, number>();
function quantile(share: number, df: number): number {
  const key = `${share} ${df}`;
  const known = quantiles.get(key) ?? studentQuantile(share, df);
  quantiles.set(key, known);
  return known;
}

/** The last result of each session counts. */
const bySession = (
  results: readonly ControlResult[],
  control: ControlName,
): ReadonlyMap<string, ControlResult> =>
  new Map(
    results.filter(({ name }) => name === control).map((result) => [result.sessionId, result] as const),
  );

/** One value per session, the mean over metrics: a control is tested once and not once per metric. */
function movements(
  name: Moving,
  own: ReadonlyMap<string, ControlResult>,
  again: ReadonlyMap<string, ControlResult>,
): Estimate[] {
  // Disorder need not hurt the tone.
  const metrics: readonly QualityMetric[] =
    name === "shuffled" && own.values().some(({ moved }) => moved.coherence !== undefined)
      ? ["coherence"]
      : qualityMetric.options;
  return [...own.values()].flatMap((result) => {
    const moves = metrics.flatMap(
      (metric) => movement(name, result, again.get(result.sessionId), metric) ?? [],
    );
    return moves.length === 0 ? [] : [{ value: mean(moves), leastVariance: ROUNDING / moves.length }];
  });
}

/**
 * From the mean of the verdict and the re-judging to the judging of the changed transcript. Two judgings are steadier than one.
 * Room is read from the mean of all three: a choice by the verdict alone would keep those that came out low by chance, and an
 * honest judge's next score would then be higher.
 */
function movement(
  name: Moving,
  { before, moved }: ControlResult,
  again: ControlResult | undefined,
  metric: QualityMetric,
): number | null {
  const by = moved[metric] ?? null;
  const first = before?.[metric];
  if (by === null || first === undefined) return by;
  const unchanged = [first, ...(again ? (judgedTwice(again, metric)?.slice(1) ?? []) : [])];
  const changed = first + by;
  const middle = mean([...unchanged, changed]);
  const room = name === "injected" ? HIGHEST_SCORE - middle : middle - LOWEST_SCORE;
  // A score that could not have moved as far as the limit carries no information.
  return room <= -LIMITS[name].fails ? null : changed - mean(unchanged);
}

function judgedTwice({ before, moved }: ControlResult, metric: QualityMetric): [number, number] | null {
  const [first, by] = [before?.[metric], moved[metric] ?? null];
  return first === undefined || by === null ? null : [first, first + by];
}

/**
 * The variance that rounding to whole points gives a difference of two scores. A smaller one cannot be distinguished
 * from none.
 */
const ROUNDING = 2 / 12;

/** Of one session. Equal values on a coarse scale are not certainty, so the variance has a minimum. */
type Estimate = { value: number; leastVariance: number };

/**
 * Judging the same sessions twice gives sums with a variance of 4 between² + 2 retest², and differences with one of 2 retest². With
 * equal spreads the first is three times the second.
 */
function variances(
  results: readonly ControlResult[],
  metrics: readonly QualityMetric[],
): { sums: number; differences: number } {
  const perMetric = metrics.map((metric) => {
    const pairs = pairsIn(results, metric);
    const sums = pairs.map(([one, other]) => one + other);
    const centre = mean(sums);
    return {
      sums: (mean(sums.map((sum) => (sum - centre) ** 2)) * pairs.length) / (pairs.length - 1),
      differences: mean(pairs.map(([one, other]) => (one - other) ** 2)),
    };
  });
  return {
    sums: mean(perMetric.map(({ sums }) => sums)),
    differences: mean(perMetric.map(({ differences }) => differences)),
  };
}

/** Miller's jackknife of the logarithm of a ratio of variances: one pseudo-value per session, fit for a t bound. */
function retestValues(results: readonly ControlResult[]): Estimate[] {
  const metrics = retestedMetrics(results);
  if (metrics.length === 0) {
    const most = Math.max(...qualityMetric.options.map((metric) => pairsIn(results, metric).length));
    return Array.from({ length: most }, () => ({ value: 0, leastVariance: 0 }));
  }
  const known = results.filter((result) => metrics.some((metric) => judgedTwice(result, metric) !== null));
  const logRatio = (of: readonly ControlResult[]) => {
    const { sums, differences } = variances(of, metrics);
    return Math.log((3 * Math.max(differences, ROUNDING)) / Math.max(sums, 3 * ROUNDING));
  };
  const whole = logRatio(known);
  const values = known.map(
    (_, out) => known.length * whole - (known.length - 1) * logRatio(known.filter((_, at) => at !== out)),
  );
  // Equal pseudo-values hide how uncertain two variances are: of normal scores, 2 and 2 over the degrees of freedom.
  const equal = values.every((value) => Math.abs(value - values[0]!) < 1e-9);
  return values.map((value) => ({ value, leastVariance: equal ? 4 : 0 }));
}

/** Few sessions show no spread: a metric counts from as many as a verdict needs. */
const retestedMetrics = (results: readonly ControlResult[]): QualityMetric[] =>
  qualityMetric.options.filter((metric) => pairsIn(results, metric).length >= FEWEST_CONTROL_SESSIONS);

const pairsIn = (results: readonly ControlResult[], metric: QualityMetric): Array<[number, number]> =>
  results.flatMap((result) => {
    const pair = judgedTwice(result, metric);
    return pair === null ? [] : [pair];
  });

function retestText(results: readonly ControlResult[]): string {
  const { sums, differences } = variances(results, retestedMetrics(results));
  const between = Math.sqrt(Math.max(0, sums - differences) / 4);
  return `asked again about the same transcript, its scores vary by ${points(Math.sqrt(differences / 2))} (SD), and between sessions by ${points(between)}`;
}

const movedText: Record<Moving, (moved: number) => string> = {
  empty: (moved) => `without the narration its scores ${movedBy(moved)}`,
  shuffled: (moved) => `with shuffled turns its scores ${movedBy(moved)}`,
  injected: (moved) => `with a note to the judge in the transcript its scores ${movedBy(moved)}`,
};

const meaning: Record<Moving, string> = {
  empty: "it does not look at the narration",
  shuffled: "it does not follow the story",
  injected: "it follows the note",
};

const points = (moved: number): string => `${Math.abs(moved).toFixed(1)} points`;
const signed = (moved: number): string => `${moved >= 0.05 ? "+" : ""}${moved.toFixed(1)}`;
const movedBy = (moved: number): string =>
  moved >= 0.05 ? `rise by ${points(moved)}` : moved <= -0.05 ? `fall by ${points(moved)}` : "do not change";

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meanOf(estimates: readonly Estimate[]): { centre: number; standardError: number } {
  const centre = mean(estimates.map(({ value }) => value));
  const squares = estimates.reduce((sum, { value }) => sum + (value - centre) ** 2, 0);
  const least = mean(estimates.map(({ leastVariance }) => leastVariance));
  const variance = Math.max(squares / (estimates.length - 1), least);
  return { centre, standardError: Math.sqrt(variance / estimates.length) };
}
