import { issueTypes, type DetectorRates, type IssueType, type OperatorScore } from "../../contract/index.ts";
import { wilson, type Interval } from "../../kernel/stats/index.ts";
import { measuredRates } from "./measured-rates.ts";

/** How far a finding can be trusted, for reports: rates of one kind of text are never passed off as those of another. */
export function ratesOf(type: IssueType, { house }: { house: boolean }): string {
  const { house: onHouse, human } = measuredRates().kinds;
  if (house) return said(type, onHouse, "house text") ?? UNKNOWN;
  const nearest = human && said(type, human, "human text");
  return `${UNKNOWN}${nearest === undefined ? "" : `; ${nearest}`}`;
}

const UNKNOWN = "error rate unknown for this kind of text";

/** What is worth how much: that nothing was found says no more than how often something would have been. */
export function recallOfAll({ house }: { house: boolean }): string {
  const { house: onHouse, human } = measuredRates().kinds;
  const rates = house ? onHouse : human;
  if (!rates) return `How many faults the rules find in this kind of text is not known.`;
  const kinds = issueTypes
    .filter((type) => rates.detectors.some(({ name, hint }) => name === type && !hint))
    .map((type) => ({ type, ...planted(type, rates.operators) }));
  const known = kinds
    .filter((kind) => kind.planted > 0)
    .map(
      (kind) => `${kind.type} ${kind.hits} of ${kind.planted} (${between(wilson(kind.hits, kind.planted))})`,
    );
  const unknown = kinds.filter((kind) => kind.planted === 0).map(({ type }) => type);
  const worded = kinds
    .map(({ type }) => ({ type, ...planted(type, rates.independent) }))
    .filter((kind) => kind.planted > 0)
    .map((kind) => `${kind.type} ${kind.hits} of ${kind.planted}`);
  return `${house ? "Of faults planted in house text the rules alone found" : "How many faults the rules find in a model's text is not known; of those planted in human text they found"}: ${known.join(", ")}.${worded.length > 0 ? ` In wordings that were written without the rules: ${worded.join(", ")}.` : ""}${unknown.length > 0 ? ` Not tried: ${unknown.join(", ")}.` : ""}`;
}

function said(type: IssueType, rates: DetectorRates, kind: string): string | undefined {
  const score = rates.detectors.find(({ name }) => name === type);
  if (!score || score.cleanTurns === 0) return undefined;
  const { falseAlarms, cleanTurns, per100Interval, precision, precisionInterval } = score;
  const [low, high] = per100Interval!;
  const alarms = `${falseAlarms} false alarm${falseAlarms === 1 ? "" : "s"} in ${cleanTurns} clean turns (95 %: ${falseAlarms === 0 ? "at most" : `${low.toFixed(2)} to`} ${high.toFixed(2)} in 100)`;
  const right =
    precision === null
      ? "precision not known"
      : `precision ${precision.toFixed(2)} (${between(precisionInterval!)}) where ${100 * measuredRates().prevalence} turn in 100 has a fault`;
  const tried = planted(type, rates.operators);
  const found =
    tried.planted === 0
      ? "how many it misses is not known"
      : `found ${tried.hits} of ${tried.planted} ${type === "confusion" ? "labelled by people" : "planted"} (recall ${between(wilson(tried.hits, tried.planted))})`;
  const worded = planted(type, rates.independent);
  return `on ${kind} ${[alarms, right, found, ...(worded.planted === 0 ? [] : [`of independent wordings ${worded.hits} of ${worded.planted}`])].join("; ")}${score.note === undefined ? "" : ` (${score.note})`}`;
}

/** Over all ways in which a fault of this kind was planted. */
function planted(type: IssueType, operators: readonly OperatorScore[]): { planted: number; hits: number } {
  const own = operators.filter(({ expects }) => expects === type);
  return {
    planted: own.reduce((sum, each) => sum + each.planted, 0),
    hits: own.reduce((sum, each) => sum + each.hits, 0),
  };
}

const between = ([low, high]: Interval): string => `${low.toFixed(2)} to ${high.toFixed(2)}`;
