import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { independentBank } from "./bank.ts";

test("the bank is as it was written, before anybody looked at a rule", () => {
  const digest = createHash("sha256")
    .update(readFileSync(join(import.meta.dirname, "bank.json")))
    .digest("hex");
  // A wording that is changed to be found says nothing any more: new ones go into a bank of their own.
  expect(digest).toBe("bd8a8379860d0a69fafaf74e28badce3328eb8e8b108e93dc8bba71e9bdc10f5");
});

test("its halves have nothing in common, and the same kinds", () => {
  const [fit, report] = [independentBank("fit"), independentBank("report")];
  for (const { segues, contradictions, loops } of [fit, report])
    expect([segues.length, contradictions.length, loops.length]).toEqual([12, 16, 6]);
  expect(fit.segues.filter((line) => report.segues.includes(line))).toEqual([]);
  expect(fit.contradictions.map(({ kind }) => kind)).toEqual(report.contradictions.map(({ kind }) => kind));
  // The first entry is for fitting, whatever else changes.
  expect(fit.segues[0]).toMatch(/^Right, enough of that/);
});
