import { expect, test } from "vitest";
import { costRange, mostOf, startWords } from "./estimate-words.ts";

const estimate = { low: 1, high: 3, atMost: 9, unpriced: [], count: 1, unit: "session" as const };

test("the button names the most that can be spent: the budget, or the cost at the turn limit", () => {
  expect(startWords(estimate)).toBe("Start, up to $9.00");
  expect(startWords({ ...estimate, budget: 4.2 })).toBe("Start, up to $4.20");
  expect(startWords({ ...estimate, budget: 100 })).toBe("Start, up to $9.00");
  expect(startWords({ ...estimate, low: 0, high: 0, atMost: 0 })).toBe("Start, free");
});

test("an unknown price is unknown, not free", () => {
  const unknown = { ...estimate, low: 0, high: 0, atMost: 0, unpriced: ["local/x"] };
  expect(mostOf(unknown)).toBeNull();
  expect(startWords(unknown)).toBe("Start, cost unknown");
  expect(mostOf({ ...unknown, budget: 2 })).toBe(2);
  expect(costRange(unknown)).toBe("Cost unknown");
  expect(costRange({ ...unknown, low: 1, high: 3 })).toBe("at least $1.00 to $3.00");
  expect(costRange({ ...estimate, high: 1 })).toBe("$1.00");
});
