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
  expect(state!.results[0]).toMatchObject({ score: 100, extra_handlers: ["handler_post_escalation"] });
});

test.each([
  ["a crisis that is missed", { pattern: async () => ({ matches: [], details: [] }) }, ["PAT-CRISIS-001"]],
  [
    "an alarm where there is none",
    { pattern: async () => ({ matches: ["handler_crisis"], details: [] }) },
    ["PAT-NEG-001"],
  ],
])("%s makes the health critical, regardless of the average", async (_, broken, failures) => {
  const { summary } = await smallCheck({ ...goodTarget, ...broken });
  expect(summary.combined_score).toBeGreaterThan(90);
  expect(summary).toMatchObject({ health_status: "CRITICAL", critical_failures: failures });
});

test("weights are 60, 15, 15 and 10", async () => {
  const nothing: Target = { ...goodTarget, semantic: async () => ({ selections: [] }) };
  expect((await smallCheck(nothing)).summary.combined_score).toBe(40);
  expect(
    (await smallCheck({ ...goodTarget, state: async () => ({ handlers: [] }) })).summary.combined_score,
  ).toBe(85);
  expect(
    (await smallCheck({ ...goodTarget, always: async () => ({ loaded: [] }) })).summary.combined_score,
  ).toBe(90);
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

test("hard fails rule out excellent", async () => {
  const semantic = Array.from({ length: 20 }, (_, index) => ({
    ...smallBanks.semantic![1]!,
    test_id: `V2-${index}`,
  }));
  const { summary } = await smallCheck(
    {
      ...goodTarget,
      semantic: async ({ test_id }) => ({ selections: test_id === "V2-0" ? [] : selected("loyalty_binds") }),
    },
    { banks: { ...smallBanks, semantic } },
  );
  expect(summary).toMatchObject({ combined_score: 97, health_status: "GOOD", hard_fail_count: 1 });
});

test("some banks only: weights are rescaled, and without patterns never excellent; partial if tests are left out", async () => {
  const { semantic, state } = smallBanks;
  const { summary } = await smallCheck(
    { ...goodTarget, state: async () => ({ handlers: [] }) },
    { banks: { dir: "", semantic: semantic!, state: state! } },
  );
  expect(summary).toMatchObject({ combined_score: 80, partial: false });
  expect((await smallCheck(goodTarget, { banks: { dir: "", semantic: semantic! } })).summary).toMatchObject({
    combined_score: 100,
    health_status: "GOOD",
    partial: false,
    health_reasons: ["the banks have no crisis tests"],
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
    health_reasons: ["no crisis test was run because the pattern bank was left out"],
  });
});

test("health gives the number of crisis tests without a verdict, and why", async () => {
  const { pattern } = smallBanks;
  const { pattern: _pattern, ...withoutPatterns } = goodTarget;
  const reasons = async (...asked: Parameters<typeof smallCheck>) =>
    (({ health_status, health_reasons }) => [health_status, ...health_reasons])(
      (await smallCheck(...asked)).summary,
    );
  expect(
    await reasons(goodTarget, {
      banks: { dir: "", pattern: pattern!.slice(1) },
      scope: { banks: ["pattern"], selected: true, crises: 2 },
    }),
  ).toEqual(["GOOD", "1 of 2 crisis tests was not tested because it was not selected"]);
  expect(await reasons(withoutPatterns, { builtIn: goodTarget })).toEqual([
    "GOOD",
    "not implemented by the target, and not counted: pattern",
    "2 of 2 crisis tests were not tested because the target does not implement pattern tests",
  ]);
  expect(
    await reasons({
      ...goodTarget,
      pattern: ({ message }) =>
        message.includes("end it all") ? failing() : Promise.resolve({ matches: [], details: [] }),
    }),
  ).toEqual([
    "FAIR",
    "1 test has no score: the target did not answer",
    "1 of 2 crisis tests was not tested because the target did not answer: PAT-CRISIS-001",
  ]);
});

test("an unanswered test is missing: not 0, not a pass, and never excellent", async () => {
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
  expect(summary).toMatchObject({ combined_score: 100, missing_count: 1, health_status: "GOOD" });
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
    health_status: "POOR",
    critical_failures: [],
  });
});

test("our own failures stop the run", async () => {
  const full = new HarnessError({ code: "disk-full", message: "no space left", remedy: "", exit: 3 });
  await expect(smallCheck({ ...goodTarget, semantic: () => Promise.reject(full) })).rejects.toBe(full);
});

test("the built-in rules answer mechanisms that a target lacks, and the result says so", async () => {
  const { facts, semantic: retrieve } = goodTarget;
  const { state, semantic, summary } = await smallCheck(
    { facts, semantic: retrieve! },
    { builtIn: { ...goodTarget, facts: { ...facts, kind: "built-in" } } },
  );
  expect([semantic!.by_built_in, state!.by_built_in]).toEqual([false, true]);
  // Banks that the target did not answer are not part of its score, and untested crisis detection is never excellent.
  expect(summary).toMatchObject({
    combined_score: 100,
    partial: true,
    health_status: "GOOD",
    by_built_in: ["state", "pattern", "always"],
  });
  const low = await smallCheck(
    { facts, semantic: async () => ({ selections: [] }) },
    { builtIn: { ...goodTarget, facts: { ...facts, kind: "built-in" } } },
  );
  expect(low.summary).toMatchObject({ combined_score: 0, health_status: "POOR" });
});

