/**
 * Is a matrix still as good as an earlier one? Each prompt and narrator on its own, by a one-sided test of overall, with
 * Holm's correction over them: four unchanged variants must not raise four times the false alarms of one.
 */
import type { ArmComparison, BaselineResult, MatrixRow } from "../../../../contract/index.ts";
import { holm, worseP } from "../../../../kernel/stats/index.ts";
import { compareArms, type BecauseOptions } from "../../../compare/index.ts";
import type { StoredMatrix } from "../stored-matrix.ts";
import { playOf } from "../matrix-rows.ts";
import {
  settingsApart,
  whyNotComparable,
  ENOUGH_PAIRS,
  groupsNeeded,
  partnersIn,
} from "./session-partners.ts";
import { variantsOf } from "./variants.ts";

const ALPHA = 0.05;

type Judged = BaselineResult["variants"][number];
type RowPair = { before: MatrixRow; now: MatrixRow };

/** Prompts are matched by name: a change of their text is what is tested. */
export function compareBaseline(
  before: StoredMatrix,
  now: Pick<StoredMatrix, "config" | "rows" | "points">,
  { quoteOf }: Pick<BecauseOptions, "quoteOf"> = {},
): BaselineResult {
  const partnerOf = partnersIn(before.rows);
  const apart = whyNotComparable(before, { ...now, name: "this matrix" });
  const variants = variantsOf(now.rows).map(({ prompt, narrator, name, rows }) => ({
    prompt,
    narrator,
    name,
    pairs: rows.flatMap((row): RowPair[] => {
      const partner = partnerOf(row);
      return partner ? [{ before: partner, now: row }] : [];
    }),
  }));
  const compared = variants
    .filter(({ pairs }) => pairs.length > 0)
    .map((variant) => ({
      ...variant,
      comparison: comparePairs(variant.pairs, {
        before: before.name,
        now: variant.name || "this matrix",
        quoteOf,
      }),
    }));
  const adjusted = holm(compared.map(({ comparison }) => fallP(comparison)));
  return {
    baseline: before.name,
    variants: compared.map(({ prompt, narrator, pairs, comparison }, at) => {
      const p = adjusted[at]!;
      const judged = apart
        ? ({ result: "not judged", why: apart.says } as const)
        : resultOf(comparison, { p, planned: pairs.length, variants: compared.length });
      return { prompt, narrator, planned: pairs.length, ...judged, comparison, p };
    }),
    notes: [
      settingsApart(before.config, now.config) ?? [],
      variants.filter(({ pairs }) => pairs.length === 0).map(({ name }) => `${name} is not in the baseline.`),
    ].flat(),
  };
}

/** Quotes come from this matrix: sessions of the baseline have the same names and may be gone. */
function comparePairs(
  pairs: readonly RowPair[],
  { before, now, quoteOf }: { before: string; now: string } & Pick<BecauseOptions, "quoteOf">,
): ArmComparison {
  const plays = (side: keyof RowPair) =>
    pairs.map((pair) => playOf(pair[side], { pair: pair.now.sessionId }));
  const current = plays("now");
  const [comparison] = compareArms(
    [
      { name: before, plays: plays("before") },
      { name: now, plays: current },
    ],
    {
      unit: "session",
      quoteOf: (play, kind) => (current.includes(play) ? quoteOf?.(play, kind) : undefined),
    },
  );
  return comparison!;
}

/** If few groups differ and all of them fell, the chance is exact. */
function fallP({ p, difference, better, worse }: ArmComparison): number | null {
  const tested = worseP({ p, mean: difference });
  return tested ?? (better === 0 && worse > 0 ? 2 ** -worse : null);
}

function resultOf(
  { groups, dropped }: ArmComparison,
  { p, planned, variants }: { p: number | null; planned: number; variants: number },
): Pick<Judged, "result" | "why"> {
  const scored = planned - dropped;
  if (scored < ENOUGH_PAIRS * planned)
    return { result: "not judged", why: `Only ${scored} of ${planned} pairs have a score on both sides.` };
  if (groups < groupsNeeded(variants)) return { result: "too few groups" };
  return { result: p !== null && p <= ALPHA ? "worse" : "passed" };
}
