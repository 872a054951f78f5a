/** The dry run of a session: settings, players, cost and problems. */
import type { SessionConfig } from "../../../contract/index.ts";
import type { FoundProblem } from "../../../kernel/errors/index.ts";
import { noteLine } from "../../../kernel/report/index.ts";
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
  /** What the budget covers, unless it is one session. */
  budgetFor?: string;
  /** Why it could not start now. */
  problems: FoundProblem[];
};
export const problemLines = (problems: readonly FoundProblem[]): string[] =>
  problems.flatMap(({ message, remedy }) => ["", `Cannot start: ${message}`, remedy]);

/** Lets a script find out that the run cannot start. */
export const dryExit = ({ problems }: { problems: readonly FoundProblem[] }): 0 | 2 =>
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
      `Classifier  ${config.classifierModel === "none" ? "none (the narrator's own markers only)" : named(config.classifierModel)}`,
      `Reader      ${observerModel === "none" ? "none (mechanical checks only)" : named(observerModel)}${secondLookModel === undefined ? "" : `, confirmed by ${named(secondLookModel)}`}`,
      ...(config.findings ? [`Own kinds   ${Object.keys(config.findings).join(", ")}`] : []),
      ...(config.stopOn ? [`Stops at    the first ${config.stopOn.join(" or ")}`] : []),
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
      ...(estimate.known.high === 0 ? [] : [`Reasons for the range: ${estimate.because.join("; ")}.`]),
      ...budgetWarning(estimate, budget),
      ...config.castingNotes.map(noteLine),
      ...problemLines(problems),
    ].join("\n"),
  );
}

/** Costs paid once, for any number of branches. */
export const missingLines = (missing: MissingEstimate | undefined): string[] =>
  missing === undefined
    ? []
    : [
        `One-time cost first: reading ${missing.turns} unread ${missing.turns === 1 ? "turn" : "turns"}, ${spread(missing.calls)} calls, ${usd(missing.known, missing.total)}.`,
      ];

/** The cost at the turn limit. The range assumes that stories end earlier; if it reaches the limit, there is no such line. */
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
      // The range leaves out calls that only a session at its turn limit makes.
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
/** Without every price, the known part is a lower bound. */
const usd = (known: Range, total: Range | null) =>
  `${total === null ? "at least " : ""}${dollars(known.low)} to ${dollars(known.high)}`;
