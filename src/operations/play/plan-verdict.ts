/** The dry run of a session as a verdict: its settings, players, likely cost and what limits it. */
import type { Fact, SessionConfig, Verdict, VerdictTable } from "../../contract/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  type CostEstimate,
  guideFormOf,
  type MissingEstimate,
  type TurnLimitEstimate,
} from "../../playtest/index.ts";

type Range = CostEstimate["known"];

type Planned = {
  config: SessionConfig;
  estimate: CostEstimate;
  /** Turns before a checkpoint that nobody has read yet. */
  missing?: MissingEstimate | undefined;
};

export function planVerdict(
  { config, estimate, missing }: Planned,
  { catalog }: Pick<Harness, "catalog">,
): Verdict {
  const named = (name: string) =>
    catalog.resolve(name).label === name ? name : `${name} = ${catalog.resolve(name).label}`;
  return {
    outcome: "done",
    headline: `Nothing was called. Estimated cost: ${costText(estimate)}.`,
    cautions: [...budgetWarning(estimate, config.budget), ...config.castingNotes.map(noteLine)],
    because: [],
    facts: [
      ...settingFacts(config, named),
      { label: "Turns", value: `${rangeText(estimate.turns)} likely`, note: `at most ${config.maxTurns}` },
      { label: "Calls", value: rangeText(estimate.calls) },
      ...turnLimitFacts(estimate.turns, estimate.atTurnLimit),
      ...missingFacts(missing),
      ...(estimate.known.high === 0 ? [] : [{ label: "Why a range", value: estimate.because.join("; ") }]),
    ],
    findings: [],
    tables: [playersTable(config, catalog), costTable(estimate)],
    next: [],
  };
}

function settingFacts(config: SessionConfig, named: (name: string) => string): Fact[] {
  const { observerModel, secondLookModel, judgeModel, findings, stopOn, budget } = config;
  const { classifierModel: classifier, storyGuide, narratorModel } = config;
  return [
    { label: "Story", value: storyGuide.title, note: config.story },
    { label: "Prompt", value: config.prompt },
    { label: "Guide", value: guideFormOf(config) },
    { label: "Narrator", value: named(narratorModel) },
    classifier === "none"
      ? { label: "Classifier", value: "none", note: "the narrator's own markers only" }
      : { label: "Classifier", value: named(classifier) },
    observerModel === "none"
      ? { label: "Reader", value: "none", note: "mechanical checks only" }
      : {
          label: "Reader",
          value: named(observerModel),
          note: secondLookModel && `confirmed by ${named(secondLookModel)}`,
        },
    ...(findings ? [{ label: "Own kinds", value: Object.keys(findings).join(", ") }] : []),
    ...(stopOn ? [{ label: "Stops at", value: `the first ${stopOn.join(" or ")}` }] : []),
    ...(judgeModel === undefined ? [] : [{ label: "Judge", value: named(judgeModel) }]),
    { label: "Seed", value: String(config.seed) },
    { label: "Budget", value: budget === undefined ? "none" : `$${budget}` },
  ];
}

function playersTable({ group }: SessionConfig, catalog: Harness["catalog"]): VerdictTable {
  return {
    title: "Players",
    columns: ["player", "archetype", "model", "character"].map((label) => ({ label })),
    rows: group.players.map(({ name, archetype, model, seat, characterForStory }) => [
      seat === group.spokesperson ? `${name} (speaks for the group)` : name,
      archetype,
      catalog.resolve(model).label,
      characterForStory,
    ]),
  };
}

function costTable({ byRole, known, total }: CostEstimate): VerdictTable {
  return {
    title: "Estimated cost",
    columns: ["role", "model", "calls", "tokens in", "tokens out", "cost"].map((label) => ({ label })),
    rows: [
      // The range leaves out calls that only a session at its turn limit makes.
      ...byRole
        .filter(({ calls }) => calls.high > 0)
        .map(({ role, model, calls, tokens, usd }) => [
          role,
          model,
          rangeText(calls),
          thousands(tokens.input),
          thousands(tokens.output),
          usd === null ? "unknown" : dollarRange(usd),
        ]),
      ["total", "", "", "", "", costText({ known, total })],
    ],
  };
}

/** The cost at the turn limit. The range assumes that stories end earlier; if it reaches the limit, nothing is said. */
export function turnLimitFacts(turns: Range, limit: TurnLimitEstimate): Fact[] {
  if (turns.high === limit.turns) return [];
  const upTo = limit.total === null ? "at least" : "up to";
  return [
    {
      label: "At the turn limit",
      value: `${upTo} ${dollars(limit.known)}`,
      note: `${limit.turns} turns, ${limit.calls} calls`,
    },
  ];
}

/** Paid once, for any number of branches. */
export const missingFacts = (missing: MissingEstimate | undefined): Fact[] =>
  missing === undefined
    ? []
    : [
        {
          label: "First, once",
          value: costText(missing),
          note: `reading ${missing.turns} unread turns, ${rangeText(missing.calls)} calls`,
        },
      ];

function budgetWarning({ known, atTurnLimit }: CostEstimate, budget: number | undefined): string[] {
  if (budget === undefined || budget >= atTurnLimit.known) return [];
  if (budget < known.low)
    return [
      `The budget of $${budget} is below the estimate: the session will stop early and can be resumed.`,
    ];
  return budget < known.high
    ? [`The budget of $${budget} may be too small: the estimate goes up to ${dollars(known.high)}.`]
    : [`The budget of $${budget} covers the estimate, but not a session that runs to its turn limit.`];
}

/** Without every price, the known part is a lower bound. */
export const costText = ({ known, total }: { known: Range; total: Range | null }): string =>
  known.high === 0 && total !== null
    ? "nothing"
    : `${total === null ? "at least " : ""}${dollarRange(known)}`;

export const dollars = (amount: number): string => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;

export const dollarRange = ({ low, high }: Range): string =>
  low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`;

export const rangeText = ({ low, high }: Range): string => (low === high ? String(low) : `${low} to ${high}`);

const thousands = ({ low, high }: Range): string => `${kilo(low)} to ${kilo(high)}`;
const kilo = (count: number): string =>
  count < 10_000 ? `${(count / 1_000).toFixed(1)}k` : `${Math.round(count / 1_000)}k`;
