import { expect, test } from "vitest";
import type { Spent } from "../../contract/index.ts";
import { atMostOf, ofBudget, spentText, sumOf } from "./spent.ts";

const spent = (cost: number, possibly: Partial<Spent["possiblyBilled"]> = {}, unpriced = 0): Spent => ({
  cost,
  unpriced,
  possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0, ...possibly },
});

test.each([
  [spent(0), "$0.00"],
  [spent(0.4), "$0.40"],
  [spent(0.4, {}, 2), "$0.40 at least (2 attempts have no known price)"],
  [spent(0, {}, 1), "unknown (1 attempt has no known price)"],
  [
    spent(0.4, { attempts: 2, atMost: 0.25 }),
    "$0.40; possibly billed: up to $0.25 more for 2 attempts without an answer",
  ],
  [
    spent(0.4, { attempts: 1, unpriced: 1 }),
    "$0.40; possibly billed: 1 attempt without an answer, at an unknown price",
  ],
  // An attempt at a known price of 0 was not billed.
  [spent(0, { attempts: 3 }), "$0.00"],
])("%o reads %s", (each, text) => {
  expect(spentText(each)).toBe(text);
});

test("a budget stands beside the certain amount", () => {
  const possibly = spentText(spent(0, { attempts: 2, atMost: 0.25 }));
  expect(ofBudget(possibly, { budget: 5 })).toMatch(/^\$0\.00 \(budget \$5\.00\); possibly billed: up to/);
  expect(ofBudget("$0.43", { budget: 5 })).toBe("$0.43 (budget $5.00)");
});

test("sums are exact, and possibly billed amounts count as spent", () => {
  const sum = sumOf([spent(0.1, { attempts: 1, atMost: 0.2 }), spent(0.2, { attempts: 2, unpriced: 1 })]);
  expect(sum).toEqual(spent(0.3, { attempts: 3, atMost: 0.2, unpriced: 1 }));
  expect(atMostOf(sum)).toBe(0.5);
});
