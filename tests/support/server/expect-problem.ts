import { expect } from "vitest";
import { problem } from "../../../src/contract/index.ts";
import type { Answer } from "./served-workspace.ts";

/** Code, message, remedy, and never where in our code it happened. */
export function expectProblem(
  { status, json, text }: Answer,
  expected: { status: number; code: string; option?: string },
): void {
  expect({ status, code: json.error?.code, option: json.error?.option }).toEqual({
    option: undefined,
    ...expected,
  });
  expect(problem.parse(json).error.remedy).not.toBe("");
  expect(text).not.toMatch(/\bat .*\.[cm]?[jt]s:\d+|node_modules/);
}
