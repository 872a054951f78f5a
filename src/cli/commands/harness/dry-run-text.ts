/** What a dry run shows: with what a session would be played, by whom, for how much, and what is still missing. */
import type { SessionConfig } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  guideFormOf,
  type CostEstimate,
  type MissingEstimate,
  type TurnLimitEstimate,
} from "../../../playtest/index.ts";
import { table, terminalText } from "../../frame/index.ts";

type Plan = {
  config: SessionConfig;
  estimate: CostEstimate;
  missing?: MissingEstimate;
  times?: number;
  /** What the budget is for, if not for each session. */
  budgetFor?: string;
  /** What would refuse it if it were started now. */
  problems: Problem[];
};
export type Problem = { code: string; message: string; remedy: string };

/** What a check before the first call refuses; a dry run shows it beside all else. */
export async function problemsOf(check: () => Promise<void> | void): Promise<Problem[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const { code, message, remedy } = error;
    return [{ code, message, remedy }];
  }
}

export const problemLines = (problems: readonly Problem[]): string[] =>
  problems.flatMap(({ message, remedy }) => ["", `Cannot start: ${message}`, remedy]);

/** A script that asks first must learn that it cannot start. */
export const dryExit = ({ problems }: { problems: readonly Problem[] }): 0 | 2 =>
  problems.length === 0 ? 0 : 2;

export function planText(
  { config, estimate, missing, times = 1, budgetFor, problems }: Plan,
  { catalog }: Pick<Harness, "catalog">,
): string {
  const { observerModel, secondLookModel, judgeModel, group, budget } = config;
  const named = (name: string) =>
    catalog.resolve(name).label === name ? name : `${name} = ${catalog.resolve(name).label}`;
  const each = times === 1 ? "" : " each";
  return terminalText(
    [
      `Story       ${config.storyGuide.title} (${config.story})`,
      `Prompt      ${config.prompt}`,
      `Guide       ${guideFormOf(config)}`,
      `Narrator    ${named(config.narratorModel)}`,
      `Classifier  ${named(config.classifierModel)}`,
      `Reader      ${observerModel === "none" ? "none (mechanical checks only)" : named(observerModel)}${secondLookModel === undefined ? "" : `, confirmed by ${named(secondLookModel)}`}`,
      ...(judgeModel === undefined ? [] : [`Judge       ${named(judgeModel)}`]),
      `Seed        ${config.seed}`,
      `Budget      ${budget === undefined ? "none" : `$${budget}${budgetFor === undefined ? each : ` ${budgetFor}`}`}`,
      `Turns       at most ${config.maxTurns} in all; probably ${spread(estimate.turns)} to play, ${spread(estimate.calls)} calls${each}`,
      "",
      table(
        ["player", "archetype", "model", "character"],
        group.players.map(({ name, archetype, model, seat, characterForStory }) => [
          `${name}${seat === group.spokesperson ? " *" : ""}`,
          archetype,
          catalog.resolve(model).label,
          characterForStory,
        ]),
      ),
      "* speaks for the group",
      "",
      costTable(estimate, times),
      ...turnLimitLines(estimate, { what: times === 1 ? "the session runs" : "all branches run", times }),
      ...missingLines(missing),
      ...(estimate.known.high === 0 ? [] : [`The range: ${estimate.because.join("; ")}.`]),
      ...budgetWarning(estimate, budget),
      ...config.castingNotes,
      ...problemLines(problems),
    ].join("\n"),
  );
}

/** What is paid once, whatever the number of branches. */
export const missingLines = (missing: MissingEstimate | undefined): string[] =>
  missing === undefined
    ? []
    : [
        `One-time cost first: reading ${missing.turns} unread ${missing.turns === 1 ? "turn" : "turns"}, ${spread(missing.calls)} calls, ${usd(missing.known, missing.total)}.`,
      ];

/** The third figure beside the range, which takes stories to end. None where the range goes to the limit itself. */
export function turnLimitLines(
  { turns, atTurnLimit }: Pick<CostEstimate, "turns" | "atTurnLimit">,
  { what, times = 1 }: { /** With its verb. */ what: string; times?: number },
): string[] {
  return turns.high === atTurnLimit.turns ? [] : [turnLimitText(atTurnLimit, { what, times })];
}

export const turnLimitText = (
  { limit, turns, calls, known, total }: TurnLimitEstimate,
  { what, times = 1 }: { what: string; times?: number },
): string =>
  `If ${what} to ${limit} (${turns} turns): ${total === null ? "at least" : "up to"} ${dollars(known * times)}, ${calls * times} calls.`;

function costTable({ byRole, known, total }: CostEstimate, times: number): string {
  const totals =
    times === 1
      ? [["total", "", "", "", usd(known, total)]]
      : [
          ["each", "", "", "", usd(known, total)],
          [`all ${times}`, "", "", "", usd(scaled(known, times), total && scaled(total, times))],
        ];
  return table(
    ["role", "model", "calls", "tokens in + out", "probably"],
    [
      // A row that only a session to its last turn needs is not in the range.
      ...byRole
        .filter(({ calls }) => calls.high > 0)
        .map(({ role, model, calls, tokens, usd: range }) => [
          role,
          model,
          spread(calls),
          `${thousands(tokens.input)} + ${thousands(tokens.output)}`,
          range === null ? "unknown" : usd(range, range),
        ]),
      ...totals,
    ],
  );
}

function budgetWarning(
  { known: { low, high }, atTurnLimit: { known, limit } }: CostEstimate,
  budget: number | undefined,
): string[] {
  if (budget === undefined || budget >= known) return [];
  if (budget >= high)
    return [`The budget of $${budget} covers the estimate, but not a session that runs to ${limit}.`];
  return [
    budget < low
      ? `The budget of $${budget} is below the estimate: the session will stop early and can be resumed.`
      : `The budget of $${budget} may be too small: the estimate goes up to ${dollars(high)}.`,
  ];
}

type Range = CostEstimate["known"];
const scaled = ({ low, high }: Range, by: number): Range => ({ low: low * by, high: high * by });
const spread = ({ low, high }: Range) => (low === high ? String(low) : `${low} to ${high}`);
const thousands = ({ low, high }: Range) => `${kilo(low)}-${kilo(high)}`;
const kilo = (count: number) =>
  count < 10_000 ? `${(count / 1_000).toFixed(1)}k` : `${Math.round(count / 1_000)}k`;
export const dollars = (amount: number) => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
/** Where a price is not known, at least the rest is. */
const usd = (known: Range, total: Range | null) =>
  `${total === null ? "at least " : ""}${dollars(known.low)} to ${dollars(known.high)}`;
