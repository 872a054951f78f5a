/**
 * The HTTP API over a real port: the blocking paths of the specification, their description, and the process that
 * serves them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkAnswer, checkedTest } from "../../../src/contract/index.ts";
import { serveForAll } from "../../support/server/serve-for-all.ts";
import { ended, start } from "../../support/server/served-jobs.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { walkDocument, type Document } from "../../support/server/openapi-faults.ts";
import {
  asking,
  makeWorkspace,
  serveWorkspace,
  startWaitingTarget,
} from "../../support/server/served-workspace.ts";

const all = serveForAll({ calibrated: true });

describe("the blocking paths", () => {
  test("all banks: the summary's fields, results and report on disk", async () => {
    const { status, json } = await all.ask("/cli/test-harness");
    expect(status).toBe(200);
    const answer = checkAnswer.strict().parse(json);
    expect(answer).toMatchObject({
      total_tests: 6,
      hard_fails: expect.any(Number) as number,
      critical_failures: [],
      missing: 0,
      partial: false,
      component_scores: { state: 100, pattern: 100, always: 100 },
      notes: [
        expect.objectContaining({ code: "offline-models" }),
        expect.objectContaining({ code: "few-documents" }),
      ],
    });
    expect([existsSync(answer.results_file!), existsSync(answer.report_file!)]).toEqual([true, true]);
  });

  test("some banks, with the requested verdicts, and nothing saved", async () => {
    const before = readdirSync(all.workspace.results).length;
    const answer = async (query: string) =>
      (await all.ask(`/cli/test-harness?save_results=false&${query}`)).json as unknown as {
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
    expect(readdirSync(all.workspace.results).length).toBe(before);
  });

  test.each([
    ["V2-GR-001", "semantic", { expectation_source: "original" }],
    ["STATE-001", "state", {}],
    ["PAT-NEG-001", "pattern", { score: 100, is_critical_failure: false }],
    ["ALWAYS-001", "always", { score: 100 }],
  ])("one test: %s belongs to the %s bank", async (id, mechanism, facts) => {
    const { status, json } = await all.ask(`/cli/test-harness/test/${id}`);
    expect({ status, ...checkedTest.strict().parse(json) }).toMatchObject({
      status: 200,
      test_id: id,
      mechanism,
      ...facts,
    });
    expect(json).not.toHaveProperty("debug");
    expect((await all.ask(`/cli/test-harness/test/${id}?debug=true`)).json).toMatchObject({
      debug: { test_id: id, mechanism, breakdown: {} },
    });
  });

  test("one topic", async () => {
    const { json } = await all.ask("/cli/test-harness/topic/gray_rock");
    expect(json).toMatchObject({
      topic: "gray_rock",
      total_tests: 1,
      partial: true,
      results_file: null,
      tests: [{ test_id: "V2-GR-001" }],
    });
  });

  test("an unknown name is 404, with the nearest name", async () => {
    const unknown = await all.ask("/cli/test-harness/test/V2-GR-002");
    expectProblem(unknown, { status: 404, code: "unknown-name", option: "test" });
    expect(unknown.json.error.message).toContain("Did you mean V2-GR-001?");
    const topic = await all.ask("/cli/test-harness/topic/gray_rok");
    expectProblem(topic, { status: 404, code: "unknown-name", option: "topic" });
    expectProblem(await all.ask("/api/jobs/nobody"), { status: 404, code: "unknown-job" });
    expectProblem(await all.ask("/api/jobs/nobody", { method: "DELETE" }), {
      status: 404,
      code: "unknown-job",
    });
    expectProblem(await all.ask("/api/results/results_2020-01-01-0000.json"), {
      status: 404,
      code: "not-found",
    });
    expectProblem(await all.ask("/cli"), { status: 404, code: "unknown-route" });
  });

  test.each([
    ["/cli/test-harness?banks=stat", "banks"],
    ["/cli/test-harness?verbose=maybe", "verbose"],
    ["/cli/test-harness?verbose=true&verbose=false", "verbose"],
    ["/cli/test-harness?failure_only=true", "failure_only"],
    ["/cli/test-harness?target=http://example.org", "target"],
    ["/cli/test-harness?target=./module.ts", "target"],
    ["/cli/test-harness/test/STATE-001?debug=2", "debug"],
    [`/cli/test-harness/test/${"x".repeat(101)}`, "test_id"],
    ["/api/results?limit=0", "limit"],
    ["/api/results?limit=1000", "limit"],
    ["/api/results?before=nobody", "before"],
  ])("422 with the parameter: %s", async (path, option) =>
    expectProblem(await all.ask(path), { status: 422, code: "invalid-request", option }),
  );

  test("a target without its keys: 400, with their names", async () => {
    const refused = await all.ask("/cli/test-harness?target=built-in");
    expectProblem(refused, { status: 400, code: "missing-keys" });
    expect(refused.json.error.message).toContain("ANTHROPIC_API_KEY");
  });

  test("an unusable bank: 400, with file and test", async () => {
    using broken = makeWorkspace();
    writeFileSync(
      join(broken.testBanks, "state", "state_handler_tests.json"),
      '{"bank_type":"STATE","version":"2","tests":[{"test_id":"S-1","user_state":{}}]}',
    );
    await using server = await serveWorkspace(broken);
    const refused = await server.ask("/cli/test-harness?banks=state");
    expectProblem(refused, { status: 400, code: "bad-file", option: "testBanks" });
    expect(refused.json.error.message).toMatch(/state_handler_tests\.json[\s\S]*S-1\.expected_handlers/);
  });
});

describe("openapi.json", () => {
  test("every path answers, with a status and a body as described", async () => {
    using own = makeWorkspace();
    await using fresh = await serveWorkspace(own, { settings: all.calibrator.settings });
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
      "get /api/results",
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

  test("the parameters are the specification's", async () => {
    const { paths } = (await all.ask("/openapi.json")).json as unknown as Document;
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
      "plan_only",
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
