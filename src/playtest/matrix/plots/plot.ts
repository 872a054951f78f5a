import type { MatrixRow } from "../../../contract/index.ts";

export type Plot = { file: string; alt: string; svg: string };

/** More would fit on no screen. */
export const MOST_ROWS = 40;
export const COLOURS = ["#1b6ca8", "#d1495b", "#2e8540", "#8a4fb5", "#c77700", "#555555"];

/** What tells sessions of one group apart; prompts, where nothing does. */
export function variedIn(rows: readonly MatrixRow[]): Array<"prompt" | "narrator"> {
  const varied = (["prompt", "narrator"] as const).filter(
    (by) => new Set(rows.map((row) => row[by])).size > 1,
  );
  return varied.length === 0 ? ["prompt"] : varied;
}

export const notShown = (rows: number, what: string): string =>
  rows > MOST_ROWS ? ` ${rows - MOST_ROWS} ${what} in matrix.json.` : "";
