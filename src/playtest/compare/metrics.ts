import type { Totals } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import type { TurnRange } from "./shared-turns.ts";

/** What is measured of a session without a judge. */
export const metricNames = ["turns", "pulses", "tangents", "turns-to-recover", "forced-segues", "private-moments", "pay-offs", "issues", "cost"] as const;
export type MetricName = (typeof metricNames)[number];

/** Null: there was nothing to measure, or it is not known. */
export type Metrics = Record<MetricName, number | null>;

export type Measured = { state: SessionState; totals: Totals };

export const measureWhole = ({ state, totals }: Measured): Metrics => ({ ...measureTurns({ state, totals }, { from: 1, to: state.turn }), cost: knownCost([totals.all]) });

/** A tangent belongs to the turn in which it began, its recovery to the turn in which it ended. */
export function measureTurns({ state, totals }: Measured, { from, to }: TurnRange): Metrics {
  const within = (turn: number | undefined) => turn !== undefined && turn >= from && turn <= to;
  const { records, pulses, tangents, privateMoments, issues } = state;
  const ended = tangents.filter(({ endTurn, recoveryMethod }) => within(endTurn) && recoveryMethod !== "none");
  return {
    turns: records.filter(({ turn }) => within(turn)).length,
    pulses: pulses.filter(within).length,
    tangents: tangents.filter(({ startTurn }) => within(startTurn)).length,
    "turns-to-recover": ended.length === 0 ? null : ended.reduce((sum, { length }) => sum + length, 0) / ended.length,
    "forced-segues": ended.filter(({ recoveryMethod }) => recoveryMethod === "forced").length,
    "private-moments": privateMoments.filter(({ turn }) => within(turn)).length,
    "pay-offs": privateMoments.filter(({ payoffTurn }) => within(payoffTurn)).length,
    issues: issues.filter(({ turn }) => within(turn)).length,
    // Turns that a branch took over were paid for by its parent: what they cost is not in its journal.
    cost: from <= (state.branchedFrom?.turn ?? 0) ? null : knownCost(Object.entries(totals.byTurn).flatMap(([turn, tally]) => (within(Number(turn)) ? [tally] : []))),
  };
}

const knownCost = (tallies: ReadonlyArray<Totals["all"]>): number | null => (tallies.some(({ unpriced }) => unpriced > 0) ? null : tallies.reduce((sum, { cost }) => sum + cost, 0));
