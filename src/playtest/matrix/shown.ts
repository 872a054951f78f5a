import { rounded } from "../../kernel/report/index.ts";
import { shownP } from "../compare/index.ts";

/** Numbers as the reports of a matrix show them. */
export const number = (value: number): string =>
  Number.isInteger(value) ? String(value) : rounded(value, Math.abs(value) < 10 ? 2 : 1);
export const signed = (value: number | null): string =>
  value === null ? "-" : `${value > 0 ? "+" : value < 0 ? "−" : ""}${number(Math.abs(value))}`;
export const interval = (value: { low: number; high: number } | null): string =>
  value === null ? "-" : `${number(value.low)} to ${number(value.high)}`;
export const p = (value: number | null): string => (value === null ? "-" : shownP(value));
export const usd = (amount: number): string => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
