/** What dry runs have in common: money, turn limits, problems. */
import type { FoundProblem } from "../../../kernel/errors/index.ts";
import type { TurnLimitEstimate } from "../../../playtest/index.ts";

export const problemLines = (problems: readonly FoundProblem[]): string[] =>
  problems.flatMap(({ message, remedy }) => ["", `Cannot start: ${message}`, remedy]);

/** Lets a script find out that the run cannot start. */
export const dryExit = ({ problems }: { problems: readonly FoundProblem[] }): 0 | 2 =>
  problems.length === 0 ? 0 : 2;

export const turnLimitText = (
  { limit, turns, calls, known, total }: TurnLimitEstimate,
  { what }: { /** With its verb. */ what: string },
): string =>
  `If ${what} to ${limit} (${turns} turns): ${total === null ? "at least" : "up to"} ${dollars(known)}, ${calls} calls.`;

export const dollars = (amount: number) => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
