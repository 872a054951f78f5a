import fc from "fast-check";
import { expect, test } from "vitest";
import { bareVerdict, fullVerdict, verdictSaying } from "../../../tests/support/report/sample-verdict.ts";
import { ciMarkdown, LONGEST_COMMENT, markerOf, untrusted, type CiReport } from "./index.ts";

const hostile = [
  "@someone look",
  "see #12 and owner/repo#7, GH-3",
  "https://evil.example/x.png and www.evil.example",
  "![i](http://x/y) [x](javascript:alert(1))",
  "<img src=x onerror=alert(1)> <!-- rehearse:play:x -->",
  "```\n# Heading\n| a |",
  "commit 0123456789abcdef0123456789abcdef01234567",
];
const nothingActive = (markdown: string) => {
  expect(markdown).not.toMatch(/@\w/);
  expect(markdown).not.toMatch(/#\d/);
  expect(markdown).not.toMatch(/GH-\d/i);
  expect(markdown).not.toMatch(/:\/\//);
  expect(markdown).not.toMatch(/www\./i);
  expect(markdown).not.toMatch(/<\w|<!--|<\//);
  expect(markdown).not.toMatch(/(?<!\\)\]\(/);
  expect(markdown).not.toMatch(/```/);
};

const findingSaying = (text: string) => ({ title: text, says: text, quotes: [{ at: text, text }] });
const reportOf = (text: string): CiReport => ({
  verdict: {
    ...verdictSaying(text),
    findings: Array.from({ length: 5 }, () => findingSaying(text)),
    next: [],
  },
  gates: [{ name: text, is: "failed", says: text }],
  cost: text,
  suites: [],
});

test.each(hostile)("%j is not active anywhere in the text for GitHub", (text) => {
  nothingActive(untrusted(text));
  nothingActive(ciMarkdown(reportOf(text), { command: "play", name: text, exit: 1 }));
});

test("a command to copy is not changed", () => {
  expect(untrusted("Offline: run `npm install @some/package`. @someone")).toMatch(
    /^Offline: run `npm install @some\/package`\. \\@.someone$/u,
  );
});

test("whatever was said: nothing active, and never longer than a comment may be", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.constantFrom(...hostile), (some, bad) => {
      nothingActive(untrusted(`${some}${bad}${some}`));
    }),
    { numRuns: 300, seed: 1 },
  );
  const [table] = verdictSaying("x".repeat(900)).tables;
  const many = { ...table!, rows: Array.from({ length: 500 }, () => table!.rows[0]!) };
  const long = ciMarkdown(
    { ...reportOf("@a".repeat(5_000)), verdict: { ...bareVerdict, tables: [many] } },
    { command: "play", exit: 0 },
  );
  expect(`${markerOf("play", "x".repeat(1_000))}\n\n${long}`.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(long).toMatch(/\n\n… cut here\. The report has the rest\.\n$/);
});

test("the verdict first, then its cause, the worst three findings with quotes, and the cost", () => {
  const markdown = ciMarkdown(
    {
      verdict: {
        ...fullVerdict,
        findings: [...fullVerdict.findings, findingSaying("c"), findingSaying("d")],
      },
      gates: [{ name: "g", is: "failed", says: "Gate failed: overall 64 < 70." }],
      cost: "nothing",
      report: "m/report.md",
      suites: [],
    },
    { command: "matrix", name: "blunt", exit: 1 },
  );
  expect(markdown.split(/\n+/).filter((line) => /^(#|\*\*|- Gate|Whole)/.test(line))).toEqual([
    "### ❌ rehearse matrix: blunt",
    "**Failed.**",
    "- Gate failed: overall 64 &lt; 70.",
    "#### Because",
    "#### Facts",
    "#### The 3 worst of 4 findings",
    "#### Variants",
    "#### Next",
    "**Cost:** nothing",
    "Whole report: `m/report.md`",
  ]);
  expect(markdown).not.toContain("**d**");
});

test("a gate that the headline is made of is said once", () => {
  const failed = (says: string) => ({ name: says, is: "failed" as const, says });
  const report: CiReport = {
    ...reportOf("x"),
    verdict: { ...bareVerdict, headline: "Failed: a 1 < 2. And 1 more gate." },
    gates: [failed("Gate failed: a 1 < 2."), failed("Gate failed: b 1 < 2.")],
  };
  expect(ciMarkdown(report, { command: "matrix", exit: 1 }).split("\n\n").slice(1, 3)).toEqual([
    "**Failed.**",
    "- Gate failed: a 1 &lt; 2.\n- Gate failed: b 1 &lt; 2.",
  ]);
});

test("gates that passed on insufficient evidence do not look decided", () => {
  const report: CiReport = {
    ...reportOf("x"),
    verdict: bareVerdict,
    gates: [{ name: "g", is: "passed", says: "Gate passed." }],
  };
  const told = (undecided: boolean) =>
    ciMarkdown(
      { ...report, verdict: { ...bareVerdict, outcome: undecided ? "undecided" : "done" } },
      { command: "matrix", name: "x", exit: 0 },
    )
      .split("\n\n")
      .slice(0, 2);
  expect(told(false)).toEqual(["### ✅ rehearse matrix: x", "**Passed.** Nothing to say."]);
  expect(told(true)).toEqual([
    "### ℹ️ rehearse matrix: x",
    "**The gates passed, but the evidence is insufficient.** Nothing to say.",
  ]);
});

test.each([
  [2, "it could not start"],
  [3, "a provider, the target or the machine failed"],
  [4, "the budget is spent"],
  [130, "it was stopped"],
])("exit %i is no verdict and never looks passed", (exit, says) => {
  for (const report of [undefined, reportOf("x")]) {
    const told = ciMarkdown(report, { command: "play", exit, error: "Because." });
    const began = exit === 2 && report !== undefined;
    expect(told).toContain(`**No verdict: ${began ? "it did not finish" : says}.**`);
    expect(told).not.toMatch(/✅|Passed/);
  }
});

test("gates that could not be judged say why themselves", () => {
  const says = "Could not be judged: the baseline has no score for 1 test; make a new one.";
  const gates: CiReport["gates"] = [{ name: "no regression", is: "error", says }];
  const report = { ...reportOf("x"), verdict: { ...bareVerdict, headline: "" }, gates };
  const [, told] = ciMarkdown(report, { command: "check", exit: 3 }).split("\n\n");
  expect(told).toContain("**No verdict.** Could not be judged: the baseline");
});

test("the marker is the same in every run and cannot end early", () => {
  expect(markerOf("play", "innsmouth baseline")).toBe("<!-- rehearse:play:innsmouth-baseline -->");
  expect(markerOf("check", "x --> <script>")).toBe("<!-- rehearse:check:x-script -->");
});
