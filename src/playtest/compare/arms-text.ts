import { counted, pText, rounded, shownP, signed } from "../../kernel/report/index.ts";
import { FEWEST_PAIRS, leastP, mcnemar, minimumDetectable } from "../../kernel/stats/index.ts";
import type { ArmComparison, Completion, MetricComparison } from "./arm-comparison.ts";

export function headline(comparison: ArmComparison): string {
  const {
    a,
    b,
    paired,
    unpaired = [],
    pairedBy,
    primary,
    speaksFor,
    note,
    chosenNow,
    withheld = [],
  } = comparison;
  const { meanA, meanB, meanDifference, adjusted: p } = primary;
  const metric = chosenNow === undefined ? primary.metric : `${primary.metric} (post hoc; ${chosenNow})`;
  const ofFamily = chosenNow === undefined ? "primary" : "others";
  const tests = comparison.families[ofFamily];
  const beside = counted(comparison.testable[ofFamily], chosenNow === undefined ? "comparison" : "test");
  if (paired === 0)
    return `Nothing to compare: ${b} and ${a} have no pairs (same group or checkpoint, same dice).${unpaired.map((why) => ` ${why}`).join("")}`;
  const means = `${shown(meanA)} → ${shown(meanB)}${meanDifference === null ? "" : `, ${difference(meanDifference)}`} over ${unitsOf(primary, pairedBy)}`;
  if (withheld.length > 0)
    return `No verdict (${withheld.join("; ")}) on ${b} against ${a} in ${primary.metric}: ${means}.`;
  if (primary.replicates === 0)
    return `Nothing to compare in ${metric}: ${b} and ${a} have ${counted(paired, "pair")}, but none with a value on both sides.`;
  if (note !== undefined)
    return `Insufficient evidence, ${speaksFor}, that ${b} differs from ${a} in ${metric}: ${note}.`;
  if (primary.verdict === "insufficient evidence" || meanDifference === null)
    return `Insufficient evidence, ${speaksFor}, that ${b} differs from ${a} in ${metric}: ${enough(primary, { beside, pairedBy })}.`;
  const numbers = `${means}${p === null ? "" : `, ${pText(p)}`}`;
  if (primary.verdict === null) return `${metric}, ${speaksFor}: ${numbers}. Neither direction is better.`;
  if (primary.verdict === "no difference found")
    return `No difference found in ${metric}, ${speaksFor}: ${b} against ${a}, ${numbers}. A difference may still exist${detectable(primary, tests)}.`;
  return `${b} is ${primary.verdict} than ${a} in ${metric}, ${speaksFor}: ${numbers}.`;
}

/** The minimum detectable difference, by the observed spread. */
function detectable({ pairs, meanDifference, effectSize, metric }: MetricComparison, tests: number): string {
  const least = minimumDetectable({ pairs, alpha: 0.05 / Math.max(1, tests) });
  if (least === null || !meanDifference || !effectSize) return "";
  return `: a true difference of ${shown(least * Math.abs(meanDifference / effectSize))} in ${metric} would be detected with 80 % power`;
}

const enough = (
  compared: MetricComparison,
  { beside, pairedBy }: { beside: string } & Pick<ArmComparison, "pairedBy">,
): string =>
  compared.pairs < FEWEST_PAIRS
    ? `${unitsOf(compared, pairedBy)} ${compared.pairs === 1 ? "is" : "are"} too few (at least ${FEWEST_PAIRS} needed)`
    : `${unitsOf(compared, pairedBy)} cannot be significant after correction for ${beside}`;

/** What a test counts: pairs, or checkpoints where the pairs of each were averaged. */
const unitOf = (
  { pairs, replicates }: MetricComparison,
  pairedBy: ArmComparison["pairedBy"],
): "pair" | "checkpoint" => (pairedBy === "checkpoint" && replicates > pairs ? "checkpoint" : "pair");

function unitsOf(compared: MetricComparison, pairedBy: ArmComparison["pairedBy"]): string {
  const { pairs, replicates } = compared;
  const units = counted(pairs, unitOf(compared, pairedBy));
  if (replicates === pairs) return units;
  return `${units} (averages of ${counted(replicates, pairedBy === "checkpoint" ? "pair" : "paired session")})`;
}

