/**
 * Numbers and phrases of a verdict, the same in every text that is made of it. Plain text: renderers escape it. A folder
 * of its own, because every command loads it at its start and the reports would bring all schemas with them.
 */
import type { Cause, Fact, Step, VerdictFinding } from "../../contract/index.ts";
import { typedCommand } from "../errors/index.ts";

export { answer, tableOf } from "./plain-verdict.ts";

/** At most one decimal; below 1 two significant digits, so that 0.034 is not shown as 0. The minus is a minus sign. */
export function shownNumber(value: number): string {
  // Sums in another order differ in their last bits.
  const size = Number(Math.abs(value).toPrecision(12));
  const shown = Number(size < 1 ? size.toPrecision(2) : size.toFixed(1));
  return `${value < 0 && shown !== 0 ? "−" : ""}${shown}`;
}

/** A row may be shorter than the table's head. */
export const shownCell = (value: string | number | null | undefined): string =>
  value == null ? "-" : shownValue(value);

/** "18 of 20", "94.2 %", "missing". */
export const factValue = ({ value, unit }: Fact): string =>
  value === null ? "missing" : [shownValue(value), ...(unit === undefined ? [] : [unit])].join(" ");

const shownValue = (value: string | number): string =>
  typeof value === "number" ? shownNumber(value) : value;

/** "−12.5 points, in 9 of 18 sessions (135 against 0)". */
export function causeText({ points, touched, detail }: Cause): string {
  const change = `${points > 0 ? "+" : ""}${inPoints(points)}`;
  const where = touched === undefined ? "" : `, in ${touched.count} of ${touched.of} ${touched.unit}`;
  return `${change}${where}${inBrackets(detail)}`;
}

/** "4 points lost". */
export const lostText = ({ points }: VerdictFinding): string | undefined =>
  points === undefined ? undefined : `${inPoints(points)} lost`;

const inPoints = (points: number): string => {
  const number = shownNumber(points);
  return `${number} ${/^−?1$/.test(number) ? "point" : "points"}`;
};

/** What to do next, as every surface writes it. `launcher`: how to call Rehearse on a terminal. */
export const stepTo = (says: string, call: NonNullable<Step["call"]>, launcher?: string): Step => ({
  says,
  command: typedCommand(call, launcher),
  call,
});

/** With the space before it, or nothing. */
export const inBrackets = (text: string | undefined): string => (text === undefined ? "" : ` (${text})`);
