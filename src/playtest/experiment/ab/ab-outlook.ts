/** The cost of a test and what it can show, before anything is spent. */
import { dirname } from "node:path";
import type { AbPlan } from "../../../contract/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { estimateCost, estimateMissing, type CostEstimate, type MissingEstimate } from "../../play/index.ts";
import { readingsAt } from "../../readings/index.ts";
import type { SessionState } from "../../session/index.ts";
import { powerText } from "./ab-power.ts";
import { armsAt } from "./plan-ab.ts";

type Range = CostEstimate["known"];

export type AbOutlook = ReturnType<typeof abOutlook>;

/** If all pairs are played. In USD; `usd` is null if a price is unknown, `missing` is what has to be read first. */
export function abOutlook(
  harness: Harness,
  plan: AbPlan,
  { states, checkpoints }: { states: readonly SessionState[]; checkpoints: readonly string[] },
) {
  const { catalog } = harness;
  const { pairs, turns } = plan;
  const arms = armsAt(harness, plan, states);
  const replays = arms.flatMap(({ a, b }, index) =>
    [a, b].map((from) => ({
      ...estimateCost(from.config, catalog, { from, turns }),
      // Checkpoints alternate.
      times: Math.ceil((pairs - index) / states.length),
    })),
  );
  // Checkpoints of one session share their readings: the last one needs the most.
  const sessions = Map.groupBy(arms.keys(), (index) => dirname(checkpoints[index]!));
  const lacking = [...sessions.values()].flatMap((same) => {
    const last = same.toSorted((one, other) => states[other]!.turn - states[one]!.turn)[0]!;
    const { a } = arms[last]!;
    return estimateMissing(a, catalog, readingsAt(checkpoints[last]!, a.config.observerModel)) ?? [];
  });
  const rows = [
    ...replays.map(({ times, known, atTurnLimit }) => ({
      times,
      ...known,
      most: atTurnLimit.known,
      calls: atTurnLimit.calls,
    })),
    ...lacking.map(({ known, calls }) => ({ times: 1, ...known, most: known.high, calls: calls.high })),
  ];
  const sum = (of: "low" | "high" | "most" | "calls"): number =>
    rows.reduce((total, row) => total + row.times * row[of], 0);
  const known = { low: sum("low"), high: sum("high") };
  const isPriced =
    replays.every(({ atTurnLimit }) => atTurnLimit.total !== null) &&
    lacking.every(({ total }) => total !== null);
  return {
    pairs,
    turns,
    replays: 2 * pairs,
    reader: [...new Set(arms.map(({ a }) => a.config.observerModel))].join(", "),
    missing: lacking.length > 0 ? lacking.reduce(together) : undefined,
    usd: isPriced ? known : null,
    known,
    atTurnLimit: {
      limit: "turns" as const,
      turns,
      calls: sum("calls"),
      known: sum("most"),
      total: isPriced ? sum("most") : null,
    },
    power: powerText(plan),
  };
}

const add = (one: Range, other: Range): Range => ({ low: one.low + other.low, high: one.high + other.high });

const together = (one: MissingEstimate, other: MissingEstimate): MissingEstimate => ({
  turns: one.turns + other.turns,
  calls: add(one.calls, other.calls),
  known: add(one.known, other.known),
  total: one.total && other.total && add(one.total, other.total),
});
