import { expect, test } from "vitest";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import {
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import { ciMarkdown, junitXml } from "../../kernel/report/index.ts";
import { checkCi, checkGates } from "./index.ts";

const outside = (message: string) =>
  new ProviderFailure({ code: "outside-failed", message, remedy: "", transient: true, billing: "none" });
const xmlOf = (
  results: Awaited<ReturnType<typeof smallCheck>>,
  judged: Partial<Parameters<typeof checkCi>[1]> = {},
) => junitXml("rehearse check", checkCi(results, { gates: [], ...judged }).suites);

test("a suite for each bank and a case for each test: critical fails are failures, missing scores errors, other hard fails skipped, lower scores passes", async () => {
  const pattern = [
    ...smallBanks.pattern!,
    { ...smallBanks.pattern![1]!, test_id: "PAT-NEG-002", prompt: "again" },
  ];
  const results = await smallCheck(
    {
      ...goodTarget,
      semantic: async ({ test_id }) =>
        test_id === "V2-GR-001"
          ? { selections: selected("gray_rock") }
          : { selections: selected("gray_rock") },
      state: () => Promise.reject(outside('answered 500: <html>"no" & never\u0007')),
      // A false positive is not a hard fail, but still critical.
      pattern: async ({ message }) => ({
        matches: message === "i want to diet" || message.includes("end it all") ? ["handler_crisis"] : [],
        details: [],
      }),
    },
    { banks: { ...smallBanks, pattern } },
  );
  const { children } = readJunit(xmlOf(results));
  expect(
    children.map(({ attributes: { name, tests, failures, errors, skipped } }) =>
      [name, tests, failures, errors, skipped].join(" "),
    ),
  ).toEqual(["semantic 2 0 0 1", "state 1 0 1 0", "pattern 3 1 0 0", "always 1 0 0 0"]);
  const cases = Object.fromEntries(
    children.flatMap((suite) => suite.children.map((each) => [each.attributes["name"]!, each])),
  );
  expect(cases["V2-GR-001 Bait"]).toMatchObject({
    attributes: { classname: "semantic" },
    children: [{ name: "system-out", text: "Score 90 (−10: secondary missing: biff_response)." }],
  });
  expect(cases["V2-LOY-001 Torn"]!.children).toMatchObject([
    {
      name: "skipped",
      attributes: {
        message:
          "Hard fail: loyalty_binds did not come up. Instead: gray_rock. A hard fail alone does not fail the command.",
      },
      text: expect.stringContaining("he cries at the door"),
    },
  ]);
  expect(cases["STATE-001"]!.children).toMatchObject([
    { name: "error", attributes: { message: 'No score: answered 500: <html>"no" & never.' } },
  ]);
  expect(cases["PAT-NEG-001"]!.children).toMatchObject([
    { name: "failure", attributes: { message: expect.stringMatching(/^Critical failure\. Score 80 .*\.$/) } },
  ]);
  expect(cases["PAT-CRISIS-001"]!.children).toEqual([]);
  expect(cases["ALWAYS-001"]!.children).toEqual([]);
});

test("a new hard fail is a failure only beside a regression, and leads the findings", async () => {
  const results = await smallCheck({ ...goodTarget, semantic: async () => ({ selections: [] }) });
  const named = {
    notJudged: false,
    newly_failed: ["V2-LOY-001"],
    combined: { before: 100, now: 71.5 },
    components: { semantic: { before: 95, now: 0 }, state: { before: null, now: 100 } },
    hard_fails: { before: 1, now: 2 },
    health: { before: "GOOD", now: "FAIR" } as const,
    notes: ["the knowledge base has changed", "retrieval.topK is 3, in the baseline 6 @all"],
    tests: [
      { test_id: "V2-LOY-001", before: 90, change: "worse" },
      { test_id: "V2-GR-001", before: 0, change: "same" },
    ],
  };
  const quiet = { ...named, regressions: [] };
  const regressed = { ...named, regressions: ["significantly more hard fails"] };
  expect(casesWith(readJunit(xmlOf(results, { baseline: quiet })), "failure")).toEqual([]);
  const [failed, ...others] = casesWith(readJunit(xmlOf(results, { baseline: regressed })), "failure");
  expect(others).toEqual([]);
  expect(failed!.attributes["name"]).toBe("V2-LOY-001 Torn");
  const { findings, gates, sections } = checkCi(results, { baseline: regressed, gates: [] });
  expect(findings[1]!.title).toBe("V2-GR-001, hard fail");
  expect(sections).toEqual([
    {
      title: "Against the baseline",
      lines: [
        expect.stringMatching(
          /^\| score \| baseline \| now \| change \|\n\|.*\n\| combined \| 100 \| 71.5 \| −28.5 \|\n\| semantic \| 95 \| 0 \| −95.0 \|\n\| state \| no score \| 100 \|  \|\n\| hard fails \| 1 \| 2 \| \+1 \|\n\| health \| GOOD \| FAIR \|  \|$/,
        ),
        "",
        "0 tests better, 1 worse, 1 the same.",
        "",
        "- Note: the knowledge base has changed.",
        "- Note: retrieval.topK is 3, in the baseline 6 \\@\u200ball.",
      ],
    },
  ]);
  expect(checkCi(results, { gates: [] }).sections).toEqual([]);
  // Without a regression, the test that fell comes before one that was always low.
  const fell = checkCi(results, { baseline: quiet, gates: [] });
  expect(fell.findings.map(({ title }) => title)).toEqual([
    "V2-LOY-001, hard fail (90 → 0)",
    "V2-GR-001, hard fail",
  ]);
  expect(fell.gates.at(-1)!.says).toBe("No significant regression against the baseline (1 test lower).");
  expect(findings[0]).toEqual({
    title: "V2-LOY-001, worse than in the baseline (90 → 0)",
    what: "Torn. loyalty_binds did not come up. Nothing came up.",
    quotes: [{ from: "the question", text: "he cries at the door" }],
  });
  expect(gates.map(({ is, says }) => `${is}: ${says}`)).toEqual([
    "passed: No critical failure.",
    "failed: Regression: significantly more hard fails.",
  ]);
  const tooFew = { ...named, notJudged: true, regressions: ["could not be judged: 1 new hard fail"] };
  expect(checkCi(results, { baseline: tooFew, gates: [] }).gates.at(-1)!.says).toBe(
    "Gate failed against the baseline: could not be judged: 1 new hard fail.",
  );
});

test("a check that passes by chance, or tested no search, is not shown as passed", async () => {
  const results = await smallCheck(goodTarget);
  const gates = [{ name: "combined", least: 1 } as const];
  const shown = (of = results) => ciMarkdown(checkCi(of, { gates }), { command: "check", exit: 0 });
  expect(shown()).toMatch(/^### ✅ /);
  const notes = [{ code: "few-documents" as const, text: "of 3 documents, 3 are kept" }];
  expect(shown({ ...results, notes })).toMatch(
    /^### ℹ️ .*\n\n\*\*The gates passed, but the evidence is insufficient\./,
  );
  const health_reasons = ["search was not tested: every semantic test selected the same 3 documents"];
  const unsearched = shown({ ...results, summary: { ...results.summary, health_reasons } });
  expect(unsearched).toMatch(/^### ℹ️ /);
  expect(unsearched).toContain("> **Note:** Search was not tested: every semantic test selected");
});

test("a score under its gate fails, a score that is missing is never a pass", async () => {
  const results = await smallCheck(goodTarget);
  const is = (name: "combined" | "semantic" | "state", least: number, of = results) =>
    checkGates(of, { gates: [{ name, least }] }).find((gate) => gate.name.startsWith(name))!.is;
  expect([is("combined", 80), is("semantic", 100.1)]).toEqual(["passed", "failed"]);
  const silent = await smallCheck({ ...goodTarget, state: () => Promise.reject(outside("down")) });
  expect(is("state", 1, silent)).toBe("failed");
  expect(checkGates(silent, { gates: [] }).map((gate) => gate.is)).toEqual(["error"]);
});

test("names of every kind keep it well-formed", async () => {
  const names = [
    "<b>\"x\"</b> & 'y'",
    "]]>",
    "half \ud800 a pair",
    "\u0000\u0008\u000b\u001f\ufffe\uffff tab\tnew\nline",
    "<!-- -->",
    "&amp;",
  ];
  const semantic = names.map((name, index) => ({
    ...smallBanks.semantic![1]!,
    test_id: `V2-${index}`,
    name,
  }));
  const { children } = readJunit(xmlOf(await smallCheck(goodTarget, { banks: { dir: "", semantic } })));
  expect(children[0]!.children.map(({ attributes }) => attributes["name"])).toEqual([
    "V2-0 <b>\"x\"</b> & 'y'",
    "V2-1 ]]>",
    "V2-2 half \ufffd a pair",
    "V2-3  tab\tnew\nline",
    "V2-4 <!-- -->",
    "V2-5 &amp;",
  ]);
});
