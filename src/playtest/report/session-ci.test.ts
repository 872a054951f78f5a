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
    /\*\*No verdict: it did not finish\.\*\*\n\n- xAI answered 401: no such key\n- overall ≥ 1 was not judged: /,
  );
  expect(report.gates).toMatchObject([{ is: "error", says: expect.stringContaining("was not judged") }]);
  expect(report.suites[0]!.cases[0]!.outcome).toEqual({
    kind: "error",
    says: "xAI answered 401: no such key",
  });
});
