import fc from "fast-check";
import { expect, test } from "vitest";
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

const reportOf = (text: string): CiReport => ({
  name: text,
  about: text,
  gates: [{ name: text, is: "failed", says: text }],
  notes: [text],
  findings: Array.from({ length: 5 }, () => ({ title: text, what: text, quotes: [{ from: text, text }] })),
  noFindings: text,
  cost: text,
  suites: [],
});

test.each(hostile)("%j is not active anywhere in the text for GitHub", (text) => {
  nothingActive(untrusted(text));
  nothingActive(ciMarkdown(reportOf(text), { command: "play", exit: 1 }));
});

test("whatever was said: nothing active, and never longer than a comment may be", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.constantFrom(...hostile), (some, bad) => {
      nothingActive(untrusted(`${some}${bad}${some}`));
    }),
    { numRuns: 300, seed: 1 },
  );
  const lines = Array.from({ length: 5_000 }, (_, at) => `- line ${at} ${"x".repeat(100)}`);
  const long = ciMarkdown(
    { ...reportOf("@a".repeat(5_000)), sections: [{ title: "All", lines }] },
    { command: "play", exit: 0 },
  );
  expect(`${markerOf("play", "x".repeat(1_000))}\n\n${long}`.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(long).toMatch(/\n\n… cut here\. The report has the rest\.\n$/);
});

test("the verdict comes first, then three findings with quotes, then the cost", () => {
  const told = ciMarkdown(
    { ...reportOf("words"), gates: [{ name: "g", is: "failed", says: "Gate failed: overall 60 < 70." }] },
    { command: "play", exit: 1 },
  );
  expect(told).toMatch(
    /^### ❌ rehearse play: words\n\n\*\*Failed\.\*\* Gate failed: overall 60 &lt; 70\.[\s\S]*The 3 worst of 5 findings[\s\S]*> “words” \(words\)[\s\S]*\*\*Cost:\*\* words/,
  );
  expect(told.match(/> “words”/g)).toHaveLength(3);
});

test("gates that passed on insufficient evidence do not look decided", () => {
  const report: CiReport = { ...reportOf("x"), gates: [{ name: "g", is: "passed", says: "Gate passed." }] };
  const told = (undecided: boolean) =>
    ciMarkdown({ ...report, undecided }, { command: "matrix", exit: 0 })
      .split("\n\n")
      .slice(0, 2);
  expect(told(false)).toEqual(["### ✅ rehearse matrix: x", "**Passed.**"]);
  expect(told(true)).toEqual([
    "### ℹ️ rehearse matrix: x",
    "**The gates passed, but the evidence is insufficient.**",
  ]);
});

test.each([
  [2, "it could not start"],
  [3, "a provider or the machine failed"],
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

test("the marker is the same in every run and cannot end early", () => {
  expect(markerOf("play", "innsmouth baseline")).toBe("<!-- rehearse:play:innsmouth-baseline -->");
  expect(markerOf("check", "x --> <script>")).toBe("<!-- rehearse:check:x-script -->");
});
