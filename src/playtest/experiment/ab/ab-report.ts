/** The result of an A/B test, in its files and in words. */
import {
  formatVersion,
  type AbDecision,
  type AbNoise,
  type AbPair,
  type AbPlan,
  type LostCalls,
  type NoteCount,
} from "../../../contract/index.ts";
import { countedLostText, spentText, type Spent } from "../../../kernel/journal/index.ts";
import { counted, inline, markdownTable, signed } from "../../../kernel/report/index.ts";
import { fewestPairs, minimumDetectable } from "../../../kernel/stats/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import { armNotes, armRows, columns, columnsOf, type ArmComparison } from "../../compare/index.ts";
import { capText, howNear } from "./ab-power.ts";
import { answerReport, type ExperimentFiles } from "../experiment-report.ts";

export const AB_RESULT = "ab.json";

export type AbRun = {
  decision: AbDecision;
  pairs: AbPair[];
  /** Every metric, over the pairs that the decision uses. Null: no pair was played. */
  comparison: ArmComparison | null;
  /** Null: no noise floor was planned. */
  noise: AbNoise | null;
  spent: Spent;
  /** Calls missing from the journals of its replays. */
  lost: LostCalls[];
  /** Over all replays. */
  notes: NoteCount[];
  endedBy?: HarnessError;
};

/** The verdict in one sentence: the test, its evidence, and wins, ties and means. */
export function winnerLine(
  {
    a,
    b,
    metric,
    untilDecided,
  }: Pick<AbPlan, "metric" | "untilDecided"> & Record<"a" | "b", { label: string }>,
  { decision }: Pick<AbRun, "decision">,
): string {
  const { winner, tested, why, unit, betterMean, winShare } = decision;
  const wins = winsText(decision);
  const mean = meanText(decision, untilDecided);
  if (winner === null) return `No winner in ${metric}: ${[why, ...wins, ...mean].join("; ")}.`;
  const [label, other] = winner === "a" ? [`A (${a.label})`, "B"] : [`B (${b.label})`, "A"];
  if (tested === "wins") {
    const against = betterMean && betterMean !== winner ? `, although ${other} has the better mean` : "";
    return `${label} wins more ${unit}s than ${other} in ${metric}${against} (the test compares win chances, not means): ${[why, ...wins, ...mean].join("; ")}.`;
  }
  const most = winShare == null || winShare === 0.5 ? null : winShare > 0.5 ? "b" : "a";
  const against = most !== null && most !== winner ? `, although ${other} won more ${unit}s` : "";
  return `${label} has a better mean than ${other} in ${metric}${against} (the test compares means, not win chances): ${[why, ...mean, ...wins].join("; ")}.`;
}

function winsText({ checkpoints, wins, ties, missing, unit }: AbDecision): string[] {
  const won = checkpoints ?? { ...wins, ties, missing };
  const told = won.a + won.b;
  const units = told + won.ties + won.missing;
  if (units === 0) return [];
  const most = Math.max(won.a, won.b);
  return [
    told === 0
      ? `no ${unit} has a winner`
      : won.a === won.b
        ? `each arm won ${counted(won.a, unit)}`
        : `${won.b > won.a ? "B" : "A"} won ${most} of ${counted(told, unit)} with a winner (${percent(most / told)})`,
    `${won.ties} of ${counted(units, unit)} tied (${percent(won.ties / units)})`,
    ...(won.missing > 0
      ? [`${won.missing} of ${counted(units, unit)} without a score (${percent(won.missing / units)})`]
      : []),
  ];
}

const meanText = (
  { meanDifference, interval, crashed, pairsScored }: AbDecision,
  untilDecided: boolean,
): string[] =>
  meanDifference === null
    ? []
    : [
        `mean difference B − A ${signed(meanDifference, shown)}${crashed.a + crashed.b > 0 && pairsScored !== undefined ? ` over the ${counted(pairsScored, "pair")} in which neither crashed` : ""}${interval ? ` (${percent(interval.level)} interval ${signed(interval.low, shown)} to ${signed(interval.high, shown)}${untilDecided ? ", not adjusted for stopping early" : ""})` : ""}`,
      ];

