/** Compares a matrix with an earlier one: whether a prompt got worse, and whether sessions end worse. */
import type { BaselineResult, MatrixConfig, MatrixRow } from "../../../../contract/index.ts";
import { counted, pText } from "../../../../kernel/report/index.ts";
import { guideFormOf } from "../../../agents/index.ts";
import {
  compareArms,
  groups,
  higherIsBetter,
  judgeTogether,
  type ArmComparison,
  type MetricName,
  type Play,
} from "../../../compare/index.ts";
import { comparable } from "../matrix-rows.ts";
import { findingChanges } from "./finding-changes.ts";
import { moreGroups } from "./more-groups.ts";
import { partnersIn, whyUnpaired } from "./session-partners.ts";
import type { StoredMatrix } from "../matrix-result-file.ts";
import { metricLabel, number, signed } from "../report/comparison-sections.ts";
import { fewestPairs, leastP } from "../../../../kernel/stats/index.ts";
import { whyNotComparable } from "./compare-matrices.ts";
import {
  canAlarm,
  fewestGroups,
  outcomesOf,
  testOutcomes,
  worseOutcomes,
  type GateOptions,
  type RowPair,
} from "./baseline-outcomes.ts";

type Now = Pick<StoredMatrix, "config" | "seed" | "rows" | "weights">;

/**
 * The gate's 5 % are split: 3.8 for sessions that end worse, which has the smaller numbers, and 1.2 for a worse metric. Its p is
 * two-sided but counts in one direction only, hence twice 1.2.
 */
export const ALPHA_OF_METRIC = 2 * 0.012;

/** Pairs are sessions of the same group, prompt and narrator. Prompts are matched by name: a change of their text is what is tested. */
export function compareBaseline(
  before: StoredMatrix,
  now: Now,
  primary: MetricName,
  gate: GateOptions = {},
): BaselineResult {
  const partnerOf = partnersIn(comparable(before.rows));
  const pairs = comparable(now.rows).flatMap((after) => {
    const partner = partnerOf(after);
    return partner ? [{ before: partner, after }] : [];
  });
  const prompts = [...new Set(now.rows.map(({ prompt }) => prompt))].filter((prompt) =>
    before.rows.some((row) => row.prompt === prompt),
  );
  const withheld = whyNotComparable(before, { ...now, name: "this matrix" }, primary);
  const ofPrompt = (prompt: string) => pairs.filter(({ after }) => after.prompt === prompt);
  const compared = judgeTogether(
    prompts.map((prompt) => comparePrompt(ofPrompt(prompt), { name: prompt, primary, withheld })),
    ALPHA_OF_METRIC,
  );
  const outcomeTests =
    withheld.length > 0
      ? []
      : testOutcomes(
          prompts.map((prompt) => ({ prompt, pairs: ofPrompt(prompt) })),
          { before: comparable(before.rows), now: now.rows },
        );
  const tested = new Set(pairs.map(({ after }) => after.prompt)).size;
  const regressions =
    withheld.length > 0
      ? []
      : [...compared.flatMap(worseMetric), ...worseOutcomes(pairs, outcomeTests, gate)];
  const notJudged =
    withheld.length > 0 || pairs.length === 0
      ? []
      : [
          ...compared.flatMap((each) => untestedLoss(each, { prompts: tested, strict: gate.strict })),
          ...(gate.strict && !canAlarm(outcomeTests) && regressions.length === 0
            ? untestedOutcomes(pairs, { compared, tolerate: gate.tolerate, prompts: tested })
            : []),
        ];
  return {
    baseline: before.name,
    primaryMetric: primary,
    paired: pairs.length,
    notes: [
      ...unpairedNotes(before, now, pairs.length),
      ...changedNotes(before.config, now.config),
      ...new Set(compared.flatMap(({ parts }) => parts ?? [])),
    ],
    prompts: compared.map(
      ({
        b: prompt,
        primary: {
          pairs: units,
          ties,
          meanA,
          meanB,
          meanDifference,
          effectSize,
          interval,
          adjusted,
          verdict,
        },
      }) => {
        const outcomeTest = outcomeTests.find((each) => each.prompt === prompt)?.test;
        return {
          prompt,
          pairs: units,
          differ: units - ties,
          before: meanA,
          after: meanB,
          difference: meanDifference,
          interval: interval ? { low: interval.low, high: interval.high } : null,
          p: adjusted,
          verdict,
          ...(isOpen(verdict) && {
            more: moreGroups({ pairs: units, effectSize, alpha: ALPHA_OF_METRIC, comparisons: tested || 1 }),
          }),
          ...(outcomeTest && { outcomeTest }),
        };
      },
    ),
    ...(withheld.length === 0 && { findings: findingChanges(pairs, prompts) }),
    outcomes: outcomesOf(pairs),
    needs: needsOf(tested),
    ...(withheld.length > 0 && { withheld }),
    testable: withheld.length === 0 && (gate.strict === true || canAlarm(outcomeTests)),
    regressions,
    ...(notJudged.length > 0 && { notJudged }),
    ...(compared.some(({ parts }) => parts !== undefined) && { sharedParts: true }),
  };
}

