/**
 * The HTTP API over a real port: the blocking paths of the specification, their description, and the process that
 * serves them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkAnswer, checkedTest } from "../../../src/contract/index.ts";
import { createApp } from "../../../src/server/index.ts";
import { houseHarness } from "../../support/house-cast/house-harness.ts";
import { startCalibrator } from "../../support/server/served-check.ts";
import { ended, start } from "../../support/server/served-jobs.ts";
import { serveMade } from "../../support/server/served-playtests.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { walkDocument, type Document } from "../../support/server/openapi-faults.ts";
import {
  asking,
  makeWorkspace,
  serveWorkspace,
  startWaitingTarget,
} from "../../support/server/served-workspace.ts";

const { workspace, ask } = serveMade(makeWorkspace);

test("a page is told which suites the workspace has something of", async () => {
  using own = makeWorkspace();
  await using served = await serveWorkspace(own, { folders: { target: "built-in" } });
  const uses = async () => (await served.ask("/api/server")).json["uses"];
  expect(await uses()).toEqual({ playtest: false, retrieval: true });
  mkdirSync(join(own.dir, "sessions"));
  rmSync(join(own.dir, "test_banks"), { recursive: true });
  expect(await uses()).toEqual({ playtest: true, retrieval: false });
});

test("without flags, banks, knowledge base and results are those of the workspace", async () => {
  using own = makeWorkspace();
  const folders = { kb: undefined, testBanks: undefined, results: undefined };
  await using served = await serveWorkspace(own, { folders });
  const { json } = await served.ask("/cli/test-harness");
  const answer = checkAnswer.parse(json);
  expect(answer.total_tests).toBe(6);
  expect(answer.results_file).toContain(own.results);
});

describe("the blocking paths", () => {
  test("all banks: the summary's fields, results and report on disk", async () => {
    const { status, json } = await ask("/cli/test-harness");
    expect(status).toBe(200);
    const answer = checkAnswer.strict().parse(json);
    expect(answer).toMatchObject({
      total_tests: 6,
      hard_fails: expect.any(Number) as number,
      critical_failures: [],
      missing: 0,
      partial: false,
      component_scores: { state: 100, pattern: 100, always: 100 },
      notes: [expect.objectContaining({ code: "offline-models" })],
    });
    expect([existsSync(answer.results_file!), existsSync(answer.report_file!)]).toEqual([true, true]);
  });

  test("some banks, with the requested verdicts, and nothing saved", async () => {
    const before = readdirSync(workspace.results).length;
    const answer = async (query: string) =>
      (await ask(`/cli/test-harness?save_results=false&${query}`)).json as unknown as {
        total_tests: number;
        partial: boolean;
        results_file: null;
        tests?: Array<{ test_id: string; score: number }>;
      };
    expect(await answer("banks=state,pattern&verbose=true")).toMatchObject({
      total_tests: 3,
      partial: true,
      results_file: null,
      tests: [
        { test_id: "STATE-001", score: 100 },
        { test_id: "PAT-CRISIS-001" },
        { test_id: "PAT-NEG-001" },
      ],
    });
    expect((await answer("banks=always")).tests).toBeUndefined();
    expect((await answer("banks=state&banks=always&failures_only=1")).tests).toEqual([]);
    expect(
      (await answer("banks=semantic&failures_only=yes&verbose=yes")).tests!.every(({ score }) => score < 100),
    ).toBe(true);
    expect(readdirSync(workspace.results).length).toBe(before);
  });

  test.each([
    ["V2-GR-001", "semantic", { expectation_source: "original" }],
    ["STATE-001", "state", {}],
    ["PAT-NEG-001", "pattern", { score: 100, is_critical_failure: false }],
    ["ALWAYS-001", "always", { score: 100 }],
  ])("one test: %s belongs to the %s bank", async (id, mechanism, facts) => {
    const { status, json } = await ask(`/cli/test-harness/test/${id}`);
    expect({ status, ...checkedTest.strict().parse(json) }).toMatchObject({
      status: 200,
      test_id: id,
      mechanism,
      ...facts,
    });
    expect(json).not.toHaveProperty("debug");
    expect((await ask(`/cli/test-harness/test/${id}?debug=true`)).json).toMatchObject({
      debug: { test_id: id, mechanism, breakdown: {} },
    });
  });

  test("an unknown name is 404, with the nearest name", async () => {
    const unknown = await ask("/cli/test-harness/test/V2-GR-002");
    expectProblem(unknown, { status: 404, code: "unknown-name", option: "test" });
    expect(unknown.json.error.message).toContain("Did you mean V2-GR-001?");
    const topic = await ask("/cli/test-harness/topic/gray_rok");
    expectProblem(topic, { status: 404, code: "unknown-name", option: "topic" });
    expectProblem(await ask("/api/jobs/nobody"), { status: 404, code: "unknown-job" });
    expectProblem(await ask("/api/jobs/nobody", { method: "DELETE" }), {
      status: 404,
      code: "unknown-job",
    });
    expectProblem(await ask("/api/results/results_2020-01-01-0000.json"), {
      status: 404,
      code: "not-found",
    });
    expectProblem(await ask("/cli"), { status: 404, code: "unknown-route" });
  });

  test.each([
    ["/cli/test-harness?banks=stat", "banks"],
    ["/cli/test-harness?verbose=maybe", "verbose"],
    ["/cli/test-harness?verbose=true&verbose=false", "verbose"],
    ["/cli/test-harness?failure_only=true", "failure_only"],
    ["/cli/test-harness?target=http://example.org", "target"],
    ["/cli/test-harness?target=./module.ts", "target"],
    ["/cli/test-harness/test/STATE-001?debug=2", "debug"],
    ["/api/jobs?x=1", "x"],
    [`/cli/test-harness/test/${"x".repeat(101)}`, "test_id"],
  ])("422 with the parameter: %s", async (path, option) =>
    expectProblem(await ask(path), { status: 422, code: "invalid-request", option }),
  );
});

describe("openapi.json", () => {
  test("every path answers, with a status and a body as described", async () => {
    using own = makeWorkspace();
    await using calibrator = await startCalibrator();
    await using fresh = await serveWorkspace(own, { settings: calibrator.settings });
    const document = (await fresh.ask("/openapi.json")).json as unknown as Document;
    const { results_file } = (await fresh.ask("/cli/test-harness?banks=state")).json as unknown as {
      results_file: string;
    };
    const { id } = await ended(fresh, await start(fresh, "check", { banks: ["always"] }));
    const values: Record<string, string> = {
      test_id: "V2-GR-001",
      topic: "loyalty",
      id,
    };
    const walked = await walkDocument(document, {
      ask: fresh.ask,
      // Playtests and the retrieval views have tests of their own.
      wanted: ({ tags }) => ["testing", "operations", "jobs", "results", "service"].includes(tags[0]!),
      value: (path, parameter) =>
        path.startsWith("/api/operations")
          ? "check"
          : parameter === "name"
            ? results_file.split("/").at(-1)!
            : values[parameter]!,
      bodies: {
        "post /api/operations/{name}": { topic: "gray_rock", save: false },
        "post /api/operations/{name}/estimate": { topic: "gray_rock", save: false },
      },
      queries: {
        "get /cli/test-harness": "?verbose=true",
        "get /cli/test-harness/test/{test_id}": "?debug=true",
        "post /cli/calibrate": "?scope=single&test_ids=V2-LOY-001",
      },
    });
    expect(walked).toEqual([
      "delete /api/jobs/{id}",
      "get /api/jobs",
      "get /api/jobs/{id}",
      "get /api/operations",
      "get /api/results/{name}",
      "get /api/server",
      "get /cli/test-harness",
      "get /cli/test-harness/test/{test_id}",
      "get /cli/test-harness/topic/{topic}",
      "get /healthz",
      "get /openapi.json",
      "post /api/operations/{name}",
      "post /api/operations/{name}/estimate",
      "post /cli/calibrate",
    ]);
    expect(fresh.bugs).toEqual([]);
  });

  test("describes every route of the app, with schemas of its answers and errors", async () => {
    const { app, close } = createApp({
      harness: houseHarness(),
      place: { host: "127.0.0.1", port: () => 80 },
    });
    const document = (await (await app.request("http://127.0.0.1/openapi.json")).json()) as Document;
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        place: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
        responses: Object.entries(operation.responses),
      })),
    );
    // The guards, and the files of the viewer.
    const unlisted = new Set(["ALL /*", "GET /*"]);
    const routes = app.routes.map(({ method, path }) => `${method} ${path}`);
    expect(described.map(({ place }) => place).toSorted()).toEqual(
      [...new Set(routes)].filter((route) => !unlisted.has(route)).toSorted(),
    );
    for (const { place, responses } of described) {
      expect(Object.fromEntries(responses), place).toHaveProperty("default");
      for (const [status, { content = {} }] of responses) {
        const schemas = Object.values(content).map(({ schema }) => Object.keys(schema).length);
        expect([place, status, schemas.length > 0 && !schemas.includes(0)]).toEqual([place, status, true]);
      }
    }
    const { OperationInput } = document.components.schemas as Record<string, { anyOf?: object[] }>;
    expect(OperationInput?.anyOf).toContainEqual(
      expect.objectContaining({
        title: "check",
        properties: expect.objectContaining({ banks: expect.anything() as object }) as object,
      }),
    );
    await close();
  });

  test("the parameters are the specification's", async () => {
    const { paths } = (await ask("/openapi.json")).json as unknown as Document;
    const named = (path: string, method: string) => paths[path]![method]!.parameters!.map(({ name }) => name);
    expect(named("/cli/test-harness", "get")).toEqual([
      "banks",
      "verbose",
      "failures_only",
      "save_results",
      "target",
    ]);
    expect(named("/cli/test-harness/test/{test_id}", "get")).toEqual(["test_id", "debug", "target"]);
    expect(named("/cli/test-harness/topic/{topic}", "get")).toEqual(["topic", "target"]);
    expect(named("/cli/calibrate", "post")).toEqual([
      "scope",
      "test_ids",
      "added_entities",
      "kb_version",
      "dry_run",
    ]);
  });
});

test(
  "rehearse serve: uses a free port, and Ctrl+C ends it with its run saved",
  { timeout: 120_000 },
  async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
    const child = spawn(process.execPath, [main, "serve", "--port", "0", "--target", target.url, "--json"], {
      cwd: own.dir,
      env: {},
      stdio: ["ignore", "pipe", "pipe"],
    });
    const gone = once(child, "close") as Promise<[number | null]>;
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    // One document, and nothing else on that stream.
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await once(child.stdout, "data");
    const { port, url } = JSON.parse(stdout) as { port: number; url: string };
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const ask = asking(port);
    const { id } = await start({ ask }, "check", { banks: ["semantic"] });
    await target.waiting(1);
    // A client that disconnects midway is not reported.
    const leaving = await fetch(`${url}/api/events`);
    await leaving.body!.cancel();
    const listening = await fetch(`${url}/api/events`);
    child.kill("SIGINT");
    // The run is told of once more, and the stream ends.
    expect(await listening.text()).toContain(`data: ${JSON.stringify({ type: "job", job: id })}`);
    const [exit] = await gone;
    expect({ exit, stderr }).toEqual({
      exit: 130,
      stderr: expect.not.stringMatching(/^\s+at |Error/m) as string,
    });
    expect(JSON.parse(stdout)).toEqual({ port, url });
    expect(readdirSync(join(own.results, ".running"))).toHaveLength(1);
  },
);
