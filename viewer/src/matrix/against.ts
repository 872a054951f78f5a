/** What the cells of a heat map are compared with: the baseline, a prompt of the same matrix, or nothing. */
import type { HeatMap } from "../../../src/contract/index.ts";

export type Against = { kind: "values" } | { kind: "baseline" } | { kind: "prompt"; prompt: string };

type Heat = Pick<HeatMap, "cells" | "baseline">;
type Cell = HeatMap["cells"][number];

const promptsOf = ({ cells }: Heat): string[] => [...new Set(cells.map(({ prompt }) => prompt))];

/** The matrix that the address names as the baseline; undefined: the matrix's own. */
export const baselineIn = (text: string | undefined): string | undefined =>
  text?.startsWith("matrix:") ? text.slice("matrix:".length) : undefined;

/** Everything that can be chosen, as it stands in the address; the first is the default. */
export function againstOptions(
  heat: Heat,
  /** Other matrices. */ others: readonly string[] = [],
): Array<{ value: string; text: string }> {
  const prompts = promptsOf(heat);
  return [
    ...(heat.baseline === undefined || others.includes(heat.baseline)
      ? []
      : [{ value: "baseline", text: `Difference from baseline ${heat.baseline}` }]),
    ...(prompts.length < 2
      ? []
      : prompts.map((prompt) => ({ value: `prompt:${prompt}`, text: `Difference from prompt ${prompt}` }))),
    ...others.map((id) => ({ value: `matrix:${id}`, text: `Difference from matrix ${id}` })),
    { value: "values", text: "Values" },
  ];
}

export function againstIn(text: string | undefined, heat: Heat): Against {
  if (baselineIn(text) !== undefined && heat.baseline !== undefined) return { kind: "baseline" };
  const options = againstOptions(heat).map(({ value }) => value);
  const chosen = options.find((value) => value === text) ?? options[0]!;
  if (chosen.startsWith("prompt:")) return { kind: "prompt", prompt: chosen.slice("prompt:".length) };
  return { kind: chosen === "baseline" ? "baseline" : "values" };
}

/** `reference`: it is what the others are compared with. Null: one of the two means is missing. */
export function differenceOf(cell: Cell, against: Against, { cells }: Heat): number | "reference" | null {
  if (against.kind === "values") return null;
  if (against.kind === "prompt" && cell.prompt === against.prompt) return "reference";
  const other =
    against.kind === "baseline"
      ? cell.baseline
      : cells.find(
          ({ story, prompt, narrator }) =>
            story === cell.story && prompt === against.prompt && narrator === cell.narrator,
        )?.mean;
  return cell.mean === null || other == null ? null : cell.mean - other;
}

/** A difference of a tenth of the metric's range gets the full colour only if none is larger: noise must stay pale. */
const LEAST_REACH = 0.1;

/** The difference with the full colour. */
export function reachOf(
  { scale: [low, high], cells, baseline }: Pick<HeatMap, "scale" | "cells" | "baseline">,
  against: Against,
): number {
  const differences = cells.flatMap((cell) => {
    const difference = differenceOf(cell, against, { cells, ...(baseline !== undefined && { baseline }) });
    return typeof difference === "number" ? [Math.abs(difference)] : [];
  });
  const most = Math.max(0, ...differences);
  return Math.max(most, high === null ? 0 : LEAST_REACH * (high - low)) || 1;
}

/** Null: equal, or no direction is better. */
export function isBetter(difference: number, better: HeatMap["better"]): boolean | null {
  return difference === 0 || better === null ? null : difference > 0 === (better === "higher");
}
