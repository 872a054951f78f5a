import { expect, test } from "vitest";
import {
  failing,
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import { HarnessError } from "../../kernel/errors/index.ts";

import type { Target } from "../mechanisms/index.ts";
import { type CheckGate, judgeCheck } from "../report/index.ts";

test("a system that does everything right is excellent", async () => {
  const { summary, semantic, state } = await smallCheck();
  expect(summary).toMatchObject({
    health_status: "EXCELLENT",
    combined_score: 100,
    total_tests: 6,
    hard_fail_count: 0,
    missing_count: 0,
    critical_failures: [],
    partial: false,
    expectation_sources: { original: 2, opus: 0, human_override: 0 },
  });
  expect(semantic).toMatchObject({
    tests_run: 2,
    average_score: 100,
    topic_scores: { gray_rock: { avg: 100, tests: 1, hard_fails: 0 } },
    metrics: { final: { recall: 1, mrr: 1, ndcg: 1 } },
  });
  // An extra handler is shown, and costs nothing.
  expect(state!.results[0]).toMatchObject({ score: 100 });
});

test("an always bank fails as a whole, and says which tests really failed", async () => {
  const always = [
    ...smallBanks.always!,
    { ...smallBanks.always![0]!, test_id: "ALWAYS-002", expected_always: ["gray_rock"] },
  ];
  const { always: component, summary } = await smallCheck(goodTarget, { banks: { ...smallBanks, always } });
  expect(component).toMatchObject({
    hard_fails: 2,
    all_passed: false,
    failed: ["ALWAYS-002"],
    average_score: 50,
  });
  expect(summary.hard_fail_count).toBe(2);
  // A test without an answer is not a failed one.
  const half = await smallCheck(
    {
      ...goodTarget,
      always: ({ test_id }) => (test_id === "ALWAYS-001" ? failing() : Promise.resolve({ loaded: [] })),
    },
    { banks: { ...smallBanks, always } },
  );
  expect(half.always).toMatchObject({ hard_fails: 1, missing: 1, failed: ["ALWAYS-002"] });
});

test("some banks only: weights are rescaled, a bank without crisis tests can be excellent; partial if tests are left out", async () => {
  const { semantic, state } = smallBanks;
  const { summary } = await smallCheck(
    { ...goodTarget, state: async () => ({ handlers: [] }) },
    { banks: { dir: "", semantic: semantic!, state: state! } },
  );
  expect(summary).toMatchObject({ combined_score: 80, partial: false });
  expect((await smallCheck(goodTarget, { banks: { dir: "", semantic: semantic! } })).summary).toMatchObject({
    combined_score: 100,
    health_status: "EXCELLENT",
    partial: false,
    health_reasons: [],
  });
  const banks = ["semantic", "state", "pattern", "always"] as const;
  expect((await smallCheck(goodTarget, { scope: { banks, selected: true } })).summary).toMatchObject({
    partial: true,
    scope: { banks: 4, of: 4, selected: true },
  });
  expect(
    (
      await smallCheck(goodTarget, {
        banks: { dir: "", semantic: semantic!, state: state! },
        scope: { banks, selected: false },
      })
    ).summary,
  ).toMatchObject({
    partial: true,
    scope: { banks: 2, of: 4, selected: false },
    health_reasons: [],
  });
});

test("an unanswered test is missing: not 0, and not a pass", async () => {
  const { summary, semantic } = await smallCheck({
    ...goodTarget,
    semantic: (ask) => (ask.test_id === "V2-LOY-001" ? failing() : goodTarget.semantic!(ask)),
  });
  expect(semantic).toMatchObject({ average_score: 100, missing: 1, hard_fails: 0 });
  expect(semantic!.results[1]).toMatchObject({
    score: null,
    is_hard_fail: false,
    missing: { code: "outside-failed", message: "answered 500" },
  });
  expect(semantic!.score_distribution["0"]).toBe(0);
  expect(summary).toMatchObject({ combined_score: 100, missing_count: 1, health_status: null });
});

test("ids in which the expected ones occur by chance are not called chunks; more than asked for is noted", async () => {
  const found = selected(...Array.from({ length: 7 }, (_, at) => `v2/1${at}`));
  const semantic = [{ ...smallBanks.semantic![1]!, expected_primary: ["1"] }];
  const { notes } = await smallCheck(
    { ...goodTarget, semantic: async () => ({ selections: found }) },
    { banks: { dir: "", semantic } },
  );
  expect(notes).toMatchObject([
    { code: "unknown-ids", text: expect.stringMatching(/Another index, or another field/) },
    { code: "read-leniently", text: "7 documents came back for top_k 6; all of them count" },
  ]);
});

test("a system without answers has no score", async () => {
  const { summary } = await smallCheck({
    facts: goodTarget.facts,
    semantic: failing,
    state: failing,
    pattern: failing,
    always: failing,
  });
  expect(summary).toMatchObject({
    combined_score: null,
    missing_count: 6,
    health_status: null,
    health_reasons: ["no test has a score", "6 tests have no score"],
    critical_failures: [],
  });
});

test("our own failures stop the run", async () => {
  const full = new HarnessError({ code: "disk-full", message: "no space left", remedy: "", exit: 3 });
  await expect(smallCheck({ ...goodTarget, semantic: () => Promise.reject(full) })).rejects.toBe(full);
});

test("a mechanism that the target lacks is not tested: no score, no failure, one note", async () => {
  const { facts, semantic: retrieve } = goodTarget;
  const only = { facts, semantic: retrieve!, pattern: async () => undefined };
  const results = await smallCheck(only);
  expect(Object.keys(results.summary.component_scores)).toEqual(["semantic"]);
  expect(results.summary).toMatchObject({
    total_tests: 2,
    combined_score: 100,
    partial: true,
    health_status: "EXCELLENT",
    health_reasons: [],
    not_tested: ["state", "pattern", "always"],
    scope: { banks: 1, of: 4 },
  });
  expect(results.notes).toEqual([
    { code: "not-tested", text: "state, pattern, always: the target does not implement this" },
  ]);
  const judged = (gate: CheckGate, of = results) => judgeCheck(of, { gates: [gate] }).outcome;
  expect(judged({ name: "combined", least: 90 }).verdict.outcome).toBe("passed");
  expect(judged({ name: "pattern", least: 1 }).verdict.outcome).toBe("undecided");
  const none = await smallCheck({ facts });
  expect(none.summary).toMatchObject({ combined_score: null, health_status: null, total_tests: 0 });
  expect(judgeCheck(none).outcome).toMatchObject({
    gates: [{ is: "error" }],
    verdict: {
      headline: "Could not be judged: the target does not implement semantic, state, pattern, always.",
      next: [{ says: "docs/guide/retrieval.md shows what a target answers." }],
    },
  });
});

test("a mechanism that is declined for some tests lacks their scores", async () => {
  const { summary, semantic } = await smallCheck({
    ...goodTarget,
    semantic: async (ask) => (ask.test_id === "V2-LOY-001" ? undefined : goodTarget.semantic!(ask)),
  });
  expect(semantic!.results[1]).toMatchObject({ score: null, missing: { code: "not-answered" } });
  expect(summary).toMatchObject({ not_tested: [], missing_count: 1, health_status: null });
});

test("an expected entity is traced to where it was lost", async () => {
  const list = (ids: string[]) =>
    ids.map((entity_id, index) => ({ entity_id, rank: index + 1, score: 1 - index / 100 }));
  const others = (count: number) => Array.from({ length: count }, (_, index) => `other_${index}`);
  const lostIn = async (found: Awaited<ReturnType<NonNullable<Target["semantic"]>>>) =>
    (await smallCheck({ ...goodTarget, semantic: async () => found })).semantic!;
  const cut = await lostIn({ selections: [], candidates: list([...others(17), "gray_rock"]) });
  expect(cut.results[0]!.lost).toEqual([
    { entity_id: "gray_rock", expected: "primary", rank: 18, score: 0.83 },
    { entity_id: "biff_response", expected: "secondary" },
  ]);
  expect([cut.results[0]!.voyage_candidates.length, cut.results[0]!.beyond.length]).toEqual([15, 3]);
});

test("the order counts only if both came up", async () => {
  const ofTwo = selected("gray_rock", "biff_response");
  const { semantic } = await smallCheck({ ...goodTarget, semantic: async () => ({ selections: ofTwo }) });
  expect(semantic!.results[0]).toMatchObject({ score: 100 });
});
