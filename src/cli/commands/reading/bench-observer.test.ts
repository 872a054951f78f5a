import { expect, test } from "vitest";
import type { ObserverBench } from "../../../playtest/index.ts";
import { mistakesText } from "./bench-observer.ts";

test("mistakes use the names of findings, and quotes have one pair of quotation marks", () => {
  const at = { session: "a01", turn: 4 };
  const text = mistakesText({
    misses: [{ ...at, type: "loop", quote: '"Again,\nhe says."' }],
    falseAlarms: [{ ...at, type: "private", quote: 'He says "no"', about: "to Ada" }],
    fellFor: [],
  } as Pick<ObserverBench, "misses" | "falseAlarms" | "fellFor"> as ObserverBench);
  expect(text).toContain("a01, turn 4, repetition: “Again, he says.”\n");
  expect(text).toContain('a01, turn 4, private: “He says "no"” (to Ada)\n');
});
