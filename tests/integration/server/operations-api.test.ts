/** Operations that are started, stopped and resumed over HTTP, with the house cast. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { serveMade } from "../../support/server/served-playtests.ts";
import { describe, expect, test } from "vitest";
import {
  jobList,
  operationList,
  unfinishedRuns,
  type JobView,
  type SessionView,
  type Verdict,
} from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { startCountingServer } from "../../support/model-servers/counting-server.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { makePlaytests } from "../../support/server/playtest-workspace.ts";
import { ended, estimate, jobOf, post, start, stop, until } from "../../support/server/served-jobs.ts";
import { serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

const { workspace, served } = serveMade(makePlaytests);

const unfinished = async (at: Served = served) => unfinishedRuns.parse((await at.ask("/api/runs")).json);
const headline = (shown: unknown) => (shown as Verdict).headline;

const play = { story: "innsmouth", narrator: "house", players: 2, maxTurns: 6, seed: "7" };
const matrix = {
  stories: ["innsmouth"],
  prompts: ["baseline", "structured"],
  narrator: ["house"],
  sessions: 4,
  maxTurns: 12,
  seed: "5",
  concurrency: 1,
};
const replay = { checkpoint: "plain/turn-6.json", narrator: "house/looping", turns: 1 };

describe("the list", () => {
  test("says what can be started, and what a form needs of each option", async () => {
    const { operations } = operationList.parse((await served.ask("/api/operations")).json);
    const names = ["play", "replay", "resume", "ab", "matrix", "bisect", "judge", "check"];
    expect(operations.map(({ name }) => name)).toEqual(names);
    const properties = operations[0]!.input["properties"] as Record<string, object>;
    expect(properties).toMatchObject({
      story: { content: "story", value: "NAME", description: expect.any(String) as string },
      narrator: { value: "MODEL" },
      rubric: { value: "FILE" },
      maxTurns: { type: "integer", minimum: 3 },
      budget: { section: "common", value: "USD" },
    });
    for (const kept of ["config", "record", "recording", "out"]) expect(properties).not.toHaveProperty(kept);
  });

  test("what is left to play, and what is still to judge, is estimated", async () => {
    const { shown, data } = await estimate(served, "resume", { dir: "begun" });
    expect(headline(shown[0])).toBe("Nothing was called. Estimated cost: nothing.");
    expect(data).toMatchObject({ turn: 4, estimate: { known: { high: 0 } } });
    const finished = await estimate(served, "resume", { dir: "plain" });
    expect(headline(finished.shown[0])).toBe("The session is finished: nothing would be played.");
    const judged = await estimate(served, "judge", { dir: ["plain"], judge: "opus-4.5" });
    expect(judged.data).toMatchObject({ judges: ["anthropic/claude-opus-4-5"], calls: { low: 1 } });
    expect((judged.data["known"] as { low: number }).low).toBeGreaterThan(0);
    expect(judged.problems).toMatchObject([{ code: "missing-keys" }]);
  });
});

describe("a session", () => {
  test("is estimated, then played to its end", async () => {
    const { shown, data, problems } = await estimate(served, "play", play);
    const { notes } = await estimate(served, "play", { ...play, prompt: "baseline" });
    expect(notes).toEqual([expect.stringContaining("To test a prompt, name a real model")]);
    expect([headline(shown[0]), problems]).toEqual(["Nothing was called. Estimated cost: nothing.", []]);
    expect(data).toMatchObject({
      config: { seed: 7, maxTurns: 6 },
      estimate: { known: { low: 0, high: 0 } },
    });
    const before = readdirSync(workspace.sessions);
    const job = await ended(served, await start(served, "play", play));
    expect(job).toMatchObject({
      operation: "play",
      state: "done",
      name: "innsmouth baseline",
      total: job.done,
    });
    const { card, result } = (await served.ask(`/api/sessions/${job.session}`))
      .json as unknown as SessionView;
    expect(result.verdict).toMatchObject(job.verdict!);
    expect(job.verdict!.cautions).toContainEqual(expect.stringContaining("not evidence"));
    // A seed of digits is a number, and throws the same dice as in the terminal.
    expect([card.turns, result.seed]).toEqual([job.done, 7]);
    expect(readdirSync(workspace.sessions).filter((name) => !before.includes(name))).toEqual([job.session]);
    expect(job.dir).toBe(`sessions/${job.session}`);
  });

  test("without its key is estimated with the problem, and refused with the same message", async () => {
    const asked = { ...play, narrator: "opus-4.5", budget: 3 };
    const { problems, data } = await estimate(served, "play", asked);
    expect(problems).toMatchObject([
      { code: "missing-keys", message: expect.stringContaining("ANTHROPIC_API_KEY") as string },
    ]);
    expect(data).toMatchObject({ config: { budget: 3 } });
    const before = readdirSync(workspace.sessions);
    const refused = await post(served, "play", asked);
    expect([refused.status, refused.json.error.message]).toEqual([400, problems[0]!.message]);
    expect(readdirSync(workspace.sessions)).toEqual(before);
  });

  test("that was stopped is listed from its files, and resumed by its folder or its id", async () => {
    const begun = async () => (await unfinished()).sessions.find(({ id }) => id === "begun");
    expect(await begun()).toMatchObject({ outcome: "interrupted", live: false, turns: 4 });
    for (const dir of ["sessions/begun", "begun"]) {
      const before = (await begun())!.turns;
      const job = await start(served, "resume", { dir });
      await until(served, job, ({ done, session }) => session === "begun" && done > before);
      expect(await begun()).toBeUndefined();
      const stopping = stop(served, job);
      expect((await stopping).state).toBe("stopped");
      expect((await jobOf(served, job.id)).error).toMatchObject({
        code: "interrupted",
        remedy: 'Everything so far is saved. To resume: POST /api/operations/resume {"dir":"begun"}',
      });
      expect((await begun())!.turns).toBeGreaterThan(before);
    }
    const again = await ended(served, await start(served, "resume", { dir: "plain" }));
    expect(again).toMatchObject({ state: "done", done: 0 });
  });
});

test("a matrix is estimated, watched, stopped, found again by another server, and resumed to its end", async () => {
  const { data } = await estimate(served, "matrix", matrix);
  expect(data["estimate"]).toMatchObject({ known: { high: 0 } });
  const job = await start(served, "matrix", matrix);
  const { of, total, dir } = await until(served, job, ({ done }) => done >= 1);
  expect([of!.kind, total, dir]).toEqual(["matrix", 8, `matrices/${of!.id}`]);
  const stopped = await stop(served, job);
  expect(stopped).toMatchObject({ state: "stopped", error: { code: "interrupted" } });
  expect(stopped.error!.remedy).toContain(`POST /api/operations/resume {"dir":"${of!.id}"}`);
  expect(stopped.done).toBeLessThan(8);

  await using second = await serveWorkspace(workspace);
  const found = async () => (await unfinished(second)).experiments.find(({ id }) => id === of!.id);
  expect(await found()).toMatchObject({
    kind: "matrix",
    live: false,
    progress: { done: stopped.done, planned: 8 },
  });
  const asked = await Promise.all([1, 2, 3].map(() => post(second, "resume", { dir })));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  const resumed = asked.find(({ status }) => status === 202)!.json as unknown as JobView;
  expect(await ended(second, resumed)).toMatchObject({ operation: "resume", state: "done", of, done: 8 });
  expect(await found()).toBeUndefined();
});

test("pairs and a search are saved in the workspace, and found in its lists", async () => {
  const pairs = await ended(served, await start(served, "replay", { ...replay, turns: 2, times: 2 }));
  expect(pairs).toMatchObject({ state: "done", of: { kind: "ab" }, from: { session: "plain", turn: 6 } });
  const input = {
    checkpoint: ["sessions/plain/turn-6.json"],
    b: { narrator: "house/looping" },
    turns: 1,
    pairs: 1,
  };
  const ab = await ended(served, await start(served, "ab", input));
  for (const { of, dir } of [pairs, ab]) {
    expect(dir).toBe(`ab/${of!.id}`);
    expect((await served.ask(`/api/ab/${of!.id}`)).status).toBe(200);
  }
  const words = await estimate(served, "ab", { ...input, b: ["narrator=house/looping"] });
  expect(words.data).toEqual((await estimate(served, "ab", input)).data);
  const bisect = await start(served, "bisect", { dir: "looping.v2", criterion: "points-lost<=0", turns: 3 });
  const { of } = await until(served, bisect, ({ of }) => of !== undefined);
  await stop(served, bisect);
  expect((await served.ask(`/api/bisects/${of!.id}`)).status).toBe(200);
});

test("a paid session needs a budget; a resume raises it to the server's", { timeout: 120_000 }, async () => {
  const price = { input: 0, output: 10, asOf: "2026-11-15", source: "test" };
  await using model = await startCountingServer({
    reply: ({ number }) => ({
      text: `The tide turns for the ${number}th time, and a lantern swings. What do you do?`,
      input: 10,
      output: 1_000,
    }),
  });
  const settings = {
    providers: { local: { baseURL: model.baseURL() } },
    models: { "local/teller": { price } },
  };
  await using priced = await serveWorkspace(workspace, { settings: { ...settings, budget: 0.5 } });
  const others = { playerModel: "house", classifier: "house", observer: "none" };
  const asked = { ...play, narrator: "local/teller", ...others, budget: 0.04 };
  expect((await estimate(priced, "play", asked)).data).toMatchObject({ config: { budget: 0.04 } });
  for (const budget of [undefined, 100])
    expect((await estimate(priced, "play", { ...asked, budget })).data).toMatchObject({
      config: { budget: 0.5 },
    });
  await using unlimited = await serveWorkspace(workspace, { settings });
  const unnamed = { ...asked, budget: undefined };
  const missing = { code: "missing-option", option: "budget" };
  expect((await estimate(unlimited, "play", unnamed)).problems).toMatchObject([missing]);
  expectProblem(await post(unlimited, "play", unnamed), { ...missing, status: 422 });
  await using keyed = await serveWorkspace(workspace, { env: { OPENROUTER_API_KEY: "key" } });
  const unpriced = { ...unnamed, narrator: "openrouter/foo/bar" };
  expectProblem(await post(keyed, "play", unpriced), { ...missing, status: 422 });
  const job = await ended(priced, await start(priced, "play", asked));
  expect(job).toMatchObject({ state: "failed", budget: 0.04, error: { code: "budget-spent" } });
  const resumption = /To resume: POST \/api\/operations\/resume (\{.*\})$/.exec(job.error!.remedy)!;
  expect(JSON.parse(resumption[1]!)).toEqual({ dir: job.session, budget: expect.any(Number) as number });
  expect(job.cost).toBeGreaterThan(0);
  const dir = job.dir!;
  const { sessions } = await unfinished(priced);
  expect(sessions.find(({ id }) => id === job.session)).toMatchObject({ outcome: "budget" });
  const calls = model.log.length;
  // As stored: the server's larger budget does not raise it.
  expect(await ended(priced, await start(priced, "resume", { dir }))).toMatchObject({
    state: "failed",
    error: { code: "budget-spent" },
  });
  expect(model.log.length).toBe(calls);
  const more = await ended(priced, await start(priced, "resume", { dir, budget: 100 }));
  expect(more.budget).toBe(0.5);
  expect(model.log.length).toBeGreaterThan(calls);
  const now = (await priced.ask(`/api/sessions/${job.session}`)).json as unknown as {
    result: { budget: number };
  };
  expect(now.result.budget).toBe(0.5);
});

test("a check is estimated, stopped among the jobs, and compared with earlier results", async () => {
  const { data, problems } = await estimate(served, "check", { banks: ["state"] });
  expect([data["tests"], problems]).toEqual([{ state: 1 }, []]);
  const models = await estimate(served, "check", { target: "built-in" });
  expect(models.problems).toMatchObject([{ code: "missing-keys" }]);
  const url = "http://127.0.0.1:9/";
  await using outside = await serveWorkspace(workspace, { folders: { target: url } });
  const own = await estimate(outside, "check", { banks: ["state"], target: url });
  expect(own.data).toMatchObject({ target: url, estimate: { known: { high: 0 }, outside: url } });
  const first = await ended(served, await start(served, "check", { banks: ["state"] }));
  expect(first.notes).toEqual([]);
  expect(first).toMatchObject({ state: "done", done: 1, total: 1 });
  const baseline = readdirSync(workspace.results).find((name) => name.endsWith(".json"));
  const second = await ended(served, await start(served, "check", { banks: ["state"], baseline }));
  expect(second.verdict).toMatchObject({ outcome: "passed" });
  expect(jobList.parse((await served.ask("/api/jobs")).json).jobs[0]).toMatchObject({ id: second.id });
});

test("the budget of a replay is at most the server's, whatever its parent's is", async () => {
  await using poor = await serveWorkspace(workspace, { settings: { budget: 0.25 } });
  for (const budget of [100, undefined]) {
    const { session } = await ended(poor, await start(poor, "replay", { ...replay, budget }));
    expect(loadLatest(join(workspace.sessions, session!)).state.config.budget).toBe(0.25);
  }
});