export const columns = [
  "metric",
  "A",
  "B",
  "B − A",
  "95 % interval",
  "effect",
  "pairs",
  "ties",
  "missing",
  "p",
  "verdict",
] as const;

/** The columns of one comparison: what is counted has its name. */
export const columnsOf = ({ primary, pairedBy }: Pick<ArmComparison, "primary" | "pairedBy">): string[] =>
  columns.map((column) => (column === "pairs" ? `${unitOf(primary, pairedBy)}s` : column));

/** The same with the arms' names: sessions also have letters, so an A would be ambiguous. */
export function namedColumns(comparison: Pick<ArmComparison, "a" | "b" | "primary" | "pairedBy">): string[] {
  const { a, b } = comparison;
  const names =
    a.split(" ")[0] === b.split(" ")[0] && a.includes(" ") && b.includes(" ")
      ? [a, b].map((name) => name.slice(name.indexOf(" ") + 1))
      : [a, b];
  const [first, second] = names.map((name) => (name.length > WIDEST ? `…${name.slice(1 - WIDEST)}` : name));
  return columnsOf(comparison).map(
    (column) => ({ A: first!, B: second!, "B − A": "difference" })[column] ?? column,
  );
}
/** Names are cut at the front: they differ at the end. */
const WIDEST = 26;

/** One row per metric, the primary first. */
export function armRows({ primary, others, completed }: ArmComparison): string[][] {
  return [
    ...[primary, ...others].map((each, index) => metricRow(each, index === 0)),
    completionRow(completed),
  ];
}

function metricRow(
  {
    metric,
    meanA,
    meanB,
    meanDifference,
    interval,
    effectSize,
    pairs,
    ties,
    missing,
    adjusted,
    verdict,
  }: MetricComparison,
  isPrimary: boolean,
): string[] {
  return [
    `${metric}${isPrimary ? " (primary)" : ""}`,
    shown(meanA),
    shown(meanB),
    meanDifference === null ? "-" : difference(meanDifference),
    interval ? `${difference(interval.low)} to ${difference(interval.high)}` : "-",
    effectSize === null ? "-" : effectSize.toFixed(2),
    String(pairs),
    String(ties),
    String(missing),
    adjusted === null ? "-" : shownP(adjusted),
    verdict ?? "",
  ];
}

const completionRow = ({ pairs, missing, passedA, passedB, adjusted: p, verdict }: Completion): string[] => [
  "story completed",
  percent(passedA),
  percent(passedB),
  passedA === null || passedB === null ? "-" : `${difference(100 * (passedB - passedA))} points`,
  "-",
  "-",
  String(pairs),
  "-",
  String(missing),
  p === null ? "-" : shownP(p),
  verdict,
];

/** What the table leaves unsaid. */
export function armNotes(comparison: ArmComparison): string[] {
  const {
    a,
    b,
    alone,
    paired,
    unpaired = [],
    speaksFor,
    primary,
    families,
    note,
    withheld = [],
    settings = [],
    parts,
  } = comparison;
  return [
    `${b} against ${a}: ${pairsText(comparison)}${primary.missing > 0 ? `, ${primary.missing} without ${primary.metric}` : ""}${primary.replicates === 0 ? "" : `; results hold ${speaksFor}`}. ${pairMeans(comparison)}`,
    ...(note === undefined ? [] : [`${note}.`]),
    ...(parts === undefined ? [] : [parts]),
    ...(settings.length === 0
      ? []
      : [
          `Settings differ (${a} first): ${settings.join(", ")}. ${settings.length === 1 ? "This" : "Each of these"} may cause a difference.`,
        ]),
    ...(alone.a + alone.b > 0
      ? [
          `Unpaired sessions, left out: ${alone.a} of ${a}, ${alone.b} of ${b}.${paired === 0 ? "" : unpaired.map((why) => ` ${why}`).join("")}`,
        ]
      : []),
    ...(withheld.length > 0 ? [] : completionNote(comparison)),
    `${howTested(comparison)} A test needs at least 6 ${unitOf(primary, comparison.pairedBy)}s. Intervals are 95 % confidence intervals from the same test; there is none if all ${unitOf(primary, comparison.pairedBy)}s differ by the same amount.${Math.max(families.primary, families.others) > 1 && withheld.length === 0 ? " Intervals are not corrected for multiple comparisons but p is, so an interval without 0 can go with no difference found." : ""}`,
  ];
}

