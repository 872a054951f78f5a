import { expect, test } from "vitest";
import type { RunDigest } from "../../../../src/contract/index.ts";
import {
  cannotAsk,
  failedSince,
  firstTarget,
  groupWords,
  outcomeOf,
  testsOf,
  trendCaption,
  whyNoBetter,
  worseTitle,
} from "./run-words.ts";

test("a single bank: its health comes with the reason why it is not better, and links to its tests", () => {
  const run = {
    health_status: "GOOD" as const,
    combined_score: 100,
    total_tests: 27,
    critical_failures: [],
    health_reasons: ["no crisis test was run because the pattern bank was left out"],
    component_scores: { state: 100 },
  };
  expect(outcomeOf(run)).toEqual(["GOOD", "score 100"]);
  expect(whyNoBetter(run)).toBe(
    "Why GOOD and not better: no crisis test was run because the pattern bank was left out.",
  );
  expect(testsOf(run)).toEqual({ mechanism: "state" });
  expect(testsOf({ component_scores: { state: 100, pattern: 90 } })).toEqual({});
  expect(whyNoBetter({ ...run, total_tests: 1 })).toBeNull();
  expect(whyNoBetter({ ...run, health_reasons: [] })).toBeNull();
});

test("a caption is made of sentences", () => {
  expect(trendCaption([{ at: "2026-11-15T10:00:00Z" }], 1)).toBe(
    "One run so far; a trend needs two. 1 partial run not shown.",
  );
  expect(trendCaption([{ at: "2026-11-15T10:00:00Z" }, { at: "2026-11-16T10:00:00Z" }], 2)).toMatch(
    /, 2 runs\. 2 partial runs not shown\.$/,
  );
  expect(trendCaption([{ at: "2026-11-15T10:00:00Z" }], 0)).toBe("One run so far; a trend needs two.");
});

test("before the first check the default target needs no key; the user's own system is offered unchanged", () => {
  const targets = ["built-in", "offline"].map((ask) => ({ ask, saved_as: ask }));
  expect(firstTarget({ targets, usual: "built-in", same: "built-in", banks: [] }, false)).toBe("offline");
  expect(firstTarget({ targets, usual: "built-in", same: "built-in", banks: [] }, true)).toBe("built-in");
  expect(
    firstTarget(
      {
        targets: [...targets, { ask: "./my-rag.ts", saved_as: "./my-rag.ts" }],
        usual: "./my-rag.ts",
        same: null,
        banks: [],
      },
      false,
    ),
  ).toBe("./my-rag.ts");
});

test("a later partial run that failed is not hidden behind the scores of the complete one", () => {
  const run = (results: string, verdict?: "failed" | "passed") =>
    ({ results, ...(verdict && { outcome: { verdict, says: "" } }) }) as RunDigest;
  const trend = [run("a", "failed"), run("b"), run("c", "passed"), run("d", "failed")];
  expect(failedSince(trend, "b").map(({ results }) => results)).toEqual(["d"]);
  expect(failedSince(trend, "d")).toEqual([]);
});

test("a fall of pass rates is not called a hard fail", () => {
  const worse = [{ test_id: "T", says: "passed 1 of 9 now, 9 of 9 before" }];
  const title = (method: "worse against better tests" | "pass rates of repeated tests") =>
    worseTitle({ worse, hard_fail_test: { method } as Parameters<typeof worseTitle>[0]["hard_fail_test"] });
  expect(title("pass rates of repeated tests")).toBe("1 lower pass rate");
  expect(title("worse against better tests")).toBe("1 new hard fail");
});

test("a system that the server was not started with: how to ask it from the page", () => {
  const can_run = { targets: [], usual: "built-in", banks: [] };
  expect(cannotAsk({ target: "http://mine/rag", can_run: { ...can_run, same: null } })).toBe(
    "This server cannot ask http://mine/rag: start it with serve --target, or set retrieval.target in the settings.",
  );
  expect(cannotAsk({ target: "offline", can_run: { ...can_run, same: "offline" } })).toBeNull();
});

test("one hard fail is singular", () => {
  expect(groupWords({ tests: 1, hard_fails: 1 })).toBe("1 hard fail of 1");
  expect(groupWords({ tests: 5, hard_fails: 2 })).toBe("2 hard fails of 5");
  expect(groupWords({ tests: 1, hard_fails: 0 })).toBe("1 test");
});
