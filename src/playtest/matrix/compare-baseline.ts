import type { BaselineResult, MatrixConfig, MatrixRow } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { guideFormOf } from "../agents/index.ts";
import {
  betterOf,
  compareArms,
  groups,
  judgeTogether,
  type ArmComparison,
  type MetricName,
  type Play,
} from "../compare/index.ts";
import { told } from "./told-rows.ts";
import { partnersIn } from "./baseline-partners.ts";
import type { StoredMatrix } from "./read-matrix.ts";
import { number, p, signed } from "./shown.ts";
import { whyUnpaired } from "./why-unpaired.ts";
import { outcomesOf, worseOutcomes, type RowPair } from "./worse-outcomes.ts";

type Now = Pick<StoredMatrix, "config" | "seed" | "rows">;

/** This matrix beside an earlier one: sessions of the same group, prompt and narrator are pairs. Prompts are matched by name; that their text has changed is what is tested. */
export function compareBaseline(
  before: StoredMatrix,
  now: Now,
  primary: MetricName,
  { tolerate }: { tolerate?: number } = {},
): BaselineResult {
  const partnerOf = partnersIn(told(before.rows));
  const pairs = told(now.rows).flatMap((after) => {
    const partner = partnerOf(after);
    return partner ? [{ before: partner, after }] : [];
  });
  const prompts = [...new Set(now.rows.map(({ prompt }) => prompt))].filter((prompt) =>
    before.rows.some((row) => row.prompt === prompt),
  );
  const compared = judgeTogether(
    prompts.map((prompt) =>
      comparePrompt(
        pairs.filter(({ after }) => after.prompt === prompt),
        { name: prompt, primary },
      ),
    ),
  );
  const partsNotes = [...new Set(compared.flatMap(({ parts }) => parts ?? []))];
  return {
    baseline: before.name,
    primaryMetric: primary,
    paired: pairs.length,
    notes: [
      ...unpairedNotes(before, now, pairs.length),
      ...changedNotes(before.config, now.config),
      ...partsNotes,
    ],
    prompts: compared.map(
      ({
        b: prompt,
        primary: { pairs: units, meanA, meanB, meanDifference, interval, adjusted, verdict },
      }) => ({
        prompt,
        pairs: units,
        before: meanA,
        after: meanB,
        difference: meanDifference,
        interval: interval ? { low: interval.low, high: interval.high } : null,
        p: adjusted,
        verdict,
      }),
    ),
    outcomes: outcomesOf(pairs),
    regressions: [...compared.flatMap(worseMetric), ...worseOutcomes(pairs, { tolerate })],
  };
}

/** Of some metrics more is neither better nor worse: they decide nothing, over whatever pairs. */
export const decides = (metric: MetricName): boolean => betterOf(metric) !== null;

function comparePrompt(
  pairs: readonly RowPair[],
  { name, primary }: { name: string; primary: MetricName },
): ArmComparison {
  const play = ({ story, seed, narrator, outcome, metrics }: MatrixRow): Play => ({
    pair: `${story}/${seed}/${narrator}`,
    cluster: `${story}/${seed}`,
    outcome,
    metrics,
  });
  return compareArms({
    a: { name: "before", plays: pairs.map((pair) => play(pair.before)) },
    b: { name, plays: pairs.map((pair) => play(pair.after)) },
    primary,
    thing: groups,
  });
}

const worseMetric = ({
  b: prompt,
  primary: { metric, meanA, meanB, meanDifference, adjusted, verdict },
}: ArmComparison): string[] =>
  verdict === "worse"
    ? [
        `${metric} of the prompt ${prompt} is worse: ${number(meanA!)} → ${number(meanB!)} (${signed(meanDifference)}, p ${p(adjusted)}).`,
      ]
    : [];

function unpairedNotes(before: StoredMatrix, now: Now, paired: number): string[] {
  const why = whyUnpaired(
    { ...before, called: "the baseline" },
    { ...now, called: "this matrix" },
    { paired, by: ["story", "prompt", "narrator"] },
  );
  if (paired === now.rows.length || (paired === 0 && why.length > 0)) return why;
  return [
    ...why,
    `${now.rows.length - paired} of ${counted(now.rows.length, "session")} could not be paired, and ${before.rows.length - paired} of the baseline's ${before.rows.length}: no partner, not played to the end, or broken by players.`,
  ];
}

/** What else is not as it was: a difference may come from there. */
function changedNotes(first: MatrixConfig, second: MatrixConfig): string[] {
  const [before, now] = [first, second].map((config) => ({
    ...config,
    guide: guideFormOf({ guideForm: config.guide }),
  })) as [MatrixConfig, MatrixConfig];
  const names = [
    "judge",
    "observer",
    "classifier",
    "playerModel",
    "maxTurnsPerSession",
    "variation",
    "guide",
  ] as const;
  const changed = names.filter((name) => before[name] !== now[name]);
  return changed.length === 0
    ? []
    : [
        `Not only the prompt may have changed: ${changed.map((name) => `${name} was ${before[name] ?? "not set"} and is ${now[name] ?? "not set"}`).join("; ")}.`,
      ];
}
