import type { SessionState } from "../session/index.ts";

export type TurnRange = { from: number; to: number };

export type SharedTurns = {
  /** The turns that every session has of its own; null: there are none. */
  range: TurnRange | null;
  /** Up to here the sessions are one and the same: the last turn before the first of their branches went its own way. */
  branchPoint: number | null;
};

/** The turns over which sessions can be compared: those that all have, after the past that branches have in common. */
export function sharedTurns(states: readonly SessionState[]): SharedTurns {
  const to = Math.min(...states.map(({ turn }) => turn));
  const branchPoint = commonPast(states);
  const from = (branchPoint ?? 0) + 1;
  return { range: from <= to ? { from, to } : null, branchPoint };
}

/** By what was said, not by ids: folders are renamed, and a branch of a branch names its parent only. */
function commonPast(states: readonly SessionState[]): number | null {
  const points = states.flatMap(({ branchedFrom }) => branchedFrom?.turn ?? []);
  if (points.length === 0) return null;
  const point = Math.min(...points);
  const past = states.map(({ records }) => JSON.stringify(records.filter(({ turn }) => turn <= point)));
  return new Set(past).size === 1 ? point : null;
}
