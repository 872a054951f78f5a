import { issueType, type DetectorRates, type IssueType } from "../../contract/index.ts";
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
  const kinds = issueType.options.filter((type) => rates.detectors.some(({ name, hint }) => name === type && !hint)).map((type) => ({ type, ...planted(type, rates) }));
  const known = kinds.filter((kind) => kind.planted > 0).map((kind) => `${kind.type} ${kind.hits} of ${kind.planted} (${between(wilson(kind.hits, kind.planted))})`);
  const unknown = kinds.filter((kind) => kind.planted === 0).map(({ type }) => type);
  return `${house ? "Of faults planted in house text the rules alone found" : "How many faults the rules find in a model's text is not known; of those planted in human text they found"}: ${known.join(", ")}.${unknown.length > 0 ? ` Not tried: ${unknown.join(", ")}.` : ""}`;
}

function said(type: IssueType, rates: DetectorRates, kind: string): string | undefined {
  const score = rates.detectors.find(({ name }) => name === type);
  if (!score || score.cleanTurns === 0) return undefined;
  const { falseAlarms, cleanTurns, hits, precision } = score;
  const [low, high] = wilson(falseAlarms, cleanTurns);
  const alarms = `${falseAlarms} false alarm${falseAlarms === 1 ? "" : "s"} in ${cleanTurns} clean turns (95 %: ${falseAlarms === 0 ? "at most" : `${(100 * low).toFixed(2)} to`} ${(100 * high).toFixed(2)} in 100)`;
  const right = precision === null ? "precision not known" : `right in ${hits} of ${hits + falseAlarms} (precision ${between(wilson(hits, hits + falseAlarms))})`;
  const tried = planted(type, rates);
  const found = tried.planted === 0 ? "how many it misses is not known" : `found ${tried.hits} of ${tried.planted} planted (recall ${between(wilson(tried.hits, tried.planted))})`;
  return `on ${kind} ${[alarms, right, found].join("; ")}`;
}

/** Over all ways in which a fault of this kind was planted. */
function planted(type: IssueType, { operators }: DetectorRates): { planted: number; hits: number } {
  const own = operators.filter(({ expects }) => expects === type);
  return { planted: own.reduce((sum, each) => sum + each.planted, 0), hits: own.reduce((sum, each) => sum + each.hits, 0) };
}

const between = ([low, high]: Interval): string => `${low.toFixed(2)} to ${high.toFixed(2)}`;
