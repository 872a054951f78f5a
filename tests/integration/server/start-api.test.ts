/** Work that is started, stopped and resumed over HTTP, with the house cast. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  jobList,
  jobView,
  retrievalOverview,
  startEstimate,
  workList,
  workSessions,
  type JobView,
  type WorkView,
} from "../../../src/contract/index.ts";
import { startCountingServer } from "../../support/model-servers/counting-server.ts";
import { makePlaytests, type PlaytestWorkspace } from "../../support/server/playtest-workspace.ts";
import { endedRun } from "../../support/server/served-check.ts";
import { serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

let workspace: PlaytestWorkspace;
let served: Served;
beforeAll(async () => {
  workspace = await makePlaytests();
  served = await serveWorkspace(workspace);
}, 90_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const post = (path: string, json: unknown, at: Served = served) => at.ask(path, { json });
const started = async (path: string, json: unknown, at?: Served): Promise<JobView> => {
  const answer = await post(path, json, at);
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return jobView.parse(answer.json);
};
const until = async (
  { id }: { id: string },
  is: (job: JobView) => boolean,
  at: Served = served,
): Promise<JobView> => {
  for (;;) {
    const job = jobView.parse((await at.ask(`/api/jobs/${id}`)).json);
    if (is(job)) return job;
    if (job.status !== "running") throw new Error(JSON.stringify(job));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const isDone = ({ status }: JobView) => status === "done";
const stop = async ({ id }: { id: string }): Promise<JobView> =>
  jobView.parse((await served.ask(`/api/jobs/${id}`, { method: "DELETE" })).json);
const work = async (at: Served = served): Promise<WorkView[]> =>
  workList.parse((await at.ask("/api/runs")).json).work;

const play = { story: "innsmouth", narrator: "house", players: 2, maxTurns: 6, seed: "7" };
const matrix = {
  stories: ["innsmouth"],
  prompts: ["baseline", "structured"],
  narrators: ["house"],
  sessions: 4,
  maxTurns: 12,
  seed: "5",
  concurrency: 1,
};
describe("a session", () => {
  test("is estimated, then played to its end", async () => {
    const estimate = startEstimate.parse((await post("/api/plays/estimate", play)).json);
    expect(estimate).toMatchObject({ low: 0, high: 0, count: 1, unit: "session", problems: [] });
    expect(estimate.command).toBe(
      "rehearse play --story innsmouth --prompt baseline --narrator house --players 2 --seed 7 --max-turns 6",
    );
    const before = readdirSync(workspace.sessions);
    const job = await until(await started("/api/plays", play), isDone);
    expect(job).toMatchObject({ kind: "play", unit: "turn", total: 6, name: "innsmouth, baseline, house" });
    const [id] = job.sessions;
    expect(readdirSync(workspace.sessions).filter((name) => !before.includes(name))).toEqual([id]);
    // The seed of the printed command: digits are a number, and throw the same dice as in the terminal.
    expect((await served.ask(`/api/sessions/${id}`)).json).toMatchObject({
      card: { turns: job.turns, issues: job.issues, overall: job.overall },
      result: { seed: 7 },
    });
    expect(job.overall).toBeTypeOf("number");
  });

  test("without its key is estimated with the problem, and refused with the same message", async () => {
    const asked = { ...play, narrator: "opus-4.5", budget: 3 };
    const { problems, high, budget } = startEstimate.parse((await post("/api/plays/estimate", asked)).json);
    expect(problems).toMatchObject([
      { code: "missing-keys", message: expect.stringContaining("ANTHROPIC_API_KEY") as string },
    ]);
    expect([high > 0, budget]).toEqual([true, 3]);
    const before = readdirSync(workspace.sessions);
    const refused = await post("/api/plays", asked);
    expect(refused.status).toBe(400);
    expect(refused.json.error.message).toBe(problems[0]!.message);
    expect(readdirSync(workspace.sessions)).toEqual(before);
  });

  test("that was stopped is listed from its files, and resumed", async () => {
    const begun = (await work()).find(({ id }) => id === "begun");
    expect(begun).toMatchObject({
      kind: "session",
      state: "stopped",
      unit: "turn",
      done: 4,
      total: 100,
      command: "rehearse resume sessions/begun",
    });
    const job = await started("/api/sessions/begun/resume", {});
    expect(job).toMatchObject({ kind: "play", resumes: true, sessions: ["begun"] });
    await until(job, ({ done }) => done > 4);
    expect((await work()).map(({ id }) => id)).not.toContain("begun");
    expect((await stop(job)).status).toBe("stopped");
    const again = (await work()).find(({ id }) => id === "begun");
    expect(again!.done).toBeGreaterThan(4);
    expect((await post("/api/sessions/plain/resume", {})).json.error.code).toBe("nothing-to-do");
  });
});

test("a local model server that is not running: starts are refused with its address, and estimates say so", async () => {
  await using own = await serveWorkspace(workspace, { env: { LOCAL_BASE_URL: "http://127.0.0.1:1/v1" } });
  const replay = { session: "plain", turn: 6, narrator: "local/teller" };
  const session = {
    ...play,
    narrator: "local/teller",
    playerModel: "house",
    classifier: "house",
    observer: "none",
  };
  for (const [path, wish] of [
    ["/api/replays", replay],
    ["/api/plays", session],
  ] as const) {
    const unreachable = {
      code: "unreachable",
      message: expect.stringContaining("http://127.0.0.1:1/v1") as string,
      remedy: "Start it, or check its address.",
    };
    const refused = await post(path, wish, own);
    expect([path, refused.status, refused.json.error]).toEqual([path, 502, unreachable]);
    const estimate = await post(`${path}/estimate`, wish, own);
    expect([path, estimate.status, estimate.json]).toMatchObject([path, 200, { problems: [unreachable] }]);
  }
  expect((await own.ask("/api/choices")).status).toBe(200);
});

describe("a matrix", () => {
  test("is estimated, started, watched, stopped, found again by another server, and resumed to its end", async () => {
    const estimate = startEstimate.parse((await post("/api/matrices/estimate", matrix)).json);
    expect(estimate).toMatchObject({ count: 8, unit: "session", high: 0, problems: [] });
    expect(estimate.time!.high).toBeGreaterThan(0);
    const job = await started("/api/matrices", matrix);
    expect(job).toMatchObject({ kind: "matrix", total: 8, unit: "session" });
    const { of } = await until(job, ({ done }) => done >= 1);
    expect(of!.kind).toBe("matrix");
    const sessions = workSessions.parse(
      (await served.ask(`/api/runs/matrix/${of!.id}/sessions`)).json,
    ).sessions;
    expect(sessions).toHaveLength(8);
    expect(sessions[0]).toMatchObject({ name: "innsmouth, baseline, house, group 1", state: "done" });
    expect(sessions.at(-1)!.state).toBe("waiting");
    const stopped = await stop(job);
    expect(stopped.status).toBe("stopped");
    expect(stopped.done).toBeLessThan(8);

    await using second = await serveWorkspace(workspace);
    const found = (await work(second)).find(({ id }) => id === of!.id);
    expect(found).toMatchObject({ kind: "matrix", state: "stopped", done: stopped.done, total: 8 });
    expect(found!.turns).toBeGreaterThanOrEqual(stopped.turns);
    expect(stopped.turns).toBeGreaterThan(0);
    // A session of it is not played alone: it shares the budget of the matrix.
    const part = await post(`/api/sessions/${sessions.at(0)!.session}/resume`, { budget: 1 }, second);
    expect([part.status, part.json.error]).toMatchObject([
      409,
      { code: "not-resumable", remedy: expect.stringContaining(`/api/matrices/${of!.id}/resume`) },
    ]);
    const asked = await Promise.all([1, 2, 3].map(() => post(`/api/matrices/${of!.id}/resume`, {}, second)));
    expect(asked.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    const resumed = jobView.parse(asked.find(({ status }) => status === 202)!.json);
    expect(resumed).toMatchObject({ kind: "matrix", resumes: true, of, done: stopped.done });
    await until(resumed, isDone, second);
    expect((await work(second)).map(({ id }) => id)).not.toContain(of!.id);
    expect((await post(`/api/matrices/${of!.id}/resume`, {}, second)).status).toBe(409);
  });

  test("needs a preset, or stories and prompts", async () => {
    const refused = await post("/api/matrices/estimate", { stories: ["innsmouth"] });
    expect([refused.status, refused.json.error.code]).toEqual([400, "missing-option"]);
    expect(
      startEstimate.parse((await post("/api/matrices/estimate", { preset: "smoke" })).json),
    ).toMatchObject({ count: 5 });
  });
});

test("a spent budget is raised on resuming, but not above the server's", { timeout: 120_000 }, async () => {
  const price = { input: 0, output: 10, asOf: "2026-11-15", source: "test" };
  await using model = await startCountingServer({
    reply: ({ number }) => ({
      text: `The tide turns for the ${number}th time, and a lantern swings. What do you do?`,
      input: 10,
      output: 1_000,
    }),
  });
  await using priced = await serveWorkspace(workspace, {
    settings: {
      budget: 0.5,
      providers: { local: { baseURL: model.baseURL() } },
      models: { "local/teller": { price } },
    },
  });
  const others = { playerModel: "house", classifier: "house", observer: "none" };
  const asked = { ...play, narrator: "local/teller", ...others, budget: 0.04 };
  expect(startEstimate.parse((await post("/api/plays/estimate", asked, priced)).json).budget).toBe(0.04);
  const job = await until(
    await started("/api/plays", asked, priced),
    ({ status }) => status !== "running",
    priced,
  );
  expect(job).toMatchObject({ status: "failed", spent: true, budget: 0.04 });
  const id = job.sessions[0]!;
  const found = async () => (await work(priced)).find((each) => each.id === id);
  expect(await found()).toMatchObject({ state: "spent", budget: 0.04, suggestedBudget: 0.08 });
  const resume = (json: object) => post(`/api/sessions/${id}/resume`, json, priced);
  expect((await resume({})).json.error.code).toBe("bad-value");
  expect((await resume({ budget: 100 })).json.error).toMatchObject({
    code: "invalid-request",
    field: "budget",
  });
  const calls = model.log.length;
  const more = await started(`/api/sessions/${id}/resume`, { budget: 0.2 }, priced);
  expect(more).toMatchObject({ resumes: true, budget: 0.2 });
  await until(more, ({ status }) => status !== "running", priced);
  expect(model.log.length).toBeGreaterThan(calls);
  const now = (await priced.ask(`/api/sessions/${id}`)).json as unknown as { result: { budget: number } };
  expect(now.result.budget).toBe(0.2);

  const many = {
    ...matrix,
    ...others,
    narrators: ["local/teller"],
    prompts: ["baseline"],
    sessions: 2,
    maxTurns: 3,
  };
  const ended = await until(
    await started("/api/matrices", { ...many, budget: 0.04 }, priced),
    ({ status }) => status !== "running",
    priced,
  );
  expect(ended).toMatchObject({ status: "failed", spent: true });
  expect((await work(priced)).find((each) => each.id === ended.of!.id)).toMatchObject({
    kind: "matrix",
    state: "spent",
    budget: 0.04,
    suggestedBudget: 0.08,
  });
  const raised = await started(`/api/matrices/${ended.of!.id}/resume`, { budget: 0.4 }, priced);
  expect(await until(raised, isDone, priced)).toMatchObject({ done: 2, budget: 0.4 });
});

test("a check is estimated, listed and stopped among the jobs, and compared with earlier results", async () => {
  const estimate = startEstimate.parse((await post("/api/check-runs/estimate", { banks: ["state"] })).json);
  expect(estimate).toMatchObject({
    count: 1,
    unit: "test",
    high: 0,
    unpriced: [],
    problems: [],
    notes: ["Offline models: no key, no cost."],
  });
  const models = startEstimate.parse((await post("/api/check-runs/estimate", { target: "built-in" })).json);
  expect(models).toMatchObject({ unpriced: [], notes: [], problems: [{ code: "missing-keys" }] });
  expect(models.low).toBeGreaterThan(0);
  expect(models.high).toBeGreaterThan(models.low);
  // Embeddings of documents and of questions, and a call for each semantic test.
  const { tests } = retrievalOverview
    .parse((await served.ask("/api/retrieval/overview")).json)
    .can_run.banks.find(({ mechanism }) => mechanism === "semantic")!;
  expect(models.calls).toBe(2 + tests);
  const url = "http://127.0.0.1:9/";
  await using outside = await serveWorkspace(workspace, { folders: { target: url } });
  const own = (await post("/api/check-runs/estimate", { banks: ["state"], target: url }, outside)).json;
  expect(startEstimate.parse(own)).toMatchObject({
    high: 0,
    calls: 0,
    unpriced: [url],
    notes: [`${url} is asked about 1 test. It has no price here, so its cost is not included.`],
  });
  expect((await post("/api/check-runs", { baseline: "../secret.txt" })).json.error.field).toBe("baseline");
  const first = (await post("/api/check-runs", { banks: ["state"] })).json as unknown as { id: string };
  const { summary } = await endedRun(served.server, first.id);
  const baseline = summary!.results_file!.split("/").at(-1)!;
  const second = (await post("/api/check-runs", { banks: ["state"], baseline })).json as unknown as {
    id: string;
  };
  expect((await endedRun(served.server, second.id)).summary!.baseline).toMatchObject({
    file: baseline,
    verdict: { outcome: "passed" },
  });
  const { id } = (await post("/api/check-runs", {})).json as unknown as { id: string };
  const jobs = jobList.parse((await served.ask("/api/jobs")).json).jobs;
  expect(jobs.find((job) => job.id === id)).toMatchObject({ kind: "check", unit: "test", name: "offline" });
  expect((await stop({ id })).kind).toBe("check");
});
