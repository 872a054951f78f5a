/** Operations that are started, stopped and resumed over HTTP, with the house cast. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  jobList,
  operationList,
  problem,
  workList,
  workSessions,
  type JobView,
  type SessionResult,
  type Verdict,
  type WorkView,
} from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { startCountingServer } from "../../support/model-servers/counting-server.ts";
import { makePlaytests, SECRET, type PlaytestWorkspace } from "../../support/server/playtest-workspace.ts";
import { ended, estimate, jobOf, post, start, stop, until } from "../../support/server/served-jobs.ts";
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

const work = async (at: Served = served): Promise<WorkView[]> =>
  workList.parse((await at.ask("/api/runs")).json).work;
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
    expect(operations.map(({ name, estimates }) => [name, estimates])).toEqual([
      ["play", true],
      ["replay", true],
      ["resume", false],
      ["ab", true],
      ["matrix", true],
      ["bisect", true],
      ["judge", false],
      ["check", true],
    ]);
    const properties = operations[0]!.input["properties"] as Record<string, object>;
    expect(properties).toMatchObject({
      story: { content: "story", value: "NAME", description: expect.any(String) as string },
      narrator: { value: "MODEL" },
      rubric: { value: "FILE" },
      maxTurns: { type: "integer", minimum: 3 },
      out: { default: "sessions", value: "DIR" },
      budget: { section: "common", value: "USD" },
    });
    for (const kept of ["config", "record", "recording", "onMiss"])
      expect(properties).not.toHaveProperty(kept);
  });

  test("estimates what has an estimate", async () => {
    const refused = await post(served, "resume/estimate", { dir: "begun" });
    expect([refused.status, refused.json.error.message]).toEqual([404, "resume has no estimate."]);
  });
});

describe("a session", () => {
  test("is estimated, then played to its end", async () => {
    const { shown, data, problems, command } = await estimate(served, "play", play);
    const { notes } = await estimate(served, "play", { ...play, prompt: "baseline" });
    expect(notes).toEqual([expect.stringContaining("To test a prompt, name a real model")]);
    expect([headline(shown[0]), problems]).toEqual(["Nothing was called. Estimated cost: nothing.", []]);
    expect(data).toMatchObject({
      config: { seed: 7, maxTurns: 6 },
      estimate: { known: { low: 0, high: 0 } },
    });
    expect(command).toBe(
      "rehearse play --story innsmouth --narrator house --players 2 --max-turns 6 --seed 7",
    );
    const before = readdirSync(workspace.sessions);
    const job = await ended(served, await start(served, "play", play));
    expect(job).toMatchObject({
      operation: "play",
      state: "done",
      name: "innsmouth baseline",
      total: job.done,
    });
    const result = job.result as SessionResult;
    expect(job.verdict!.headline).toBe(result.verdict!.headline);
    expect(readdirSync(workspace.sessions).filter((name) => !before.includes(name))).toEqual([job.session]);
    expect(job.dir).toBe(`sessions/${job.session}`);
    // The seed of the printed command: digits are a number, and throw the same dice as in the terminal.
    expect((await served.ask(`/api/sessions/${job.session}`)).json).toMatchObject({
      card: { turns: job.done, overall: result.overall },
      result: { seed: 7 },
    });
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
    const begun = (await work()).find(({ id }) => id === "begun");
    expect(begun).toMatchObject({
      kind: "session",
      dir: "sessions/begun",
      state: "stopped",
      unit: "turn",
      done: 4,
      total: 100,
      command: "rehearse resume sessions/begun",
    });
    for (const dir of ["sessions/begun", "begun"]) {
      const before = (await work()).find(({ id }) => id === "begun")!.done;
      const job = await start(served, "resume", { dir });
      await until(served, job, ({ done, session }) => session === "begun" && done > before);
      expect((await work()).map(({ id }) => id)).not.toContain("begun");
      const stopping = stop(served, job);
      expect((await stopping).state).toBe("stopped");
      expect((await jobOf(served, job.id)).error!.code).toBe("interrupted");
      expect((await work()).find(({ id }) => id === "begun")!.done).toBeGreaterThan(before);
    }
    const again = await ended(served, await start(served, "resume", { dir: "plain" }));
    expect(again).toMatchObject({ state: "done", done: 0 });
  });

  test("with a text of its own for the prompt and the guide", async () => {
    const prompt = { name: "mine", text: "Never repeat yourself." };
    const story = { name: "lamp", text: "# The Lamp\n\n1. The lamp goes out\n2. A boat comes\n3. Morning" };
    expect(await estimate(served, "play", { ...play, prompt })).not.toHaveProperty("command");
    const { session } = await ended(
      served,
      await start(served, "play", { ...play, story, prompt, maxTurns: 3 }),
    );
    const { config } = loadLatest(join(workspace.sessions, session!)).state;
    expect(config).toMatchObject({
      prompt: "mine",
      systemPrompt: prompt.text,
      storyGuide: { title: "The Lamp" },
    });
  });
});

test("a local model server that is not running: starts are refused with its address, and estimates say so", async () => {
  await using own = await serveWorkspace(workspace, { env: { LOCAL_BASE_URL: "http://127.0.0.1:1/v1" } });
  const narrator = "local/teller";
  const cast = { playerModel: "house", classifier: "house", observer: "none" };
  for (const [operation, input] of [
    ["replay", { ...replay, narrator }],
    ["play", { ...play, ...cast, narrator }],
  ] as const) {
    const unreachable = {
      code: "unreachable",
      message: expect.stringContaining("http://127.0.0.1:1/v1") as string,
      remedy: "Start it, or check its address.",
    };
    const refused = await post(own, operation, input);
    expect([operation, refused.status, refused.json.error]).toEqual([operation, 502, unreachable]);
    expect([operation, (await estimate(own, operation, input)).problems]).toEqual([operation, [unreachable]]);
  }
});

test("a matrix is estimated, watched, stopped, found again by another server, and resumed to its end", async () => {
  const { data } = await estimate(served, "matrix", matrix);
  expect(data["estimate"]).toMatchObject({ sessions: 8, known: { high: 0 } });
  const job = await start(served, "matrix", matrix);
  const { of, total, dir } = await until(served, job, ({ done }) => done >= 1);
  expect([of!.kind, total, dir]).toEqual(["matrix", 8, `matrices/${of!.id}`]);
  const { sessions } = workSessions.parse((await served.ask(`/api/runs/matrix/${of!.id}/sessions`)).json);
  expect(sessions).toHaveLength(8);
  expect(sessions[0]).toMatchObject({ name: "innsmouth, baseline, house, group 1", state: "done" });
  expect(sessions.at(-1)!.state).toBe("waiting");
  const stopped = await stop(served, job);
  expect(stopped).toMatchObject({ state: "stopped", error: { code: "interrupted" } });
  expect(stopped.done).toBeLessThan(8);

  await using second = await serveWorkspace(workspace);
  const found = (await work(second)).find(({ id }) => id === of!.id);
  expect(found).toMatchObject({ kind: "matrix", dir, state: "stopped", done: stopped.done, total: 8 });
  // A session of it is not played alone: it shares the budget of the matrix.
  const part = await post(second, "resume", { dir: sessions.at(0)!.session, budget: 1 });
  expect([part.status, part.json.error]).toMatchObject([
    409,
    { code: "not-resumable", option: "dir", remedy: expect.stringContaining(`"${dir}"`) as string },
  ]);
  const asked = await Promise.all([1, 2, 3].map(() => post(second, "resume", { dir })));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  const resumed = asked.find(({ status }) => status === 202)!.json as unknown as JobView;
  expect(await ended(second, resumed)).toMatchObject({ operation: "resume", state: "done", of, done: 8 });
  expect((await work(second)).map(({ id }) => id)).not.toContain(of!.id);
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
  expect((await estimate(priced, "play", asked)).data).toMatchObject({ config: { budget: 0.04 } });
  for (const budget of [undefined, 100])
    expect((await estimate(priced, "play", { ...asked, budget })).data).toMatchObject({
      config: { budget: 0.5 },
    });
  const job = await ended(priced, await start(priced, "play", asked));
  expect(job).toMatchObject({ state: "failed", budget: 0.04, error: { code: "budget-spent" } });
  expect(job.cost).toBeGreaterThan(0);
  const dir = job.dir!;
  const found = async () => (await work(priced)).find((each) => each.dir === dir);
  expect(await found()).toMatchObject({ state: "spent", budget: 0.04, suggestedBudget: 0.08 });
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
  expect(models).toMatchObject({
    problems: [{ code: "missing-keys" }],
    command: "rehearse check --target built-in",
  });
  const url = "http://127.0.0.1:9/";
  await using outside = await serveWorkspace(workspace, { folders: { target: url } });
  const own = await estimate(outside, "check", { banks: ["state"], target: url });
  expect(own.data).toMatchObject({ target: url, estimate: { known: { high: 0 }, outside: url } });
  const first = await ended(served, await start(served, "check", { banks: ["state"] }));
  expect(first).toMatchObject({ state: "done", done: 1, total: 1 });
  const { results_file } = first.result as { results_file: string };
  const baseline = results_file.split("/").at(-1)!;
  const second = await ended(served, await start(served, "check", { banks: ["state"], baseline }));
  expect(second).toMatchObject({
    verdict: { outcome: "passed" },
    result: { baseline: { file: baseline, verdict: { outcome: "passed" } } },
  });
  expect(jobList.parse((await served.ask("/api/jobs")).json).jobs[0]).toMatchObject({ id: second.id });
});

test("the budget of a replay is at most the server's, whatever its parent's is", async () => {
  await using poor = await serveWorkspace(workspace, { settings: { budget: 0.25 } });
  for (const budget of [100, undefined]) {
    const { session } = await ended(poor, await start(poor, "replay", { ...replay, budget }));
    expect(loadLatest(join(workspace.sessions, session!)).state.config.budget).toBe(0.25);
  }
});

describe("refused, with one sentence, a remedy and the option", () => {
  beforeAll(() => {
    writeFileSync(join(workspace.dir, "plan.mts"), "export default {};");
    symlinkSync("/etc/hostname", join(workspace.dir, "away.json"));
    mkdirSync(join(workspace.dir, "prompts"), { recursive: true });
    symlinkSync("/etc/hostname", join(workspace.dir, "prompts", "away.md"));
  });

  const wrong: Array<[operation: string, input: object, status: number, code: string, option: string]> = [
    ["play", { maxTurn: 3 }, 400, "unknown-option", "maxTurn"],
    ["play", { maxTurns: "3" }, 400, "bad-value", "maxTurns"],
    ["play", { players: 9 }, 400, "bad-value", "players"],
    ["play", { budget: -1 }, 400, "bad-value", "budget"],
    ["play", { story: "nowhere" }, 404, "unknown-name", "story"],
    ["play", { prompt: "../secret" }, 404, "unknown-name", "prompt"],
    ["play", { prompt: "secret.txt" }, 404, "unknown-name", "prompt"],
    ["play", { prompt: "away" }, 400, "outside-folder", "prompt"],
    ["play", { narrator: "./evil.js" }, 403, "not-allowed", "narrator"],
    ["play", { playerModel: "http://evil.example/x" }, 403, "not-allowed", "playerModel"],
    ["play", { config: "rehearse.config.ts" }, 403, "not-allowed", "config"],
    ["play", { recording: "recordings/x" }, 403, "not-allowed", "recording"],
    ["play", { out: "../elsewhere" }, 400, "outside-folder", "out"],
    ["play", { out: "/tmp" }, 400, "outside-folder", "out"],
    ["play", { rubric: "away.json" }, 400, "outside-folder", "rubric"],
    ["replay", { turns: 1 }, 400, "missing-option", "checkpoint"],
    ["replay", { checkpoint: "../plain/turn-6.json" }, 400, "outside-folder", "checkpoint"],
    ["replay", { checkpoint: "plain/../../../turn-6.json" }, 400, "outside-folder", "checkpoint"],
    ["replay", { checkpoint: "plain/turn-99.json" }, 404, "not-found", "checkpoint"],
    ["replay", { ...replay, narrator: undefined, times: 2 }, 400, "not-comparable", "times"],
    ["replay", { ...replay, allowNarrator: ["./evil.js"] }, 403, "not-allowed", "allowNarrator"],
    ["ab", { checkpoint: ["plain/turn-6.json"], b: ["prompt=../secret"] }, 404, "unknown-name", "b"],
    ["ab", { checkpoint: ["plain/turn-6.json"], b: { narrator: "./evil.js" } }, 403, "not-allowed", "b"],
    ["matrix", { stories: ["innsmouth"] }, 400, "missing-option", "preset"],
    ["matrix", { plan: "plan.mts" }, 403, "not-allowed", "plan"],
    ["matrix", { plan: { stories: ["innsmouth"] } }, 403, "not-allowed", "plan"],
    ["check", { target: "http://evil.example" }, 403, "not-allowed", "target"],
    ["check", { banks: ["stat"] }, 400, "bad-value", "banks"],
    ["check", { baseline: "../results_2026-01-01-0000.json" }, 400, "outside-folder", "baseline"],
    ["check", { kb: "../kb" }, 400, "outside-folder", "kb"],
    ["bisect", { dir: "../plain" }, 400, "outside-folder", "dir"],
    ["judge", { dir: ["plain", "/etc"] }, 400, "outside-folder", "dir"],
    ["resume", { dir: "nobody" }, 404, "not-found", "dir"],
  ];
  test.each(wrong)("%s %j", async (operation, input, status, code, option) => {
    for (const path of [operation, `${operation}/estimate`]) {
      if (path.endsWith("estimate") && ["resume", "judge"].includes(operation)) continue;
      const { text, json, ...answer } = await post(served, path, input);
      expect([answer.status, json.error]).toMatchObject([status, { code, option }]);
      const { message, remedy } = problem.strict().parse(json).error;
      expect([message, remedy]).toEqual([
        expect.stringMatching(/^\S.*[.?]$/s),
        expect.stringMatching(/^\S.*(?:\.| Example: .+)$/s),
      ]);
      expect(text).not.toMatch(new RegExp(`${SECRET}|\\bat .*\\.[cm]?[jt]s:\\d+|node_modules|--[a-z]+ is`));
    }
  });

  test("an operation that HTTP does not offer", async () => {
    for (const name of ["observe", "export", "bank%20import", "nothing"]) {
      const { status, json } = await post(served, name, {});
      expect([status, json.error.code, json.error.remedy]).toEqual([
        404,
        "unknown-name",
        expect.stringContaining("play, replay, resume"),
      ]);
    }
  });
});
