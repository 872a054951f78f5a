/** Two arms of synthetic plays: a number of clusters and replicates, and a value for each play. */
import { compareArms, type Play } from "../../../src/playtest/compare/compare-arms.ts";

export const plays = (
  clusters: number,
  replicates: number,
  value: (at: number, cluster: number) => number | null,
  more: (at: number) => Partial<Play> = () => ({}),
): Play[] =>
  Array.from({ length: clusters * replicates }, (_, at) => ({
    pair: String(at),
    cluster: String(at % clusters),
    outcome: "completed",
    metrics: { overall: value(at, at % clusters) },
    ...more(at),
  }));

/** Plays with everything but the pairing set by the test. */
export const pairedPlays = (pairs: number, more: (at: number) => Partial<Play>): Play[] =>
  plays(pairs, 1, () => null, more);

export const compared = (a: Play[], b: Play[], options: Partial<Parameters<typeof compareArms>[0]> = {}) =>
  compareArms({ a: { name: "A", plays: a }, b: { name: "B", plays: b }, primary: "overall", ...options });
