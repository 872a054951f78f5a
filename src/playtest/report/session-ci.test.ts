/** On sessions that language models played: what a reviewer sees of them. */
import { expect, test } from "vitest";
import { playRecorded } from "../../../tests/support/playtest/recorded-session.ts";
import type { Issue } from "../../contract/index.ts";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import { ciMarkdown, gateSuite, junitXml } from "../../kernel/report/index.ts";
import { readCeiling, readGate } from "../metrics/index.ts";
import { problemsInOrder } from "./first-screen.ts";
import { issueFinding, issueSentence, sessionCi } from "./index.ts";

/** A language model played it, and another found a contradiction. Later ones are copies, so that some are left out. */
const recorded = async (texts: { under?: string; over?: string }, unfinished?: string) => {
  const { result: one } = await playRecorded("innsmouth");
  const [found] = one.issues;
  const later = (by: number, severity: Issue["severity"]): Issue => ({
    ...found!,
    turn: found!.turn + by,
    severity,
  });
  const issues = [later(1, "warning"), later(3, "error"), found!, later(2, "error"), later(4, "error")];
  const result = { ...one, issues };
  const gates = [
    ...(texts.under === undefined ? [] : [readGate(texts.under)]),
    ...(texts.over === undefined ? [] : [readCeiling(texts.over)]),
  ];
  return { result, report: sessionCi(result, { gates, unfinished }) };
};

test("the verdict comes first, then the three worst findings with their quotes, then the cost", async () => {
  const { result, report } = await recorded({ under: "overall=100" });
  const markdown = ciMarkdown(report, { command: "play", exit: 1 });
  const worst = problemsInOrder(result.issues).slice(0, 3);
  const places = [
    "**Failed.** ",
    `Score ${result.metrics!.composite.score} of 100`,
    ...worst.map(({ turn, type, severity }) => `Turn ${turn}, ${type.replaceAll("_", "\\_")} (${severity})`),
    "**Cost:** ",
  ].map((text) => [text, markdown.indexOf(text)] as const);
  expect(places.filter(([, at]) => at < 0)).toEqual([]);
  expect(places.map(([, at]) => at)).toEqual(places.map(([, at]) => at).toSorted((a, b) => a - b));
  expect(markdown).toContain("The 3 worst of 5 findings");
  expect(worst.map(({ severity }) => severity)).toEqual(["error", "error", "error"]);
  expect(markdown).not.toContain("(warning)");
  expect(markdown.match(/> “/g)!.length).toBeGreaterThanOrEqual(worst.length);
  for (const [at, { evidence }] of worst.entries())
    expect(report.findings[at]!.quotes[0]!.text).toBe(evidence[0]!.text);
});

test("a failed gate is one failure with the worst findings below it; a passed one is none", async () => {
  const { result, report } = await recorded({ under: "overall=100", over: "loops=1000" });
  expect(report.gates.map(({ is }) => is)).toEqual(["failed", "passed"]);
  const [failure, ...others] = casesWith(
    readJunit(junitXml("rehearse play", [...report.suites, gateSuite(report.gates)])),
    "failure",
  );
  expect(others).toEqual([]);
  expect(JSON.stringify(failure)).toContain(problemsInOrder(result.issues)[0]!.description.slice(0, 20));
});

test("a session that did not finish passes no gate, and none fails; the comment says why", async () => {
  const { report } = await recorded({ under: "overall=1" }, "xAI answered 401: no such key");
  expect(ciMarkdown(report, { command: "play", exit: 2 })).toMatch(
    /\*\*No verdict: it did not finish\.\*\*\n\n- overall ≥ 1 was not judged: [^\n]*\n- xAI answered 401: no such key\n/,
  );
  expect(report.gates).toMatchObject([{ is: "error", says: expect.stringContaining("was not judged") }]);
  expect(report.suites[0]!.cases[0]!.outcome).toEqual({
    kind: "error",
    says: "xAI answered 401: no such key",
  });
});

test("without findings: what was not looked for, and why", async () => {
  const { result } = await playRecorded("innsmouth");
  const read = { turns: [], of: 2, unread: [], notLookedFor: ["contradiction" as const] };
  const unread = [1, 2].map((turn) => ({ turn, why: "xAI answered 503: try later.", attempts: 3 }));
  const said = (given: typeof result.read) => sessionCi({ ...result, read: given }, { gates: [] }).noFindings;
  expect(said({ ...read, asked: "grok-4", unread })).toBe(
    "No findings from the mechanical checks. Not measured: contradiction. Not read: turns 1, 2. grok-4 failed after 3 attempts: xAI answered 503: try later.",
  );
  expect(said(read)).toContain("Not looked for: contradiction. No reader was asked (--observer MODEL).");
  expect(said({ ...read, notLookedFor: [] })).toBe("No findings.");
});

test("words of the guide are quoted as the guide's, and a sentence quotes the issue's own turn", () => {
  const issue: Issue = {
    turn: 7,
    type: "guide-deviation",
    description: "The mayor lives.",
    severity: "warning",
    evidence: [
      { turn: 0, text: "The mayor is dead." },
      { turn: 7, text: "The mayor waves." },
    ],
    confidence: 0.9,
    source: "reader: m",
  };
  expect(issueFinding(issue).quotes.map(({ from }) => from)).toEqual(["Guide", "turn 7"]);
  expect(issueSentence(issue)).toBe("Turn 7, guide-deviation: The mayor lives. “The mayor waves.”");
  expect(issueFinding({ ...issue, type: "off-brand" }).title).toBe(
    "Turn 7, off-brand (accuracy not known) (warning)",
  );
});
