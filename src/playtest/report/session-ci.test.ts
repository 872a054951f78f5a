/** On sessions that language models played: what a reviewer sees of them. */
import { expect, test } from "vitest";
import { playRecorded } from "../../../tests/support/playtest/recorded-session.ts";
import { casesWith, readJunit } from "../../../tests/support/report/junit-file.ts";
import { ciMarkdown, gateSuite, junitXml } from "../../kernel/report/index.ts";
import { readGates } from "../metrics/index.ts";
import { sessionCi, worstFirst } from "./index.ts";

/** A language model played it, and another found what is wrong with it. */
const recorded = async (texts: { under?: string; over?: string }, unfinished?: string) => {
  const { result } = await playRecorded("innsmouth");
  const { under, over } = texts;
  const gates = readGates({
    failUnder: under === undefined ? [] : [under],
    failOver: over === undefined ? [] : [over],
  });
  return { result, report: sessionCi(result, { gates, unfinished }) };
};

test("the verdict comes first, then the three worst findings with their quotes, then the cost", async () => {
  const { result, report } = await recorded({ under: "overall=100" });
  const markdown = ciMarkdown(report, { command: "play", exit: 1 });
  const worst = worstFirst(result.issues).slice(0, 3);
  const places = [
    "**Failed.**",
    `Gate failed: overall ${result.overall} `,
    result.verdict!.headline.slice(0, 30),
    `Overall: ${result.overall} of 100`,
    ...worst.map(({ turn, kind }) => `Turn ${turn}, ${kind}, `),
    "**Cost:** ",
  ].map((text) => [text, markdown.indexOf(text)] as const);
  expect(places.filter(([, at]) => at < 0)).toEqual([]);
  expect(places.map(([, at]) => at)).toEqual(places.map(([, at]) => at).toSorted((a, b) => a - b));
  expect(markdown).toContain(`The 3 worst of ${result.issues.length} findings`);
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
  expect(JSON.stringify(failure)).toContain(worstFirst(result.issues)[0]!.description.slice(0, 20));
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
  expect(said(read)).toContain("Not looked for: contradiction. No reader was asked (name an observer).");
  expect(said({ ...read, notLookedFor: [] })).toBe("No findings.");
});
