/** Plans of a bisect and of an A/B test that somebody has edited: it is said what is wrong with which file. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AB_PLAN, readAbPlan } from "../ab/index.ts";
import { BISECT_PLAN, readBisectPlan } from "./bisect-files.ts";

test.each([
  ["A/B test", AB_PLAN, readAbPlan],
  ["bisect", BISECT_PLAN, readBisectPlan],
] as const)("the plan of a changed %s", (_, file, read) => {
  const dir = mkdtempSync(join(tmpdir(), "plan-"));
  expect(() => read(dir)).toThrow(`file not found: ${join(dir, file)}`);
  const put = (text: string) => writeFileSync(join(dir, file), text);
  put("{");
  expect(() => read(dir)).toThrow(`${join(dir, file)} is damaged: it is not JSON at line 1`);
  put('{ "version": 2 }');
  expect(() => read(dir)).toThrow(/has format 2; this version of rehearse reads up to 1/);
  put('{ "version": 0 }');
  expect(() => read(dir)).toThrow(/is damaged: version: /);
});
