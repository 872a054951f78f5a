import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { minimumDetectable, pairsNeeded, testPower } from "./index.ts";
import { studentCumulative, studentQuantile } from "./distributions.ts";

const { mde_power80_alpha05: known, paired } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  mde_power80_alpha05: { paired_dz: Record<string, number> };
  paired: { t: number; p_t_two_sided: number };
};
test.each(Object.entries(known.paired_dz))(
  "%s pairs: the minimum detectable effect is %d",
  (count, effect) => {
    const pairs = Number(count);
    const found = minimumDetectable({ pairs })!;
    expect(Math.round(found * 1_000) / 1_000).toBe(effect);
    expect(testPower({ pairs, effect: found })).toBeCloseTo(0.8, 10);
    // Slightly above, so that rounding does not require one more; below six pairs there is no verdict.
    expect(pairsNeeded({ effect: found + 1e-9 })).toBe(Math.max(6, pairs));
    if (pairs > 6) expect(pairsNeeded({ effect: found * 0.999 })).toBe(pairs + 1);
  },
);

test("Student's t, central and noncentral, agrees with scipy", () => {
  expect(2 * studentCumulative(-paired.t, { df: 9 })).toBeCloseTo(paired.p_t_two_sided, 12);
  expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736174694, 10);
  expect(studentQuantile(0.975, 199)).toBeCloseTo(1.9719565442517533, 10);
  expect(studentCumulative(12.7, { df: 1, shift: 16 })).toBeCloseTo(0.20913226139033825, 10);
  expect(studentCumulative(2.1, { df: 4, shift: 2.5 })).toBeCloseTo(0.3304909600972124, 12);
  expect(studentCumulative(2.1, { df: 10_000, shift: 0.5 })).toBeCloseTo(0.9451753189796592, 12);
});
