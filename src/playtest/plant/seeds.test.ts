import { expect, test } from "vitest";
import { bankFor, FIT_SEEDS, notesOnSeeds, QUICK_SEEDS, REPORT_SEEDS } from "./seeds.ts";

test("no seed is on two sides", () => {
  const all = [...FIT_SEEDS, ...QUICK_SEEDS, ...REPORT_SEEDS];
  expect(new Set<number>(all).size).toBe(all.length);
});

test("seeds that were looked at get the words that were, all others the rest", () => {
  expect(bankFor(FIT_SEEDS)).toBe("fit");
  expect(bankFor(QUICK_SEEDS)).toBe("fit");
  expect(bankFor(["101"])).toBe("fit");
  expect(bankFor(REPORT_SEEDS)).toBe("report");
  expect(bankFor([1, 2])).toBe("report");
  expect(bankFor([301, 940])).toBe("fit");
  expect(bankFor([101, 1101])).toBe("report");
});

test("a mixture is said to be one", () => {
  expect(notesOnSeeds([101, 1101, 409])).toEqual([expect.stringContaining("seeds 101, 409")]);
  for (const seeds of [FIT_SEEDS, QUICK_SEEDS, REPORT_SEEDS, [1]]) expect(notesOnSeeds(seeds)).toEqual([]);
});