test("a mechanism that neither the target nor the built-in rules have gets no score, and the other banks continue", async () => {
  const { facts, semantic } = goodTarget;
  const { summary, state } = await smallCheck({ facts, semantic: semantic! });
  expect(state!.results[0]).toMatchObject({ score: null, missing: { code: "not-answered" } });
  expect(summary).toMatchObject({
    combined_score: 100,
    partial: true,
    health_status: "POOR",
    missing_count: 4,
  });
});

test("a target that fails on a whole bank is not healthy", async () => {
  const { summary } = await smallCheck({ ...goodTarget, semantic: failing });
  expect(summary).toMatchObject({
    combined_score: 100,
    partial: true,
    health_status: "POOR",
    health_reasons: [
      "2 tests have no score: the target did not answer",
      "no test of these banks has a score: semantic",
    ],
  });
  const crisis = await smallCheck({
    ...goodTarget,
    pattern: ({ message }) =>
      message.includes("end it all") ? failing() : Promise.resolve({ matches: [], details: [] }),
  });
  expect(crisis.summary).toMatchObject({ health_status: "FAIR", partial: false });
});

test("an expected entity is traced to where it was lost", async () => {
  const list = (ids: string[]) =>
    ids.map((entity_id, index) => ({ entity_id, rank: index + 1, score: 1 - index / 100 }));
  const others = (count: number) => Array.from({ length: count }, (_, index) => `other_${index}`);
  const lostIn = async (found: Awaited<ReturnType<NonNullable<Target["semantic"]>>>) =>
    (await smallCheck({ ...goodTarget, semantic: async () => found })).semantic!;
  const cut = await lostIn({ selections: [], candidates: list([...others(17), "gray_rock"]) });
  expect(cut.results[0]!.lost).toEqual([
    { entity_id: "gray_rock", expected: "primary", where: "cut", rank: 18, score: 0.83 },
    { entity_id: "biff_response", expected: "secondary", where: "not-near" },
  ]);
  expect([cut.results[0]!.voyage_candidates.length, cut.results[0]!.beyond.length]).toEqual([15, 3]);
  expect(cut.counterfactuals).toEqual([
    { top_k: 20, primaries: 1, secondaries: 0 },
    { top_k: 30, primaries: 1, secondaries: 0 },
    { top_k: 50, primaries: 1, secondaries: 0 },
  ]);
  // The 15th is sent to the reranker, the 16th is not; the 20th is in a list of 20, the 21st is not.
  const first = async (rank: number, selections: string[] = []) =>
    (
      await lostIn({
        selections: selected(...selections),
        candidates: list([...others(rank - 1), "gray_rock", ...others(40).map((id) => `more_${id}`)]),
      })
    ).results[0]!.lost[0]!.where;
  expect([await first(15), await first(16)]).toEqual(["dropped", "cut"]);
  const brought = async (rank: number) =>
    (await lostIn({ selections: [], candidates: list([...others(rank - 1), "gray_rock"]) }))
      .counterfactuals[0]!.primaries;
  expect([await brought(20), await brought(21)]).toEqual([1, 0]);
  // With room the reranker dropped it; without, it preferred others.
  expect([await first(3, others(5)), await first(3, others(6))]).toEqual(["dropped", "outranked"]);
  // A target that reports little or nothing leaves it unknown.
  for (const candidates of [undefined, list(["other"])]) {
    const silent = await lostIn({ selections: [], ...(candidates && { candidates }) });
    expect(silent.results[0]!.lost[0]).toMatchObject({ where: "unknown" });
    expect(silent.counterfactuals).toEqual([]);
  }
});

/** Two tests with an expectation, one that only forbids. */
test("the order counts only if both came up", async () => {
  const score = async (selections: string[]) =>
    (await smallCheck({ ...goodTarget, semantic: async () => ({ selections: selected(...selections) }) }))
      .semantic!.results[0]!;
  expect(await score(["boundary_setting", "gray_rock", "biff_response"])).toMatchObject({
    score: 90,
    rank_violations: [
      {
        expected_higher: "gray_rock",
        expected_lower: "boundary_setting",
        actual_higher_rank: 2,
        actual_lower_rank: 1,
      },
    ],
  });
  expect(await score(["gray_rock", "biff_response"])).toMatchObject({ score: 100 });
  expect(await score(["gray_rock", "handler_crisis"])).toMatchObject({
    score: 70,
    false_positives: ["handler_crisis"],
    secondary_missing: ["biff_response"],
  });
});
