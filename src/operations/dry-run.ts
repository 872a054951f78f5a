/** What an operation would play or ask, with how many calls, and what it would cost. What keeps it from starting is said below. */
import type { Fact, SessionConfig, Verdict } from "../contract/index.ts";
import { noteLine, dollars } from "../kernel/report/index.ts";
import type { CostEstimate, TurnLimitEstimate } from "../playtest/index.ts";
import { answer } from "../kernel/verdict-words/index.ts";

type Range = CostEstimate["known"];
type Cost = { known: Range; total: Range | null };

type DryRun = {
  cost: Cost;
  facts: readonly Fact[];
  cautions?: readonly string[];
  calls?: Range | undefined;
  /** If no session ends before its last turn. */
  atTurnLimit?: TurnLimitEstimate | undefined;
  budget?: number | undefined;
};

export function dryRunVerdict(planned: DryRun): Verdict {
  const { cost, facts, cautions = [], calls, atTurnLimit, budget } = planned;
  const limit = atTurnLimit && atTurnLimit.known > cost.known.high ? [limitFact(atTurnLimit)] : [];
  return answer(`Nothing was called. Estimated cost: ${costText(cost)}.`, {
    cautions: [...budgetWarning(planned), ...cautions],
    facts: [
      ...facts,
      ...(calls ? [{ label: "Calls", value: rangeText(calls) }] : []),
      ...limit,
      ...(budget === undefined ? [] : [{ label: "Budget", value: dollars(budget) }]),
    ],
  });
}

type Planned = {
  config: SessionConfig;
  estimate: CostEstimate;
  /** What a branch changes. */
  facts?: readonly Fact[];
};

export function sessionDryRun({ config, estimate, facts = [] }: Planned): Verdict {
  const { observerModel, secondLookModel, group, maxTurns } = config;
  const players = group.players.map(({ name, archetype }) => `${name} (${archetype})`);
  return dryRunVerdict({
    cost: estimate,
    calls: estimate.calls,
    atTurnLimit: estimate.atTurnLimit,
    budget: config.budget,
    cautions: config.castingNotes.map(noteLine),
    facts: [
      ...facts,
      { label: "Story", value: config.storyGuide.title, note: config.story },
      { label: "Prompt", value: config.prompt },
      { label: "Guide", value: config.guideForm ?? "full" },
      { label: "Narrator", value: config.narratorModel },
      { label: "Players", value: players.join(", ") },
      {
        label: "Reader",
        value: observerModel,
        note: secondLookModel && `confirmed by ${secondLookModel}`,
      },
      { label: "Seed", value: String(config.seed) },
      { label: "Turns", value: `${rangeText(estimate.turns)} likely`, note: `at most ${maxTurns}` },
    ],
  });
}

const limitFact = ({ turns, calls, known, total }: TurnLimitEstimate): Fact => ({
  label: "At the turn limit",
  value: `${total === null ? "at least" : "up to"} ${dollars(known)}`,
  note: `${turns} turns, ${calls} calls`,
});

function budgetWarning({ cost: { known }, atTurnLimit, budget }: DryRun): string[] {
  if (budget === undefined || budget >= Math.max(known.high, atTurnLimit?.known ?? 0)) return [];
  if (budget < known.low)
    return [
      `The budget of ${dollars(budget)} is below the estimate: it will stop early, and can be resumed.`,
    ];
  return [`The budget of ${dollars(budget)} may be too small: it would then stop early, and can be resumed.`];
}

/** Of what has one range, or no known price. */
export const priceText = ({ usd }: { usd: Range | null | undefined }): string =>
  usd ? costText({ known: usd, total: usd }) : "unknown";

/** Without every price, the known part is a lower bound. */
export function costText({ known, total }: Cost): string {
  if (known.high === 0) return total === null ? "unknown" : "nothing";
  return `${total === null ? "at least " : ""}${dollarRange(known)}`;
}

export const dollarRange = ({ low, high }: Range): string =>
  low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`;

const rangeText = ({ low, high }: Range): string => (low === high ? String(low) : `${low} to ${high}`);
