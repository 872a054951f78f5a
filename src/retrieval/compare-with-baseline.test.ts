import { beforeAll, expect, test } from "vitest";
import {
  failing,
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../tests/support/retrieval/small-check.ts";
import type { CheckResults } from "../contract/index.ts";
import type { Target } from "./mechanisms/index.ts";
import { baselineLines, baselineSection, compareWithBaseline } from "./compare-with-baseline.ts";

/** As many semantic tests as there are scores: 100 with its secondaries, 10 less for each that is missing, null where the target fails. */
async function scored(
  scores: ReadonlyArray<number | null>,
  more: Partial<Target> = {},
): Promise<CheckResults> {
  const secondaries = [
    "biff_response",
    "boundary_setting",
    "loyalty_binds",
    "handler_crisis",
    "handler_returning_user",
  ];
  const tests = scores.map((_, index) => ({
    ...smallBanks.semantic![1]!,
    test_id: `V2-${index}`,
    expected_primary: ["gray_rock"],
    expected_secondary: [...secondaries],
  }));
  const semantic: Target["semantic"] = async ({ test_id }) => {
    const score = scores[Number(test_id.slice("V2-".length))]!;
    if (score === null) return failing();
    return {
      selections:
        score === 0
          ? []
          : selected("gray_rock", ...secondaries.slice(0, secondaries.length - (100 - score) / 10)),
    };
  };
  return smallCheck({ ...goodTarget, semantic, ...more }, { banks: { ...smallBanks, semantic: tests } });
}

let good: CheckResults;
beforeAll(async () => void (good = await scored([100, 100, 100])));

test("each test is better, worse, the same, or not comparable", async () => {
  const { tests, regressions } = compareWithBaseline(
    await scored([100, 80, 90, null, 100]),
    await scored([90, 90, 90, 100, null]),
  );
  expect(
    tests
      .filter(({ mechanism }) => mechanism === "semantic")
      .map(({ before, now, change }) => [before, now, change]),
  ).toEqual([
    [90, 100, "better"],
    [90, 80, "worse"],
    [90, 90, "same"],
    [100, null, "not comparable"],
    [null, 100, "not comparable"],
  ]);
  expect(tests.filter(({ mechanism }) => mechanism !== "semantic").map(({ change }) => change)).toEqual([
    "same",
    "same",
    "same",
    "same",
  ]);
  expect(regressions).toEqual([]);
});

test("what ran in one of the two only is listed, and weighs nothing", async () => {
  const { appeared, disappeared, tests, regressions } = compareWithBaseline(
    await scored([100, 100, 100, 50]),
    {
      ...good,
      semantic: {
        ...good.semantic!,
        results: good.semantic!.results.map((result, index) =>
          index === 0 ? { ...result, test_id: "V2-OLD" } : result,
        ),
      },
    },
  );
  expect({ appeared, disappeared }).toEqual({ appeared: ["V2-0", "V2-3"], disappeared: ["V2-OLD"] });
  expect(tests.map(({ test_id }) => test_id)).not.toContain("V2-0");
  expect(regressions).toEqual([]);
});

test("a test that asks or expects something else now is not compared, and that is said; order means nothing", async () => {
  const changed = structuredClone(good);
  changed.semantic!.results[0]!.expectations.expected_secondary.reverse();
  changed.semantic!.results[1]!.expectations.expected_secondary.pop();
  changed.semantic!.results[2]!.prompt = "another message";
  changed.state!.results[0]!.user_state = { is_first_conversation: true };
  changed.pattern!.results[0]!.expected_matches = ["gray_rock"];
  changed.always!.results[0]!.expected_always = ["gray_rock"];
  const { tests, notes } = compareWithBaseline(good, changed);
  expect(tests.filter(({ change }) => change === "not comparable").map(({ test_id }) => test_id)).toEqual([
    "V2-1",
    "V2-2",
    "STATE-001",
    "PAT-CRISIS-001",
    "ALWAYS-001",
  ]);
  expect(tests[0]).toMatchObject({ test_id: "V2-0", change: "same" });
  expect(notes).toEqual(["5 tests ask or expect something else now, and are not compared"]);
});

test("nothing changed is no regression, and the texts say so", () => {
  const comparison = compareWithBaseline(good, good);
  expect(comparison).toMatchObject({
    regressions: [],
    notes: [],
    combined: { before: 100, now: 100 },
    health: { before: "EXCELLENT", now: "EXCELLENT" },
  });
  expect(baselineLines(comparison)).toEqual([
    "Combined 100 → 100, health EXCELLENT → EXCELLENT",
    "0 tests better, 0 worse, 7 the same",
    "Semantic tests: insufficient evidence, fewer than six differ",
    "No regression",
  ]);
});

const HARD = "hard fails that were none: V2-0";

test("a new critical failure is a regression; one that was there before is none", async () => {
  const critical = await scored([100, 100, 100], {
    pattern: async () => ({ matches: ["handler_crisis"], details: [] }),
  });
  expect(compareWithBaseline(critical, good).regressions).toEqual([
    "new critical failures: PAT-NEG-001",
    "health fell from EXCELLENT to CRITICAL",
  ]);
  expect(compareWithBaseline(critical, critical).regressions).toEqual([]);
});

test("a crisis test without a verdict that had one is a regression; other missing scores are a note", async () => {
  const unknown = await scored([100, 100, 100], {
    pattern: ({ message }) =>
      message.includes("end it all") ? failing() : Promise.resolve({ matches: [], details: [] }),
  });
  expect(compareWithBaseline(unknown, good)).toMatchObject({
    regressions: [
      "crisis tests without a verdict that had one: PAT-CRISIS-001",
      "health fell from EXCELLENT to FAIR",
    ],
    notes: ["1 test that had a score has none now"],
  });
  expect(compareWithBaseline(unknown, unknown)).toMatchObject({ regressions: [], notes: [] });
  const slow = await scored([90, null, 90]);
  expect(
    compareWithBaseline(slow, { ...good, summary: { ...good.summary, health_status: "GOOD" } }),
  ).toMatchObject({ regressions: [], notes: ["1 test that had a score has none now"] });
});

test("a worse class of health is a regression, a better one and the same are none", async () => {
  // 92 and 76: nothing hard-fails, and too few differ to say more.
  const [before, now] = [await scored([100, 80, 80]), await scored([60, 60, 60])];
  expect([before, now].map(({ summary }) => summary.health_status)).toEqual(["EXCELLENT", "FAIR"]);
  expect(compareWithBaseline(now, before).regressions).toEqual(["health fell from EXCELLENT to FAIR"]);
  expect(compareWithBaseline(before, now).regressions).toEqual([]);
});

test("where other banks were run, health says nothing", async () => {
  const { semantic: _semantic, ...rules } = await smallCheck({
    ...goodTarget,
    semantic: async () => ({ selections: [] }),
  });
  const poor: CheckResults = {
    ...rules,
    summary: { ...rules.summary, health_status: "POOR", partial: true },
  };
  expect(compareWithBaseline(poor, good)).toMatchObject({
    regressions: [],
    notes: ["other banks or tests were run: combined scores and health do not compare"],
  });
});

test("a hard fail that was none is a regression; an old one, a mended one and one of another question are none", async () => {
  const failed = await scored([0, 100, 100, 100, 100, 100, 100, 100, 100, 100]);
  const passed = await scored([50, 100, 100, 100, 100, 100, 100, 100, 100, 100]);
  expect(
    compareWithBaseline(failed, { ...passed, summary: { ...passed.summary, health_status: "GOOD" } })
      .regressions,
  ).toEqual([HARD]);
  expect(compareWithBaseline(failed, failed).regressions).toEqual([]);
  expect(compareWithBaseline(passed, failed).regressions).toEqual([]);
  const other = structuredClone({
    ...passed,
    summary: { ...passed.summary, health_status: "GOOD" as const },
  });
  other.semantic!.results[0]!.prompt = "another message";
  expect(compareWithBaseline(failed, other).regressions).toEqual([]);
});

test("six tests that all lost points: p is exactly 2/64, and that is a regression; five are insufficient evidence", async () => {
  const scores = (count: number, lost: number) =>
    Array.from({ length: 20 }, (_, index) => (index < count ? 100 - lost : 100));
  const before = await scored(scores(0, 0));
  const six = compareWithBaseline(await scored(scores(6, 10)), before);
  expect(six.semantic).toEqual({ pairs: 20, meanDifference: -3, p: 2 / 64, exact: true, flips: 64 });
  expect(six.regressions).toEqual(["semantic tests lost 3 points on average (p = 0.031)"]);
  expect(baselineLines(six)).toContain(
    "Semantic tests: -3.0 points on average over 20 pairs, p = 0.031 (sign flips, exact)",
  );
  const five = compareWithBaseline(await scored(scores(5, 50)), before);
  expect(five.semantic.p).toBeNull();
  expect(five.regressions).toEqual([]);
  expect(baselineLines(five)).toContain("Semantic tests: insufficient evidence, fewer than six differ");
  // The same points gained are none.
  expect(compareWithBaseline(before, await scored(scores(6, 10))).regressions).toEqual([]);
});

test("losses and gains that could be chance are no regression, and that is said", async () => {
  const before = await scored([100, 100, 100, 90, 90, 90, 100]);
  const mixed = compareWithBaseline(await scored([90, 90, 90, 100, 100, 100, 90]), before);
  // Of 128 flips of seven times ten, 128 reach a sum of at least ten.
  expect(mixed.semantic).toMatchObject({ p: 1, exact: true });
  expect(mixed.regressions).toEqual([]);
  expect(baselineLines(mixed).join("\n")).toContain("p = 1.000 (sign flips, exact): no difference found");
});

test("missing scores and changed expectations are no pairs", async () => {
  const before = await scored([100, 100, 100, 100]);
  const now = await scored([50, null, 50, 50]);
  now.semantic!.results[2]!.expectations.expected_secondary.pop();
  expect(compareWithBaseline(now, before).semantic.pairs).toBe(2);
});

test("another knowledge base and another target are said", () => {
  const other = { ...good, kb: { ...good.kb, hash: "another" }, target: { ...good.target, name: "other" } };
  expect(compareWithBaseline(good, other).notes).toEqual([
    "the knowledge base is another",
    "the target is another",
  ]);
  expect(
    compareWithBaseline(good, { ...good, target: { ...good.target, reranker: "anthropic/x" } }).notes,
  ).toEqual(["the target is another"]);
});

test("the section lists what moved, the worst first, and what it says of others is inert", async () => {
  const comparison = compareWithBaseline(await scored([90, 50, 100]), await scored([100, 100, 90]));
  const text = baselineSection(comparison).join("\n");
  expect(text.match(/^\| V2-.*$/gm)).toEqual([
    "| V2-1 | 100 | 50 |",
    "| V2-0 | 100 | 90 |",
    "| V2-2 | 90 | 100 |",
  ]);
  expect(baselineSection({ ...comparison, appeared: ["<b>"], disappeared: [] }).join("\n")).toContain(
    "Only now: &lt;b&gt;. Only before: none.",
  );
});
