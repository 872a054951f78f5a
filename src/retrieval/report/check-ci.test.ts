import { expect, test } from "vitest";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import {
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import type { CheckResults } from "../../contract/index.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import { ciMarkdown, junitXml } from "../../kernel/report/index.ts";
import { concludeCheck } from "../baseline/index.ts";
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

test("a test that counts as a regression is a failure and leads the findings; one that may be chance is not", async () => {
  const missed = async (deterministic: boolean) => {
    const results = await smallCheck({ ...goodTarget, semantic: async () => ({ selections: [] }) });
    return deterministic
      ? { ...results, target: { ...results.target, deterministic: ["semantic" as const] } }
      : results;
  };
  const before = structuredClone(await smallCheck(goodTarget));
  Object.assign(before.semantic!.results[0]!, { score: 0, is_hard_fail: true });
  before.kb.hash = "other";
  const shown = async (results: CheckResults) => {
    const checked = { results, keep: (stem: string) => stem, drop: () => {} };
    const { comparison } = concludeCheck(checked, { baseline: { file: "results/a.json", results: before } });
    const ci = checkCi(results, { baseline: comparison, gates: [] });
    return { ci, failed: casesWith(readJunit(junitXml("rehearse check", ci.suites)), "failure") };
  };
  const quiet = await shown(await missed(false));
  expect(quiet.failed).toEqual([]);
  // The test that fell comes before one that was always low.
  expect(quiet.ci.findings.map(({ title }) => title)).toEqual([
    "V2-LOY-001, hard fail (100 → 0)",
    "V2-GR-001, hard fail",
  ]);
  expect(quiet.ci.gates.map(({ is, says }) => `${is}: ${says}`)).toEqual([
    "passed: No critical failure.",
    "passed: Against the baseline: no test fails often enough to be a regression (V2-LOY-001 failed 1 of 1).",
  ]);
  const { ci, failed } = await shown(await missed(true));
  expect(failed.map(({ attributes }) => attributes["name"])).toEqual(["V2-LOY-001 Torn"]);
  expect(ci.gates[1]).toMatchObject({
    is: "failed",
    says: "Against the baseline: V2-LOY-001 now fails.",
  });
  expect(ci.findings[0]).toEqual({
    title: "V2-LOY-001, worse than in the baseline (100 → 0)",
    what: "Torn. loyalty_binds did not come up. Nothing came up.",
    quotes: [{ from: "the question", text: "he cries at the door" }],
  });
  expect(ci.sections).toEqual([
    {
      title: "Against the baseline",
      lines: [
        expect.stringMatching(
          /^\| Score \| Baseline \| Now \| Change \|\n\|.*\n\| combined \| 100 \| 40 \| −60 \|\n[^]*\| hard fails \| 0 \| 2 \| \+2 \|\n\| health \| EXCELLENT \| POOR \|  \|$/,
        ),
        "",
        "0 tests better, 1 worse, 5 the same, 0 not compared.",
        "",
        "- Note: The knowledge base has changed since the baseline.",
      ],
    },
  ]);
  expect(checkCi(await missed(false), { gates: [] }).sections).toEqual([]);
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