export function abLines(
  plan: AbPlan,
  {
    decision,
    noise,
    comparison,
    spent,
    lost,
  }: Pick<AbRun, "decision" | "noise" | "comparison" | "spent" | "lost">,
): string[] {
  const { wins, ties, missing, crashed, pairsUsed, eValue, meanDifference, checkpoints } = decision;
  return [
    ...(plan.aa ? ["A and B are identical (--aa): any difference is chance."] : []),
    `A is ${plan.a.label}; B is ${plan.b.label}. ${counted(plan.turns, "turn")} each${comparison ? `, ${comparison.speaksFor}` : ""}.`,
    `${counted(pairsUsed, "pair")} used: A won ${wins.a}, B won ${wins.b}, ${counted(ties, "tie")}, ${missing} missing; crashed: A ${crashed.a}, B ${crashed.b}.${checkpoints === null ? "" : ` Each checkpoint counts once: A won ${checkpoints.a}, B won ${checkpoints.b}, ${counted(checkpoints.ties, "tie")}, ${checkpoints.missing} missing.`} E-value ${shown(eValue)}.`,
    ...seenLines(plan, decision, comparison),
    ...nearLines(plan, decision),
    ...(noise
      ? noiseLines(plan, noise, meanDifference)
      : ["No noise floor was measured, so the metric's variation without any change is unknown."]),
    `Cost: ${spentText(spent)}.`,
    ...lost.map(countedLostText),
  ];
}

/** If nothing was found: the difference that would have been detected, given the observed spread. */
function seenLines(
  { metric, alpha }: AbPlan,
  { verdict, unit }: AbRun["decision"],
  comparison: ArmComparison | null,
): string[] {
  if (verdict !== "no difference found" || comparison === null) return [];
  const { pairs, ties, meanDifference, effectSize } = comparison.primary;
  if (pairs > 0 && ties === pairs)
    return [
      `A difference may still exist: ${counted(fewestPairs({ alpha }), unit)} all in one direction would have been significant.`,
    ];
  const least = minimumDetectable({ pairs, alpha });
  if (least === null || !meanDifference || !effectSize) return [];
  return [
    `A difference may still exist: given the spread between these ${unit}s, a true difference of ${shown(least * Math.abs(meanDifference / effectSize))} in ${metric} would be detected with 80 % power.`,
  ];
}

/** A test that ran out of pairs or budget before it was decided. */
function nearLines(plan: AbPlan, decision: AbRun["decision"]): string[] {
  const near = howNear(plan, decision);
  if (near === null) return [];
  const { ahead, eValue, needed, unit, atBest, canGoOn, allTied } = near;
  if (allTied)
    return [
      `All ${decision.pairsUsed} pairs tied: A and B do the same in ${plan.metric}, and more pairs would hardly change that. Compare other arms, or choose another --metric.`,
    ];
  const { a, b } = decision.checkpoints ?? decision.wins;
  const score =
    ahead === null
      ? `${a} : ${b}, tied`
      : `${ahead.toUpperCase()} is ahead, ${Math.max(a, b)} : ${Math.min(a, b)}`;
  return [
    `Progress: ${score}; the E-value is ${shown(eValue)} and needs ${shown(needed)}. That takes at least ${counted(atBest, `more ${unit}`)}, all won by ${ahead === null ? "one arm" : ahead.toUpperCase()}.${canGoOn ? " The test can be resumed with more pairs (--times)." : " A decision needs more checkpoints: the share of each was fixed at the start."}`,
    capText(plan),
  ];
}

function noiseLines(
  { metric, noise: { dice, repeats }, times, judge, untilDecided }: AbPlan,
  { floor, realDifference, realInterval, missing }: AbNoise,
  difference: number | null,
): string[] {
  const part = ({ spread, negative, df, interval }: AbNoise["floor"]["rejudging"]) =>
    spread === null
      ? "unknown"
      : `${shown(spread)} (${[...(negative ? ["too small to measure"] : []), ...(interval ? [`95 % interval ${shown(interval.low)} to ${shown(interval.high)}`] : []), `${counted(df, "degree")} of freedom`].join(", ")})`;
  const small = realDifference !== null && difference !== null && Math.abs(difference) < realDifference;
  const { scores, mean, betweenDice, withinDice, rejudging } = floor;
  if (betweenDice.spread === 0 && withinDice.spread === 0 && !rejudging.spread)
    return [
      `Noise floor, from the first checkpoint unchanged: ${counted(scores, "replay")} showed no variation${mean === null ? "" : ` (${metric} ${shown(mean)})`}; too few to rule it out.`,
      SINGLE_DIFFERENCE,
    ];
  return [
    `Noise floor, from the first checkpoint unchanged (${counted(dice, "set")} of dice, ${counted(repeats, "time")} each${missing > 0 ? `; ${missing} without a score` : ""}): mean ${floor.mean === null ? "-" : shown(floor.mean)}; spread between dice ${part(floor.betweenDice)}, within the same dice ${part(floor.withinDice)}${judge === undefined ? "" : `, of judging again ${part(floor.rejudging)}`}.`,
    // Embedded models, and others without randomness of their own.
    isStill(floor)
      ? `The same dice gave the same score each time. ${SINGLE_DIFFERENCE}`
      : realDifference === null
        ? `It does not show how large a real difference in ${metric} would be.`
        : `With ${untilDecided ? "up to " : ""}${counted(times, "pair")} a difference of ${shown(realDifference)} or more in ${metric} would be detected with 80 % power${realInterval ? `; 95 % confidence interval of this threshold: ${shown(realInterval.low)} to ${shown(realInterval.high)}` : ""}${small ? "; the observed difference is smaller" : ""}.`,
  ];
}

