/** On sessions that language models played: what a reviewer sees of them. */
import { expect, test } from "vitest";
import { playRecorded } from "../../../tests/support/playtest/recorded-session.ts";
import type { Issue } from "../../contract/index.ts";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import { ciMarkdown, gateSuite, junitXml } from "../../kernel/report/index.ts";
import { readCeiling, readGate } from "../metrics/index.ts";
import { problemsInOrder } from "./first-screen.ts";
import { sessionCi } from "./index.ts";

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
  return { result, report: sessionCi(result, { gates, judged: false, unfinished }) };
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

test("a reader that read nothing is named as such, with the reason", async () => {
  const { result } = await recorded({});
  const unread = { code: "unread-turn" as const, turns: [1, 2], text: "xAI answered 503: try later." };
  const read = {
    turns: [],
    of: 2,
    unread: [{ turn: 1, why: "503" }],
    notLookedFor: ["contradiction" as const],
  };
  const about = { gates: [], judged: false };
  const { notes, noFindings } = sessionCi({ ...result, read, notes: [unread] }, about);
  expect(notes).toEqual([expect.stringContaining("in turns 1, 2: xAI answered 503: try later.")]);
  expect(noFindings).toContain("The reader read no turn, so");
  expect(sessionCi({ ...result, read: { ...read, unread: [] } }, about).noFindings).toContain(
    "No reader was asked",
  );
});
