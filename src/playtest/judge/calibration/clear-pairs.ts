/** A judge's and people's scores of the same sessions, in pairs that people put clearly apart. */
import { qualityMetric, type JudgeVerdict, type Label } from "../../../contract/index.ts";
import { fewestSeparate, orderAgreement, type OrderAgreement } from "../../../kernel/stats/index.ts";

/** Closer sessions are a matter of taste: two people would order them differently. */
export const APART = 2;
/** The lower end of the share of clear pairs that a usable judge orders as people do. */
export const LEAST_SHARE = 0.75;
export const FEWEST_SEPARATE = fewestSeparate(LEAST_SHARE);

/** `people` and `judge`: the mean of the metrics that both scored. */
export type ComparedSession = {
  dir: string;
  sessionId: string;
  verdict: JudgeVerdict;
  people: number;
  judge: number;
};

/** A metric's score by people is their mean. Undefined: no metric has both scores. */
export function bothScores(
  { scores }: Pick<JudgeVerdict, "scores">,
  opinions: ReadonlyMap<string, Label["scores"]>,
): { people: number; judge: number } | undefined {
  const both = qualityMetric.options.flatMap((metric) => {
    const people = [...opinions.values()].flatMap((scored) => scored[metric] ?? []);
    const judge = scores[metric].score;
    return judge === null || people.length === 0 ? [] : [{ people: mean(people), judge }];
  });
  if (both.length === 0) return undefined;
  return { people: mean(both.map(({ people }) => people)), judge: mean(both.map(({ judge }) => judge)) };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

type Scores = Pick<ComparedSession, "people" | "judge">;

export const orderOf = (sessions: readonly Scores[]): OrderAgreement =>
  orderAgreement(
    sessions.map(({ people, judge }) => ({ reference: people, rating: judge })),
    { apart: APART },
  );

export const ordersAsPeople = ({ separate, low }: Pick<OrderAgreement, "separate" | "low">): boolean =>
  separate >= FEWEST_SEPARATE && low !== null && low >= LEAST_SHARE;
