import { expect, test } from "vitest";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import {
  goodTarget,
  scored,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import type { CheckResults } from "../../contract/index.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import { ciMarkdown, junitXml } from "../../kernel/report/index.ts";
import { checkCi, checkReport, judgeCheck } from "./index.ts";

const outside = (message: string) =>
  new ProviderFailure({ code: "outside-failed", message, remedy: "", transient: true, billing: "none" });
const xmlOf = (results: CheckResults) => junitXml("rehearse check", checkCi(judgeCheck(results)).suites);

test("a suite for each bank: critical fails are failures, missing scores errors, other hard fails skipped", async () => {
  const results = await smallCheck({
    ...goodTarget,
    semantic: async () => ({ selections: selected("gray_rock") }),
    state: () => Promise.reject(outside('answered 500: <html>"no" & never\u0007')),
    // A false positive is not a hard fail, but still critical.
    pattern: async () => ({ matches: ["handler_crisis"], details: [] }),
  });
  const { children } = readJunit(xmlOf(results));
  expect(
    children.map(({ attributes: { name, tests, failures, errors, skipped } }) =>
      [name, tests, failures, errors, skipped].join(" "),
    ),
  ).toEqual(["semantic 2 0 0 1", "state 1 0 1 0", "pattern 2 1 0 0", "always 1 0 0 0", "requests 1 0 0 0"]);
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
          "Hard fail: loyalty_binds did not come up. Came up: gray_rock. A hard fail alone does not fail the command.",
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
});

test("a test that counts as a regression is a failure and leads the findings; one that may be chance is not", async () => {
  const missed = await smallCheck({ ...goodTarget, semantic: async () => ({ selections: [] }) });
  const before = structuredClone(await smallCheck(goodTarget));
  Object.assign(before.semantic!.results[0]!, { score: 0, is_hard_fail: true });
  const shown = (results: CheckResults) => {
    const ci = checkCi(judgeCheck(results, { baseline: { file: "results/a.json", results: before } }));
    return { ci, failed: casesWith(readJunit(junitXml("rehearse check", ci.suites)), "failure") };
  };
  const quiet = shown(missed);
  expect(quiet.failed).toEqual([]);
  // The test that fell comes before one that was always low.
  expect(quiet.ci.verdict.findings.map(({ title }) => title)).toEqual([
    "V2-LOY-001, hard fail (100 → 0)",
    "V2-GR-001, hard fail",
  ]);
  expect(quiet.ci.gates.map(({ says }) => says)).toEqual([
    "Gate passed: no critical failure.",
    "Gate passed: no test fails often enough to be a regression (V2-LOY-001 failed 1 of 1).",
  ]);
  const { ci, failed } = shown({ ...missed, target: { ...missed.target, deterministic: ["semantic"] } });
  expect(failed.map(({ attributes }) => attributes["name"])).toEqual(["V2-LOY-001 Torn"]);
  expect(ci.gates[1]).toMatchObject({ is: "failed", says: "Gate failed: V2-LOY-001 now fails." });
  expect(ci.verdict.findings[0]).toEqual({
    title: "V2-LOY-001, worse than in the baseline (100 → 0)",
    says: "Torn. loyalty_binds did not come up. Nothing came up. It failed 1 of 1; in the baseline it passed 1 of 1.",
    quotes: [{ at: "the question", text: "he cries at the door" }],
  });
});

test("a score under its gate fails; with a test unanswered, no gate is judged, whatever it is", async () => {
  const results = await smallCheck(goodTarget);
  const is = (name: "combined" | "semantic" | "state", least: number, of = results) =>
    judgeCheck(of, { gates: [{ name, least }] }).outcome.gates.find((gate) => gate.name.startsWith(name))!.is;
  expect([is("combined", 80), is("semantic", 100.1)]).toEqual(["passed", "failed"]);
  const silent = await smallCheck({ ...goodTarget, state: () => Promise.reject(outside("down")) });
  expect([is("state", 1, silent), is("semantic", 1, silent), is("semantic", 101, silent)]).toEqual([
    "error",
    "error",
    "error",
  ]);
  const { verdict, gates } = judgeCheck(silent).outcome;
  expect([verdict.outcome, verdict.headline, gates.map((gate) => gate.is)]).toEqual([
    "undecided",
    "Could not be judged: 1 of 6 tests has no answer: STATE-001.",
    ["error"],
  ]);
});

test("the verdict names at most twenty tests, and a comment counts all", async () => {
  const judged = judgeCheck(await scored(Array.from({ length: 23 }, () => 90)));
  expect(judged.outcome.verdict.findings).toHaveLength(20);
  expect(ciMarkdown(checkCi(judged), { command: "check", exit: 0 })).toContain("The 3 worst of 23 findings");
});

test("failed requests are counted, and more than one in twenty is the first caution", async () => {
  const results = await smallCheck(goodTarget);
  const { all } = results.totals;
  const asked = (failed: number) => {
    results.totals.byRole = { target: { ...all, attempts: 100, failed } };
    const judged = judgeCheck(results);
    const requests = judged.outcome.verdict.facts.find(({ label }) => label === "Requests");
    return [requests?.note, judged.outcome.verdict.cautions[0], xmlOf(results).includes(`${failed} failed`)];
  };
  expect(asked(5)).toEqual(["5 failed, 5 sent again", undefined, true]);
  expect(asked(6)).toEqual([
    "6 failed, 6 sent again",
    "6 of 100 requests failed, and 6 were sent again. Check the target's log.",
    true,
  ]);
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

test("the score of the offline models is called a baseline, not a health", async () => {
  const results = await smallCheck(goodTarget);
  const offline = judgeCheck({ ...results, notes: [{ code: "offline-models", text: "x" }] });
  const { verdict } = offline.outcome;
  const health = "not judged (offline baseline)";
  expect(verdict.facts[0]).toMatchObject({ label: "Health", value: health });
  expect(checkReport(offline)).toContain(`**Health Status:** ${health}\n`);
  expect(offline.summary.health_status).toBe("EXCELLENT");
  expect(verdict.headline).toMatch(/^Offline baseline, not your system's health: combined score 100, 0 hard/);
});
