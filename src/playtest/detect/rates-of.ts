import type { DetectorScore, IssueType } from "../../contract/index.ts";
import { measuredRates } from "./measured-rates.ts";

/** How far a finding can be trusted, for reports: rates of one kind of text are never passed off as those of another. */
export function ratesOf(type: IssueType, { house }: { house: boolean }): string {
  const { house: onHouse, human } = measuredRates.kinds;
  if (house) return said(onHouse.detectors.find(({ name }) => name === type), "house text") ?? "error rate unknown for this kind of text";
  const nearest = said(human?.detectors.find(({ name }) => name === type), "human text");
  return `error rate unknown for this kind of text${nearest === undefined ? "" : `; ${nearest}`}`;
}

function said(score: DetectorScore | undefined, kind: string): string | undefined {
  if (!score || score.per100Turns === null) return undefined;
  const precision = score.precision === null ? "precision not known" : `precision ${score.precision.toFixed(2)}`;
  return `on ${kind} ${score.per100Turns.toFixed(2)} false alarms in 100 clean turns, ${precision}`;
}
