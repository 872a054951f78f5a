import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAbPlan } from "./ab/plan-ab.ts";
import { readBisectPlan } from "./bisect/plan-bisect.ts";

test.each([
  ["an A/B test", "ab-plan.json", readAbPlan],
  ["a bisect", "bisect-plan.json", readBisectPlan],
] as const)("an edited plan of %s is refused with its file and what is wrong with it", (_, file, read) => {
  const dir = mkdtempSync(join(tmpdir(), "plan-"));
  expect(() => read(dir)).toThrow(`file not found: ${join(dir, file)}`);
  const put = (text: string) => writeFileSync(join(dir, file), text);
  put("{");
  expect(() => read(dir)).toThrow(`${join(dir, file)} cannot be read: it is not JSON at line 1`);
  put('{ "version": 1 }');
  expect(() => read(dir)).toThrow(/has format 1; this version of rehearse reads format 2/);
  put('{ "version": 2 }');
  expect(() => read(dir)).toThrow(/cannot be read: kind: /);
});
