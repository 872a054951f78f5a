/** Data of the retrieval views: saved runs of the offline pipeline and the banks, over a real port. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { retrievalOverview, testPage, testView } from "../../../src/contract/index.ts";
import { storedCheck } from "../../support/server/served-check.ts";
import { serveMade } from "../../support/server/served-playtests.ts";
import { makeWorkspace } from "../../support/server/served-workspace.ts";

const { workspace, served } = serveMade(makeWorkspace);
const get = async (path: string) => served.ask(`/api/retrieval${path}`);
const overview = async (query = "") => retrievalOverview.parse((await get(`/overview${query}`)).json);
const tests = async (query = "") => testPage.parse((await get(`/tests${query}`)).json);
const one = async (id: string, query = "") => testView.parse((await get(`/tests/${id}${query}`)).json);

test("before the first run: what could be run, and no invented results", async () => {
  expect(await overview()).toMatchObject({
    target: "built-in, offline",
    own: "built-in, offline",
    targets: [],
    latest: null,
    trend: [],
    can_run: {
      usual: "offline",
      banks: [
        { mechanism: "semantic", tests: 2 },
        { mechanism: "state", tests: 1 },
        { mechanism: "pattern", tests: 2 },
        { mechanism: "always", tests: 1 },
      ],
    },
  });
  expect(await tests()).toMatchObject({ total: 6, states: { "not-run": 6 } });
  expect(await one("V2-GR-001")).toMatchObject({
    card: { state: "not-run", score: null },
    last: null,
    expectations: { today: { expected_primary: ["gray_rock"] } },
  });
});

let stored: ReturnType<typeof storedCheck>;

test("after runs: health of the newest complete one, the runs, and each test's newest result", async () => {
  await served.ask("/cli/test-harness");
  stored = storedCheck(workspace.results);
  await served.ask("/cli/test-harness?banks=state");
  const { target, latest, trend, can_run } = await overview();
  expect(can_run.same).toBe("offline");
  expect({
    target,
    partial: latest?.run.partial,
    since: latest?.partial_since,
    runs: trend.map(({ total_tests }) => total_tests),
  }).toEqual({ target: "built-in, offline", partial: false, since: 1, runs: [6, 1] });
  expect(latest).toMatchObject({
    kb_changed: false,
    critical: [],
    groups: expect.arrayContaining([
      expect.objectContaining({
        mechanism: "state",
        scores: [expect.objectContaining({ name: "handler_returning_user", avg: 100 })],
      }),
    ]) as unknown,
  });
  const { last, previous, next } = await one("STATE-001");
  expect({ results: last?.results, previous, next }).toEqual({
    results: trend[1]!.results,
    previous: "V2-LOY-001",
    next: "PAT-CRISIS-001",
  });
  expect((await one("V2-GR-001")).last?.result).toMatchObject({
    mechanism: "semantic",
    voyage_candidates: expect.arrayContaining([
      expect.objectContaining({ rank: 1, score: expect.any(Number) as number }),
    ]) as unknown,
    expectations: { expected_primary: ["gray_rock"] },
  });
});

test("results of another system under test are separate", async () => {
  const { whole } = stored;
  writeFileSync(
    join(workspace.results, "results_2020-01-01-0000.json"),
    JSON.stringify({ ...whole, target: { ...whole.target, name: "http://rag.example" } }),
  );
  writeFileSync(join(workspace.results, "results_2020-01-02-0000.json"), "{ not JSON");
  const { targets, trend, unreadable } = await overview();
  expect({ targets, runs: trend.length, unreadable: unreadable.map(({ results }) => results) }).toEqual({
    targets: ["built-in, offline", "http://rag.example"],
    runs: 2,
    unreadable: ["results_2020-01-02-0000.json"],
  });
  const other = `?target=${encodeURIComponent("http://rag.example")}`;
  expect((await overview(other)).trend).toHaveLength(1);
  expect((await tests(`${other}&state=not-run`)).total).toBe(0);
  expect((await overview("?target=nobody")).latest).toBeNull();
});

test("a test has results by target: one may fail what another passes", async () => {
  const { whole, missed } = stored;
  // Newer than what the server's own system under test has: it is not what is shown without asking.
  writeFileSync(
    join(workspace.results, "results_2099-01-01-0000.json"),
    JSON.stringify({
      ...missed,
      timestamp: "2099-01-01T00:00:00.000Z",
      target: { ...whole.target, name: "./my-rag.ts" },
    }),
  );
  const { own, target, targets, can_run } = await overview();
  expect({ own, target, newest: targets[0], same: can_run.same }).toEqual({
    own: "built-in, offline",
    target: "built-in, offline",
    newest: "./my-rag.ts",
    same: "offline",
  });
  expect(can_run.targets).toContainEqual("offline");
  const other = `?target=${encodeURIComponent("./my-rag.ts")}`;
  expect(await overview(other)).toMatchObject({
    target: "./my-rag.ts",
    latest: { critical: [{ test_id: "PAT-CRISIS-001" }] },
    can_run: { same: null },
  });
  expect(await one("PAT-CRISIS-001")).toMatchObject({
    target: "built-in, offline",
    card: { state: "full", score: 100 },
    last: { target: "built-in, offline" },
  });
  const failing = await one("PAT-CRISIS-001", other);
  expect(failing).toMatchObject({
    target: "./my-rag.ts",
    card: { state: "critical", score: 0 },
    last: { target: "./my-rag.ts" },
  });
  expect(failing.targets).toEqual(["./my-rag.ts", "built-in, offline", "http://rag.example"]);
  rmSync(join(workspace.results, "results_2099-01-01-0000.json"));
});

test("tests come worst first, filtered, counted by state, and in pages without gaps", async () => {
  const scores = (await tests()).tests.map(({ score }) => score!);
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  expect((await tests("?mechanism=pattern&q=DIET")).tests.map(({ test_id }) => test_id)).toEqual([
    "PAT-NEG-001",
  ]);
  expect((await tests("?group=loyalty")).tests.map(({ test_id }) => test_id)).toEqual(["V2-LOY-001"]);
  const seen: string[] = [];
  for (let query = "?limit=4"; query !== "";) {
    const { tests: page, next, total } = await tests(query);
    expect(total).toBe(6);
    seen.push(...page.map(({ test_id }) => test_id));
    query = next === null ? "" : `?limit=4&cursor=${next}`;
  }
  expect(seen.toSorted()).toEqual([
    "ALWAYS-001",
    "PAT-CRISIS-001",
    "PAT-NEG-001",
    "STATE-001",
    "V2-GR-001",
    "V2-LOY-001",
  ]);
});
