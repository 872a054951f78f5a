import type { MatrixRow } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { compareArms, groups, judgeTogether, type ArmComparison, type MetricName, type Play } from "../compare/index.ts";

export type VariedBy = "prompt" | "narrator";

/** Within one matrix: each prompt, or narrator, beside the first. Pairs are the same group and whatever else was varied. The more there are, the more is asked of each. */
export function compareVariants(rows: readonly MatrixRow[], { by, primary }: { by: VariedBy; primary: MetricName }): ArmComparison[] {
  const other = by === "prompt" ? "narrator" : "prompt";
  const plays = (variant: string) => told(rows).filter((row) => row[by] === variant).map((row) => playOf(row, `${row.pair}/${row[other]}`));
  const [first, ...others] = [...new Set(rows.map((row) => row[by]))];
  return judgeTogether(others.map((variant) => compareArms({ a: { name: `${by} ${first}`, plays: plays(first!) }, b: { name: `${by} ${variant}`, plays: plays(variant) }, primary, thing: groups })));
}

export type NamedRows = { name: string; rows: readonly MatrixRow[] };

/** Matrices over the same groups, each beside the first. */
export const compareAllMatrices = ([first, ...others]: readonly NamedRows[], { primary }: { primary: MetricName }): ArmComparison[] => judgeTogether(others.map((other) => compareMatrices(first!, other, { primary })));

/** Two matrices over the same groups: what both vary is matched by name; where each has one of a kind, that is what is compared. */
export function compareMatrices(a: NamedRows, b: NamedRows, { primary }: { primary: MetricName }): ArmComparison {
  const matched = (["prompt", "narrator"] as const).filter((by) => valuesOf(a, by).some((value) => valuesOf(b, by).includes(value)));
  // By the seed as well: another seed drew other groups, and those are no pairs. Nor are groups that another guide drew from the same seed.
  const drawn = [a, b].every(({ rows }) => rows.every(({ group }) => group !== undefined));
  const plays = ({ rows }: NamedRows) => told(rows).map((row) => playOf(row, JSON.stringify([row.story, row.seed, ...(drawn ? [row.group] : []), ...matched.map((by) => row[by])])));
  const apart = (["prompt", "narrator"] as const).filter((by) => !matched.includes(by));
  if (apart.some((by) => valuesOf(a, by).length > 1 || valuesOf(b, by).length > 1)) {
    throw new HarnessError({ code: "nothing-to-compare", message: `${a.name} and ${b.name} have no ${apart.join(" and no ")} in common, and several each: it cannot be told what to compare with what.`, remedy: "Compare matrices with one prompt or one narrator each, or that have them in common." });
  }
  return compareArms({ a: { name: a.name, plays: plays(a) }, b: { name: b.name, plays: plays(b) }, primary, thing: groups });
}

/** What its players broke says little about prompt or narrator; what was not played to its end says nothing yet. */
export const told = (rows: readonly MatrixRow[]): MatrixRow[] => rows.filter(({ broken, outcome }) => !broken && ["completed", "timeout", "failed", "crashed"].includes(outcome));

const playOf = ({ story, seed, outcome, metrics }: MatrixRow, pair: string): Play => ({ pair, cluster: `${story}/${seed}`, outcome, metrics });
const valuesOf = ({ rows }: NamedRows, by: VariedBy): string[] => [...new Set(rows.map((row) => row[by]))];
