import { expect, test } from "vitest";
import { costOf, costRange, type EstimateData, startWords } from "./estimate-words.ts";

const known = { low: 1, high: 3 };
const data = { known, total: known, atTurnLimit: { known: 9 } };
const button = (given: EstimateData) => startWords(costOf(given));
const range = (given: EstimateData) => costRange(costOf(given)!);

test("the button names the most that can be spent: the budget, or the cost at the turn limit", () => {
  expect(button({ estimate: data })).toBe("Start, up to $9.00");
  expect(button({ estimate: data, budget: 4.2 })).toBe("Start, up to $4.20");
  expect(button({ estimate: data, config: { budget: 100 } })).toBe("Start, up to $9.00");
  expect(button({ known: { low: 0, high: 0 } })).toBe("Start, free");
  expect(button({})).toBe("Start");
});

test("an unknown price is unknown, not free", () => {
  const free = { low: 0, high: 0 };
  for (const unpriced of [{ total: null }, { unpriced: ["local/x"] }]) {
    expect(button({ known: free, ...unpriced })).toBe("Start, cost unknown");
    expect(range({ known: free, ...unpriced })).toBe("Cost unknown");
    expect(button({ estimate: { known: free, ...unpriced }, budget: 2 })).toBe("Start, up to $2.00");
    expect(range({ known, ...unpriced })).toBe("at least $1.00 to $3.00");
  }
  expect(range({ known: { low: 1, high: 1 } })).toBe("$1.00");
});
