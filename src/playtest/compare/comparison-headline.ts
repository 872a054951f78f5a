/** A comparison of two arms in one sentence: the same words in terminal, report, comment and page. */
import type { ArmComparison, Cause } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { shownNumber } from "../../kernel/verdict-words/index.ts";
import { fewestGroups } from "./compare-arms.ts";

export function comparisonHeadline(
  comparison: ArmComparison,
  { beside = 1 }: { beside?: number } = {},
): string {
  const { a, b, result, groups } = comparison;
  switch (result) {
    case "better":
    case "worse":
      return (
        `${b} is ${result} than ${a} by ${sizeText(comparison)}, ` +
        `in ${comparison[result]} of ${counted(groups, "group")}${becauseText(comparison.because)}.`
      );
    case "no difference found":
      if (comparison.equal === groups) return `${b} and ${a} scored the same in all ${groups} groups.`;
      return `No difference found between ${b} and ${a}${usually(comparison)}.`;
    case "too few groups":
      return `Too few groups to compare ${b} with ${a}: ${groups} of at least ${fewestGroups(beside)}.`;
  }
}

/** "30 points (25 to 35)". The interval is read in the direction of the difference. */
function sizeText({ difference, interval }: ArmComparison): string {
  const size = inPoints(Math.abs(difference!));
  if (interval === null) return size;
  const [low, high] = difference! < 0 ? [-interval.high, -interval.low] : [interval.low, interval.high];
  return `${size} (${shownNumber(low)} to ${shownNumber(high)})`;
}

/** ", because of forced segues (135 against 0)". */
function becauseText(causes: readonly Cause[]): string {
  const [first] = causes;
  if (!first) return "";
  return `, because of ${first.label}${first.detail === undefined ? "" : ` (${first.detail})`}`;
}

const usually = ({ groups, detectable }: ArmComparison): string =>
  detectable === null || detectable === 0
    ? ""
    : `; ${counted(groups, "group")} would usually have shown ${inPoints(detectable)}`;

const inPoints = (value: number): string =>
  `${shownNumber(value)} ${shownNumber(value) === "1" ? "point" : "points"}`;