const SINGLE_DIFFERENCE =
  "A single difference may still be chance: another wording leads to another course of events. Play several pairs.";

const isStill = ({ withinDice, rejudging }: AbNoise["floor"]): boolean =>
  withinDice.spread === 0 && !rejudging.spread;

/** `ab.json` and `report.md`. */
export function abFiles(run: AbRun, { dir, plan }: { dir: string; plan: AbPlan }): ExperimentFiles {
  const { endedBy, ...found } = run;
  const pinned = { ...plan, a: { label: plan.a.label }, b: { label: plan.b.label } };
  return {
    result: `${JSON.stringify({ version: formatVersion, dir, plan: pinned, says: winnerLine(plan, run), ...found, near: howNear(plan, run.decision), endedBy: endedBy?.message ?? null }, null, 2)}\n`,
    report: abReport(plan, run),
  };
}

export function abReport(plan: AbPlan, run: AbRun): string {
  const { comparison, pairs, endedBy, decision, notes } = run;
  return answerReport({
    title: "A/B Report",
    embedded: plan.embedded,
    answer: winnerLine(plan, run),
    facts: abLines(plan, run),
    endedBy: endedBy?.message ?? null,
    notes,
    sections: [
      ...(comparison
        ? [
            "## All metrics",
            `Over the ${counted(decision.pairsUsed, "pair")} used for the decision.`,
            ...tableOf(comparison, plan),
          ]
        : []),
      "## Pairs",
      markdownTable(
        ["pair", "checkpoint", "dice", "A", "B", "won"],
        pairs.map(({ index, checkpoint, replicate, a, b, crashed, won }) => [
          `${index + 1}${index >= decision.pairsUsed ? " (after the decision)" : ""}`,
          `${inline(plan.checkpoints[checkpoint]!.sessionId)} turn ${plan.checkpoints[checkpoint]!.turn}`,
          String(replicate),
          cell(a, crashed.includes("a")),
          cell(b, crashed.includes("b")),
          won === "a" ? "A" : won === "b" ? "B" : won,
        ]),
      ),
    ],
  });
}

/** The test columns, left out if nothing may be tested: with --until-decided, and before all pairs are played. */
const TESTED: ReadonlySet<string> = new Set(["95 % interval", "p", "verdict"]);
export function comparisonTable(
  comparison: ArmComparison,
  { untilDecided }: Pick<AbPlan, "untilDecided">,
): { head: string[]; rows: string[][]; notes: string[] } {
  const tested = comparison.primary.verdict !== null;
  const kept = columns.map((_, at) => at).filter((at) => tested || !TESTED.has(columns[at]!));
  const why = untilDecided
    ? "With --until-decided the only test is the E-value. The other differences are shown without p-values."
    : "The test runs once, when all pairs are played. Until then the differences are shown without p-values.";
  const notes = tested ? armNotes(comparison) : [why];
  return {
    head: kept.map((at) => columnsOf(comparison)[at]!),
    rows: armRows(comparison).map((cells) => kept.map((at) => cells[at]!)),
    notes,
  };
}

function tableOf(comparison: ArmComparison, plan: AbPlan): string[] {
  const { head, rows, notes } = comparisonTable(comparison, plan);
  return [
    markdownTable(
      head,
      rows.map((cells) => cells.map(inline)),
    ),
    notes.map(inline).join("\n\n"),
  ];
}

const cell = (value: number | null, crashed: boolean): string =>
  crashed ? "crashed" : value === null ? "missing" : shown(value);
const shown = (value: number): string =>
  Math.abs(value) >= 1e6 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
