/** From a CSV file to a gate: what a check says of a service that broke, in every place where it says it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckAnswer } from "../../src/contract/index.ts";
import { casesWith, readJunit } from "../support/report/junit-file.ts";
import { type Broken, startManual } from "./manual-service.ts";

let manual: Awaited<ReturnType<typeof startManual>>;
beforeAll(async () => void (manual = await startManual()));
afterAll(() => manual?.[Symbol.asyncDispose]());

const without =
  (isLost: (question: number) => boolean): Broken =>
  (hits, { question }) =>
    isLost(question) ? hits.slice(1) : hits;

const failsOnce: Broken = (hits, { question, time }) => (question % 2 === 0 && time === 1 ? 500 : hits);

const PASSED = /^Passed: no test that passed in the baseline fails now\.$/;
/** Each with its exit code and the first line of what it says. */
const ways: Record<string, [broken: Broken, exit: number, says: RegExp, ...flags: string[]]> = {
  works: [(hits) => hits, 0, PASSED],
  "wrong ids": [
    (hits) => hits.map((hit) => ({ ...hit, page: { id: `v2/${hit.page.id}` } })),
    1,
    /^Failed: none of the returned ids occurs in the bank or the knowledge base; 30 tests .* now fail: Q01, /,
  ],
  "500 to everything": [
    () => 500,
    3,
    /^Could not be judged: The target .* answered 500.* 4 requests failed\.$/,
  ],
  "500 to the first try of half of the questions": [failsOnce, 0, PASSED],
  "500 to half of the questions": [
    (hits, { question }) => (question % 2 === 0 ? 500 : hits),
    3,
    /^Could not be judged: 15 of 30 tests have no answer: Q02, /,
  ],
  "500 to half, without a gate that could notice": [
    (hits, { question }) => (question % 2 === 0 ? 500 : hits),
    3,
    /^Could not be judged: 15 of 30 tests have no answer: Q02, /,
    "--fail-under",
    "semantic=100",
  ],
  "500 to one question": [
    (hits, { question }) => (question === 7 ? 500 : hits),
    3,
    /^Could not be judged: 1 of 30 tests has no answer: Q07\.$/,
  ],
  "429 to everything": [() => 429, 3, /^Could not be judged: The target .* 429.* 4 requests failed\.$/],
  HTML: [() => "<html>Log in</html>", 3, /^Could not be judged: The target .* not JSON: <html>Log in/],
  "HTML, from the second request": [
    (hits, { question }) => (question === 1 ? hits : "<html>Log in</html>"),
    3,
    /^Could not be judged: 29 of 30 tests have no answer: Q02, /,
  ],
  slow: [() => ({ afterMs: 60 }), 1, /^Failed: p95 0\.\d\d s > 0\.05 s\.$/, "--fail-over", "p95=50ms"],
  "slow, within its limit": [
    () => ({ afterMs: 5 }),
    0,
    /^Passed: no test that .* fails now; p95 \d+\.\d+ s ≤ 60\.0 s\.$/,
    "--fail-over",
    "p95=60s",
  ],
  "never answers": [
    () => undefined,
    3,
    /^Could not be judged: The target .* did not answer its first request within 4 s\. 1 request failed\.$/,
  ],
  "half of the pages lost": [
    without((question) => question % 2 === 0),
    1,
    /^Failed: 15 tests that passed in the baseline now fail: Q02, .*; the combined score fell by 50\.0 points \(p < 0\.001\)\.$/,
  ],
  "one page lost": [without((question) => question === 7), 1, /^Failed: Q07 now fails 5 of 5\.$/],
  flaky: [
    (hits, { question, time }) => (question % 10 === 3 && time === 1 ? [] : hits),
    0,
    /^Passed: no test fails often enough to be a regression \(Q03 failed 1 of 5, Q13 failed 1 of 5, Q23 failed 1 of 5\)\.$/,
  ],
  empty: [() => [], 1, /^Failed: 30 tests that passed in the baseline now fail: Q01, /],
  "another shape": [
    () => ({ other: { found: { items: [{ id: "x" }] } } }),
    3,
    /^Could not be judged: The target .* no list at hits\. The response has lists at found\.items \(1, with id\)\./,
  ],
};

test.each(Object.entries(ways))("%s", async (_, [broken, exit, says, ...flags]) => {
  const { exit: code, stdout, comment, junit } = await manual.check(broken, ...flags);
  const { verdict, error } = JSON.parse(stdout) as CheckAnswer & { error?: { message: string } };
  const headline = verdict?.headline ?? error!.message;
  expect({ code, headline }).toEqual({ code: exit, headline: expect.stringMatching(says) as string });
  expect(verdict?.outcome).toBe(
    error ? undefined : exit === 0 ? "passed" : exit === 1 ? "failed" : "undecided",
  );
  const icon = exit === 0 ? "✅" : exit === 1 ? "❌" : "⚠️";
  expect(comment).toContain(`### ${icon} rehearse check`);
  // The cause stands in the comment and in JUnit, in the same words.
  const cause = headline.replace(/^(?:Failed|Passed|Could not be judged): /, "").slice(0, 25);
  const plain = (text: string) => text.replaceAll(/[\\\u200b]|&[a-z]+;|[<>"]/g, "");
  expect(plain(comment)).toContain(plain(cause));
  expect(plain(junit)).toContain(plain(cause));
  const root = readJunit(junit);
  expect({
    failures: casesWith(root, "failure").length > 0,
    errors: casesWith(root, "error").length > 0,
  }).toEqual({ failures: exit === 1, errors: exit === 3 });
});

test("ids that neither the bank nor the knowledge base has are said first, with the likely cause", async () => {
  const chunks: Broken = (hits) => hits.map(({ page, score }) => ({ page: { id: `${page.id}#0` }, score }));
  const { stdout } = await manual.check(chunks);
  const [first] = (JSON.parse(stdout) as CheckAnswer).verdict.cautions;
  expect(first).toMatch(
    /^No returned id is known: .* (?:"[a-z-]+#0",? ?){3}; the tests expect (?:"[a-z-]+",? ?){3}\. They look like ids of chunks: /,
  );
  const prefixed: Broken = (hits) =>
    hits.map(({ page, score }) => ({ page: { id: `v2/${page.id}` }, score }));
  expect((JSON.parse((await manual.check(prefixed)).stdout) as CheckAnswer).verdict.cautions[0]).toMatch(
    /\. They differ by a prefix: return the ids without it$/,
  );
});

test("failed requests are counted on the first screen, in the comment and in JUnit, though all was answered in the end", async () => {
  const { stdout, comment, junit } = await manual.check(failsOnce);
  const { verdict } = JSON.parse(stdout) as CheckAnswer;
  expect(verdict.cautions[0]).toMatch(/^15 of 45 requests failed, and 15 were sent again\./);
  for (const text of [comment, junit]) expect(text).toContain("15 failed, 15 sent again");
});