const pairsText = ({ pairedBy, paired, clusters }: ArmComparison): string =>
  pairedBy === "checkpoint"
    ? `${counted(paired, "pair")} from ${counted(clusters, "checkpoint")}`
    : paired === clusters
      ? counted(paired, "pair")
      : `${counted(clusters, "pair")} (averages of ${counted(paired, "paired session")})`;

/** The definition of a pair, once for each table. */
const pairMeans = ({ pairedBy, primary }: ArmComparison): string =>
  pairedBy === "group"
    ? "A pair is the same group of players on both sides."
    : `A pair is the same checkpoint and dice on both sides${unitOf(primary, pairedBy) === "checkpoint" ? "; each checkpoint counts once, with the mean of its pairs" : ""}.`;

function howTested({
  primary: { metric, method },
  families,
  chosenNow,
  unplanned,
  withheld = [],
}: ArmComparison): string {
  if (withheld.length > 0)
    return `Nothing is tested (${withheld.join("; ")}).${chosenNow === undefined ? "" : ` ${metric} was chosen post hoc; ${chosenNow}.`}`;
  if (chosenNow !== undefined)
    return `${metric} was chosen post hoc; ${chosenNow}. Its p-value has Holm's correction over all ${families.others} tests (${method}).`;
  const alike =
    families.primary > 1
      ? `tested with Holm's correction over ${families.primary} comparisons`
      : "tested alone";
  return `${metric} ${unplanned ? `is ${alike}, which is valid only if it was chosen before seeing results` : `is pre-registered and ${alike}`} (${method})${families.others > 0 ? `; the other p-values have Holm's correction over ${families.others}` : ""}.`;
}

export const shownNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : rounded(value, Math.abs(value) < 10 ? 2 : 1);
const shown = (value: number | null): string => (value === null ? "-" : shownNumber(value));
const difference = (value: number): string => signed(value, shown);
const percent = (share: number | null): string => (share === null ? "-" : `${Math.round(100 * share)} %`);

const ALPHA = 0.05;

/** Whether the pairs of a pass/fail row could have shown anything, and how much. */
function completionNote({ completed, families, testable }: ArmComparison): string[] {
  const { pairs, differ, verdict, method, adjusted } = completed;
  const beside = (others: number) =>
    others > 0 ? ` after correction for ${counted(others, "other test")}` : "";
  if (verdict === "insufficient evidence" && pairs >= FEWEST_PAIRS)
    return [
      `Completed stories: ${counted(pairs, "pair")} cannot be significant${beside(testable.others - 1)}.`,
    ];
  if (verdict !== "no difference found" || method !== "exact McNemar") return [];
  const tests = families.others + (adjusted === null ? 1 : 0);
  const telling = leastP(differ) * tests <= ALPHA;
  const least = Math.ceil((100 * leastGap({ pairs, differ: telling ? differ : 0, tests })) / pairs);
  return [
    `Completed stories: with ${telling ? `${differ} of ${counted(pairs, "pair")} that differ` : counted(pairs, "pair")}, a difference under ${counted(least, "percentage point")} cannot be significant${beside(tests - 1)}.`,
  ];
}

/**
 * The smallest difference in completion that McNemar's test could detect, given how many pairs differ; if none, the
 * number of pairs it would need.
 */
function leastGap({ pairs, differ, tests }: { pairs: number; differ: number; tests: number }): number {
  if (differ === 0) {
    let few = 1;
    while (few < pairs && leastP(few) * tests > ALPHA) few++;
    return few;
  }
  let against = 0;
  while (mcnemar(against + 1, differ - against - 1) * tests <= ALPHA) against++;
  return differ - 2 * against;
}
