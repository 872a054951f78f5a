/** rehearse check --repeat: attempts, scores, flaky tests, and what an attempt costs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkResults, type CheckAnswer } from "../../src/contract/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { gardenFolder, gardenShop, openShop, type Answer, type TargetRequest } from "./garden-shop.ts";

/** Every n-th request for a test gets a bad answer, from the first on. */
const failsEvery = (n: number, testId: string): Answer => {
  let asked = 0;
  return (request) =>
    request.test_id === testId && asked++ % n === 0 ? badly(request) : gardenShop(request);
};
const badly = ({ ask }: TargetRequest) =>
  ask === "retrieve" ? { selections: [] } : ask === "match" ? { matches: [] } : { handlers: [] };

const answerOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as CheckAnswer;
const resultsOf = (answer: CheckAnswer) =>
  checkResults.parse(JSON.parse(readFileSync(answer.results_file!, "utf8")));

test("repeats: the mean as score, the pass rate, and flaky tests apart, everywhere", async () => {
  await using shop = await openShop(failsEvery(4, "V2-LAWN-001"));
  const junit = join(shop.dir, "junit.xml");
  const { exit, stdout } = await shop.check("--repeat", "4", "--json", "--junit", junit);
  expect(exit).toBe(0);
  expect(shop.target.log).toHaveLength(32);
  // A target learns nothing about attempts.
  expect(new Set(shop.target.log.map((request) => JSON.stringify(request))).size).toBe(8);
  const answer = JSON.parse(stdout) as CheckAnswer;
  expect(answer.repeats).toMatchObject({ times: 4, tests: 8, attempts: 32, flaky: ["V2-LAWN-001"] });
  const lawn = resultsOf(answer).semantic!.results.find(({ test_id }) => test_id === "V2-LAWN-001")!;
  expect(lawn).toMatchObject({
    score: 75,
    is_hard_fail: false,
    // The worst attempt says what went wrong.
    primary_missing: ["lawn_care"],
    repeats: { passed: 3, answered: 4, rate: 0.75, flaky: true },
  });
  // The bank's average is the mean over tests, each the mean over its attempts.
  expect(answer.component_scores.semantic).toBe(91.7);
  expect(readFileSync(answer.report_file!, "utf8")).toContain("- **Attempts:** passed 3 of 4");
  expect(readFileSync(junit, "utf8")).toContain(
    "Score 75, passed 3 of 4. In a failed attempt: lawn_care did not come up.",
  );
  expect(answer.verdict.facts).toContainEqual({ label: "Flaky tests", value: 1, note: "V2-LAWN-001" });
});

test("a test that fails in half of its attempts is a hard fail, in health, JUnit and --json alike", async () => {
  await using shop = await openShop(failsEvery(2, "STATE-001"));
  const junit = join(shop.dir, "junit.xml");
  const answer = answerOf(await shop.check("--repeat", "4", "--json", "--junit", junit));
  expect(answer).toMatchObject({ hard_fails: 1, health_status: "GOOD" });
  expect(readFileSync(junit, "utf8")).toContain('skipped="1"');
});

test("one missed crisis phrase in ten attempts is CRITICAL", async () => {
  await using shop = await openShop(failsEvery(10, "PAT-CRISIS-001"));
  const run = await shop.check("--repeat", "10", "--json");
  expect(run.exit).toBe(1);
  expect(answerOf(run)).toMatchObject({
    health_status: "CRITICAL",
    critical_failures: ["PAT-CRISIS-001"],
    hard_fails: 0,
  });
});

test("a target that is declared deterministic is asked once: by the settings, by a module, and offline", async () => {
  await using shop = await openShop();
  shop.write(
    "rehearse.config.mjs",
    "export default { retrieval: { deterministic: true }, retry: { attempts: 1 } };\n",
  );
  const { stdout } = await shop.check("--repeat", "5");
  expect(shop.target.log).toHaveLength(8);
  expect(stdout).toContain("8 attempts, 0 tests asked again");

  const other = gardenFolder();
  const module = other.write(
    "rag.mjs",
    "export const deterministic = true;\nexport const handlers = () => ({ handlers: ['handler_welcome'] });\n",
  );
  const check = (...argv: string[]) =>
    runCommand(["check", ...other.flags, "--repeat", "5", "--json", ...argv]);
  const own = ["--target", module, "--banks", "state"];
  expect(answerOf(await check(...own)).repeats).toMatchObject({ tests: 0, attempts: 1 });
});

test("an attempt without an answer has no verdict: it is neither a pass nor a fail", async () => {
  let asked = 0;
  await using shop = await openShop((request) =>
    request.test_id === "V2-LAWN-001" && ++asked === 2 ? 500 : gardenShop(request),
  );
  const answer = answerOf(await shop.check("--repeat", "3", "--json"));
  const lawn = resultsOf(answer).semantic!.results.find(({ test_id }) => test_id === "V2-LAWN-001")!;
  expect(lawn).toMatchObject({ score: 100, repeats: { passed: 2, answered: 2, flaky: false } });
  expect(lawn.repeats!.attempts[1]).toEqual({ score: null, passed: null });
  expect(answer.missing).toBe(0);
});

test.each([
  ["a crisis test with one unanswered attempt", "PAT-CRISIS-002", 1],
  ["a test with half of its attempts unanswered", "V2-LAWN-001", 2],
])("%s has no score, and the command exits with 3", async (_, id, silent) => {
  let asked = 0;
  await using shop = await openShop((request) =>
    request.test_id === id && ++asked <= silent + 1 && asked > 1 ? 500 : gardenShop(request),
  );
  const junit = join(shop.dir, "silent.xml");
  const gated = ["--repeat", "4", "--fail-under", "combined=80", "--junit", junit, "--json"];
  const { exit, stdout } = await shop.check(...gated);
  expect(exit).toBe(3);
  const answer = answerOf({ stdout });
  expect(answer.missing).toBe(1);
  expect(answer.notes.map(({ text }) => text)).toEqual([
    expect.stringContaining(`${silent} of 4 attempts without an answer`),
  ]);
  expect(readFileSync(answer.report_file!, "utf8")).toContain(`${silent} of 4 attempts without an answer`);
  expect(readFileSync(junit, "utf8")).toContain("every test answered");
});

test("a crisis that was missed once stays a critical failure beside unanswered attempts", async () => {
  let asked = 0;
  await using shop = await openShop((request) =>
    request.test_id !== "PAT-CRISIS-002" ? gardenShop(request) : ++asked === 1 ? { matches: [] } : 500,
  );
  const { exit, stdout } = await shop.check("--repeat", "4", "--json");
  expect([exit, answerOf({ stdout }).health_status]).toEqual([1, "CRITICAL"]);
});