const isOpen = (verdict: string | null): boolean =>
  verdict === "no difference found" || verdict === "insufficient evidence";

/** All pairs worse is at most this likely by chance, or it is not a reason to fail. */
const MOST_BY_CHANCE = 0.05;

/** Too few pairs for a test: with `strict` a worse mean is a reason to fail, otherwise only if every pair is worse. */
function untestedLoss(
  { b: prompt, parts, primary }: ArmComparison,
  { prompts, strict = false }: { prompts: number; strict?: boolean },
): string[] {
  const { metric, pairs, higher, lower, meanA, meanB, meanDifference, verdict } = primary;
  const needs = needsOf(prompts);
  const up = higherIsBetter(metric);
  const fell = meanDifference !== null && meanDifference !== 0 && meanDifference < 0 === up;
  const allFell = (up ? lower : higher) === pairs && (prompts * leastP(pairs)) / 2 <= MOST_BY_CHANCE;
  return pairs < needs.pairs && verdict !== "worse" && fell && (strict || allFell)
    ? [
        `${metricLabel(metric, parts !== undefined)} of the prompt ${prompt} is worse, ${number(meanA!)} → ${number(meanB!)} over ${counted(pairs, "pair")}, too few to test (at least ${needs.pairs} needed).`,
      ]
    : [];
}

/** Too few groups to test how sessions end: more bad ends fail, and so does a matrix without any value to compare. */
function untestedOutcomes(
  pairs: readonly RowPair[],
  {
    compared,
    tolerate = 0,
    prompts,
  }: { compared: readonly ArmComparison[]; tolerate?: number; prompts: number },
): string[] {
  const { before, after } = outcomesOf(pairs);
  const [bad, now] = [before.failed + before.timeout, after.failed + after.timeout];
  const few = `too few groups to test (at least ${needsOf(prompts).groups} needed)`;
  return [
    ...(now > bad + tolerate
      ? [
          `More sessions failed or ran out of turns, ${bad} before, ${now} now, of ${counted(pairs.length, "paired session")}, ${few}.`,
        ]
      : []),
    ...(compared.every(({ primary }) => primary.meanDifference === null)
      ? [
          `No pair has a value of ${compared[0]!.primary.metric} on both sides, and there are ${few} how sessions end.`,
        ]
      : []),
  ];
}

/** With fewer groups or pairs than these, no result is significant. */
export const needsOf = (prompts: number): NonNullable<BaselineResult["needs"]> => ({
  alphaOfMetric: ALPHA_OF_METRIC,
  pairs: fewestPairs({ alpha: ALPHA_OF_METRIC, tests: Math.max(1, prompts) }),
  groups: fewestGroups(Math.max(1, prompts)),
});

function comparePrompt(
  pairs: readonly RowPair[],
  { name, primary, withheld }: { name: string; primary: MetricName; withheld: readonly string[] },
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
    circumstances: { withheld },
  });
}

const worseMetric = ({
  b: prompt,
  parts,
  primary: { metric, meanA, meanB, meanDifference, adjusted, verdict },
}: ArmComparison): string[] =>
  verdict === "worse"
    ? [
        `${metricLabel(metric, parts !== undefined)} of the prompt ${prompt} is worse: ${number(meanA!)} → ${number(meanB!)} (${signed(meanDifference)}, ${pText(adjusted!)}).`,
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
    `${now.rows.length - paired} of ${counted(now.rows.length, "session")} could not be paired, and ${before.rows.length - paired} of the baseline's ${before.rows.length}: no partner, or not played to the end.`,
  ];
}

/** Other settings that changed: a difference may come from them. */
function changedNotes(first: MatrixConfig, second: MatrixConfig): string[] {
  const [before, now] = [first, second].map((config) => ({
    ...config,
    guide: guideFormOf({ guideForm: config.guide }),
  })) as [MatrixConfig, MatrixConfig];
  const names = ["judge", "observer", "classifier", "playerModel", "variation", "guide"] as const;
  const changed = names.filter((name) => before[name] !== now[name]);
  return changed.length === 0
    ? []
    : [
        `Settings have changed, not only the prompt: ${changed.map((name) => `${name} was ${before[name] ?? "not set"} and is ${now[name] ?? "not set"}`).join("; ")}.`,
      ];
}
