import type { MatrixRow } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { holm, verdict } from "../../kernel/stats/index.ts";
import { compareArms, higherIsBetter, type ArmComparison, type MetricName, type Play, type Thing } from "../compare/index.ts";

export type VariedBy = "prompt" | "narrator";

/** Sessions that one group played with the same dice are one cluster, whatever else differed. */
const groups: Thing = { one: "group", many: "groups" };

/** `note`: why a difference decides nothing all the same. */
export type VariantComparison = ArmComparison & { note?: string };

/** Within one matrix: each prompt, or narrator, beside the first. Pairs are the same group and whatever else was varied. The more there are, the more is asked of each (Holm). */
export function compareVariants(rows: readonly MatrixRow[], { by, primary }: { by: VariedBy; primary: MetricName }): VariantComparison[] {
  const other = by === "prompt" ? "narrator" : "prompt";
  const plays = (variant: string) => told(rows).filter((row) => row[by] === variant).map((row) => playOf(row, `${row.pair}/${row[other]}`));
  const [first, ...others] = [...new Set(rows.map((row) => row[by]))];
  const crashed = (variant: string) => rows.filter((row) => row[by] === variant && row.outcome === "crashed").length;
  const compared = others.map((variant) => compareArms({ a: { name: `${by} ${first}`, plays: plays(first!) }, b: { name: `${by} ${variant}`, plays: plays(variant) }, primary, thing: groups }));
  return withHolm(compared).map((comparison, at) => withoutCrashedWinner(comparison, { a: crashed(first!), b: crashed(others[at]!) }));
}

/** The primary metric of several comparisons that are read side by side. */
export function withHolm<Comparison extends ArmComparison>(comparisons: readonly Comparison[]): Comparison[] {
  const ps = holm(comparisons.map(({ primary }) => primary.p));
  return comparisons.map((comparison, at) => {
    const { primary } = comparison;
    const said = primary.verdict === null ? null : verdict({ ...primary, p: ps[at]!, higherIsBetter: higherIsBetter(primary.metric) });
    return { ...comparison, primary: { ...primary, adjusted: ps[at]!, verdict: said } };
  });
}

/** Who crashed more often has only its better sessions to show: it does not win by them. */
function withoutCrashedWinner(comparison: ArmComparison, crashed: { a: number; b: number }): VariantComparison {
  const { primary } = comparison;
  const winner = primary.verdict === "better" ? "b" : primary.verdict === "worse" ? "a" : undefined;
  if (winner === undefined || crashed[winner] <= crashed[winner === "a" ? "b" : "a"]) return comparison;
  return { ...comparison, primary: { ...primary, verdict: "insufficient evidence" }, note: `${comparison[winner]} would have won, but ${counted(crashed[winner], "session")} of it crashed and ${crashed[winner === "a" ? "b" : "a"]} of the other's` };
}

export type NamedRows = { name: string; rows: readonly MatrixRow[] };

/** Two matrices over the same groups: what both vary is matched by name; where each has one of a kind, that is what is compared. */
export function compareMatrices(a: NamedRows, b: NamedRows, { primary }: { primary: MetricName }): ArmComparison {
  const matched = (["prompt", "narrator"] as const).filter((by) => valuesOf(a, by).some((value) => valuesOf(b, by).includes(value)));
  // By the seed as well: another seed drew other groups, and those are no pairs.
  const plays = ({ rows }: NamedRows) => told(rows).map((row) => playOf(row, [row.story, row.seed, ...matched.map((by) => row[by])].join("/")));
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
