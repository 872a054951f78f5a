import type { MatrixConfig, MatrixRow, ScoreWeights } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  compareArms,
  groups,
  judgeTogether,
  type ArmComparison,
  type Circumstances,
  type MetricName,
} from "../compare/index.ts";
import { betweenMatrices } from "./circumstances.ts";
import type { VariedBy } from "./compare-variants.ts";
import { playOf, told } from "./told-rows.ts";
import { whyUnpaired } from "./why-unpaired.ts";

export type NamedRows = {
  name: string;
  seed?: string | number;
  rows: readonly MatrixRow[];
  config?: MatrixConfig;
  weights?: ScoreWeights;
};
type Wish = {
  primary: MetricName;
  /** One comparison for each prompt, or narrator, that both have; otherwise one for all. */ by?: VariedBy;
};

/** Matrices over the same groups, each beside the first. */
export function compareAllMatrices(
  [first, ...others]: readonly NamedRows[],
  { primary, by }: Wish,
): ArmComparison[] {
  const sides = others.flatMap((other) => {
    // Of the whole, also where a part is compared: it was stopped, or not, as one.
    const circumstances = betweenMatrices(first!, other, primary);
    return (by === undefined ? [{ a: first!, b: other }] : eachInCommon(first!, other, by)).map((side) => ({
      ...side,
      circumstances,
    }));
  });
  return judgeTogether(
    sides.map(({ a, b, circumstances }) => compareMatrices(a, b, { primary, circumstances })),
  );
}

function eachInCommon(a: NamedRows, b: NamedRows, by: VariedBy): Array<{ a: NamedRows; b: NamedRows }> {
  const common = valuesOf(a, by).filter((value) => valuesOf(b, by).includes(value));
  if (common.length === 0)
    throw new HarnessError({
      code: "nothing-to-compare",
      message: `${a.name} and ${b.name} have no ${by} in common: ${valuesOf(a, by).join(", ")} in the one, ${valuesOf(b, by).join(", ")} in the other.`,
      remedy: `Leave --by out, or compare matrices with the same ${by}s.`,
    });
  const only = ({ name, seed, rows }: NamedRows, value: string): NamedRows => ({
    name: `${name}, ${by} ${value}`,
    seed,
    rows: rows.filter((row) => row[by] === value),
  });
  return common.map((value) => ({ a: only(a, value), b: only(b, value) }));
}

/** Two matrices over the same groups: what both vary is matched by name; where each has one of a kind, that is what is compared. */
export function compareMatrices(
  a: NamedRows,
  b: NamedRows,
  {
    primary,
    circumstances = betweenMatrices(a, b, primary),
  }: { primary: MetricName; circumstances?: Circumstances },
): ArmComparison {
  const matched = (["prompt", "narrator"] as const).filter((by) =>
    valuesOf(a, by).some((value) => valuesOf(b, by).includes(value)),
  );
  // By the seed as well: another seed drew other groups, and those are no pairs. Nor are groups that another guide drew from the same seed.
  const drawn = [a, b].every(({ rows }) => rows.every(({ group }) => group !== undefined));
  const plays = ({ rows }: NamedRows) =>
    told(rows).map((row) =>
      playOf(
        row,
        JSON.stringify([row.story, row.seed, ...(drawn ? [row.group] : []), ...matched.map((by) => row[by])]),
      ),
    );
  const apart = (["prompt", "narrator"] as const).filter((by) => !matched.includes(by));
  if (apart.some((by) => valuesOf(a, by).length > 1 || valuesOf(b, by).length > 1)) {
    throw new HarnessError({
      code: "nothing-to-compare",
      message: `${a.name} and ${b.name} have no ${apart.join(" and no ")} in common, and several each: it cannot be told what to compare with what.`,
      remedy: "Compare matrices with one prompt or one narrator each, or that have them in common.",
    });
  }
  const compared = compareArms({
    a: { name: a.name, plays: plays(a) },
    b: { name: b.name, plays: plays(b) },
    primary,
    thing: groups,
    circumstances,
  });
  if (compared.alone.a + compared.alone.b === 0 && compared.paired > 0) return compared;
  return {
    ...compared,
    unpaired: whyUnpaired(
      { ...a, called: a.name },
      { ...b, called: b.name },
      { paired: compared.paired, by: ["story", ...matched], bothWays: true },
    ),
  };
}

const valuesOf = ({ rows }: NamedRows, by: VariedBy): string[] => [...new Set(rows.map((row) => row[by]))];
