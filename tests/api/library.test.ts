/** Promises of the library's functions besides their results. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import {
  check,
  HarnessError,
  matrix,
  openSession,
  play,
  replay,
  resume,
  type SessionResult,
} from "../../src/index.ts";
import "../../src/vitest.ts";
import { startRehearse } from "../support/cli/rehearse-process.ts";

const root = resolve(import.meta.dirname, "../..");
const out = mkdtempSync(join(tmpdir(), "library-"));
const always = {
  ...({ kb: "shipped", testBanks: "shipped", target: "offline", save: false } as const),
  banks: ["always" as const],
};
const house = { narrator: "house", seed: 7, maxTurns: 4, out };
let looping: SessionResult;
let unread: SessionResult;

beforeAll(async () => {
  const printed = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")];
  looping = await play({ ...house, narrator: "house/looping", maxTurns: 9 });
  unread = await play({ ...house, observer: "none" });
  for (const stream of printed) expect(stream).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

const json = async (...args: string[]) =>
  JSON.parse((await startRehearse([...args, "--json"], { cwd: out, env: {} }).ended).stdout) as object;

test("play returns what play --json prints and session.json keeps", async () => {
  const result = await play(house);
  const printed = await json("play", "--narrator", "house", "--seed", "7", "--max-turns", "4", "--out", ".");
  expect(Object.keys(result).sort()).toEqual(Object.keys(printed).sort());
  const { outcome, turns, issues, overall, models, pulses } = result;
  expect(printed).toMatchObject({ outcome, turns, issues, overall, models, pulses });
  expect(JSON.parse(readFileSync(join(result.dir, "session.json"), "utf8"))).toEqual(result);
});

test("check returns what check --json prints, with a verdict on each test", async () => {
  const answer = await check({ ...always, out });
  const flags = ["--kb", "shipped", "--test-banks", "shipped", "--target", "offline", "--no-save"];
  expect(answer).toEqual(await json("check", ...flags, "--banks", "always"));
  expect(answer.tests).toHaveLength(answer.total_tests);
  expect(answer.tests[0]).toMatchObject({ mechanism: "always", test_id: "ALWAYS-001", score: 100 });
});

test("a session stopped by signal is a result; a stopped matrix rejects and names its folder", async () => {
  const signal = AbortSignal.abort();
  expect(await play({ ...house, signal })).toMatchObject({ outcome: "interrupted", turns: 0 });
  const error = await matrix({ preset: "smoke", narrator: ["house"], out, signal }).catch(
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(HarnessError);
  expect(error).toMatchObject({ exit: 130 });
  expect((error as HarnessError).message).toContain(`The work so far is saved in ${out}/smoke-`);
});

test("replay returns a list of one branch, and with times an A/B test", async () => {
  const change = { checkpoint: join(looping.dir, "turn-3.json"), narrator: "house", turns: 1, out };
  expect(await replay(change)).toMatchObject([{ outcome: "stopped", turns: 4 }]);
  expect(await replay({ ...change, times: 2 })).toMatchObject({ plan: { b: { label: "narrator house" } } });
  expect(await replay.estimate(change)).toMatchObject({ from: { turn: 3 }, problems: [] });
});

test("a session played from a recording is not resumed with models", async () => {
  const { dir } = await play({ recording: join(root, "recordings/long-quiet"), out });
  await expect(resume({ dir })).rejects.toMatchObject({ code: "not-resumable" });
});

test("errors name options, not flags; commands stay as they are typed", async () => {
  const checkpoint = join(unread.dir, "turn-4.json");
  await expect(replay({ checkpoint })).rejects.toMatchObject({
    code: "session-over",
    remedy: expect.stringMatching(
      /^Play more turns with turns, raise the limit with maxTurns: 54,/,
    ) as unknown,
  });
  const neither = await matrix({}).catch((caught: unknown) => caught as HarnessError);
  expect(neither).toMatchObject({
    message: "matrix needs to know what to play.",
    remedy: expect.stringContaining('matrix({"preset":"smoke"})') as unknown,
  });
});

test.each([
  ["an unknown setting", () => play({ ...house, config: { budgett: 1 } as object }), /budgett.*budget/],
  ["a folder without turns", () => openSession(out), /not a session folder/],
])("%s is refused with an error that names it", async (_, call, message) => {
  const error = await call().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(HarnessError);
  expect((error as HarnessError).message).toMatch(message);
});

test("an opened session has its turns, findings and report beside the fields of its result", async () => {
  const session = await openSession(looping.dir);
  const { outcome, overall, issues, metrics, pulses, cost } = looping;
  expect(session).toMatchObject({ outcome, overall, issues, metrics, pulses, cost });
  expect(session.result).toEqual({ ...looping, durationMs: session.result.durationMs });
  expect(session.turns.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const [found] = session.findings;
  expect(session.turns[found!.turn - 1]!.narrator).toContain(found!.evidence.at(-1)!.text.slice(0, 40));
  expect(session.report()).toBe(readFileSync(join(looping.dir, "report.md"), "utf8"));
});

const failure = (assertion: () => void): string => {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("a failed matcher names turn, kind, quote and report", () => {
  const message = failure(() => expect(looping).toHaveNoFindings("loop"));
  expect(message).toMatch(/^\d+ findings?:\n {2}turn (\d), loop: .+\n {4}turn \d: "[^]+?"\n {4}turn \1: "/);
  expect(message).toContain(`Report: ${looping.dir}/report.md`);
  expect(failure(() => expect(looping).toComplete())).toMatch(
    /^The session did not complete\. Outcome: timeout .*\nWorst finding:\n {2}turn \d, loop/,
  );
  expect(failure(() => expect(looping).toScoreAtMost("loops", 0))).toMatch(
    /^loops \d > 0\.\nFindings?:\n {2}turns? [\d to]+, loop: .* \(\d+ points lost\)\n {4}turn \d: "/,
  );
  const untold = failure(() => expect(looping).toScoreAtLeast("completion", 0.9));
  expect(untold).toMatch(
    /^completion 0\.\d+ < 0\.9\.\nBeats not told:\n( {2}.+\n){3} {2}and \d+ more\nReport: /,
  );
  expect(untold).toContain(`\n  ${looping.pulses.untold![0]}\n`);
  expect(failure(() => expect(looping).toScoreAtLeast("overall", 99))).toMatch(/^overall [\d.]+ < 99\./);
});

test("a true expectation passes, and its negation fails", () => {
  expect(looping).toHaveNoFindings("leak");
  expect(looping).not.toHaveNoFindings("loop");
  expect(looping).not.toComplete();
  expect(looping).toScoreAtLeast("overall", 1);
  expect(failure(() => expect(looping).not.toScoreAtLeast("overall", 1))).toMatch(/^overall [\d.]+ ≥ 1\./);
});

test("a missing value fails a matcher and its negation, with the reason", () => {
  for (const assert of [expect(unread), expect(unread).not]) {
    expect(failure(() => assert.toHaveNoFindings("contradiction"))).toContain(
      "not looked for: contradiction; no reader was asked: name one with the option observer",
    );
    expect(failure(() => assert.toScoreAtLeast("overall", 1))).toMatch(/overall .*(reader|measured)/);
    expect(failure(() => assert.toScoreAtMost("contradictions", 9))).toContain("could not be measured");
  }
});

test("a bank without a score for a test does not pass", async () => {
  const answer = await check({ ...always, out });
  expect(answer).toPassBank();
  const [first, ...others] = answer.tests;
  const silent = {
    ...answer,
    missing: 1,
    combined_score: null,
    component_scores: { always: null },
    tests: [{ ...first!, score: null, missing: { code: "down", message: "no answer in 5 s" } }, ...others],
  };
  for (const assert of [expect(silent), expect(silent).not]) {
    expect(failure(() => assert.toPassBank())).toContain("ALWAYS-001 has no score: no answer in 5 s");
    expect(failure(() => assert.toScoreAtLeast("always", 1))).toContain(
      "always has no score: no answer in 5 s",
    );
  }
  expect(failure(() => expect({ ...answer, health_status: "CRITICAL" }).toPassBank())).toContain("CRITICAL");
});

test("a bank with a hard fail does not pass, whatever its health, and the message names expected and returned", async () => {
  const found = (ids: string[]) =>
    check({
      target: () => ({ selections: ids.map((entity_id) => ({ entity_id })) }),
      testBanks: "shipped",
      kb: "shipped",
      banks: ["semantic"],
      test: ["V2-GR-001"],
      out,
    });
  const message = await found([]).then((nothing) => failure(() => expect(nothing).toPassBank()));
  expect(message).toMatch(
    /^Failed tests: 1 of 1\.\n {2}V2-GR-001: Hard fail: .+ did not come up\. Nothing came up\./,
  );
  const wrong = await found(["bedtime_two_homes"]);
  expect(failure(() => expect(wrong).toPassBank())).toContain("Came up: bedtime_two_homes.");
});

test("a score of a check that is too low names the tests of that bank that lost most", async () => {
  const lost = (test_id: string, score: number, reason: string) => ({
    test_id,
    name: "",
    mechanism: "semantic" as const,
    score,
    means: "",
    breakdown: {},
    says: reason,
    is_hard_fail: score === 0,
    is_critical_failure: false,
  });
  const answer = await check({ ...always, out });
  const tests = [lost("V2-A", 90, "one secondary"), lost("V2-B", 0, "no primary"), ...answer.tests];
  const result = { ...answer, component_scores: { semantic: 45, always: 10 }, tests };
  expect(failure(() => expect(result).toScoreAtLeast("semantic", 80))).toBe(
    "semantic 45 < 80.\nLost most:\n  V2-B: no primary\n  V2-A: one secondary",
  );
  expect(failure(() => expect(result).toScoreAtLeast("always", 80))).toBe("always 10 < 80.");
});

test("check refuses an unknown option and names the nearest, and a dry run lists the tests with their questions", async () => {
  await expect(check({ ...always, tests: ["ALWAYS-001"] } as object)).rejects.toMatchObject({
    code: "unknown-option",
    message: expect.stringMatching(/^Unknown option tests of check\. Did you mean test\b/),
  });
  const { planned } = await check.estimate({ ...always, banks: undefined, test: ["V2-GR-001"] });
  expect(planned).toEqual([
    expect.objectContaining({ mechanism: "semantic", test_id: "V2-GR-001", question: expect.any(String) }),
  ]);
});

test("a wrong name or value is refused, with the nearest name", () => {
  expect(failure(() => expect(looping).toHaveNoFindings("loops" as "loop"))).toContain("Did you mean loop?");
  expect(failure(() => expect(looping).toScoreAtMost("overall", 99))).toBe(
    'Unknown metric of toScoreAtMost (lower is better) "overall".',
  );
  expect(failure(() => expect(looping).toScoreAtLeast("overal" as "overall", 1))).toContain(
    "Did you mean overall?",
  );
  expect(failure(() => expect(7).toComplete())).toContain("toComplete() expects a session");
  expect(failure(() => expect(looping).toPassBank())).toContain("toPassBank() expects the result of check()");
});
