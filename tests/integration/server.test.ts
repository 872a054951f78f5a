/** The HTTP API over a real port: every path, what it refuses, what it lets nobody do, and runs that are followed, left and stopped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calibrationAnswer, checkAnswer, checkedTest, checkResults, checkRunView, problem } from "../../src/contract/index.ts";
import { startCountingServer } from "../fixtures/counting-server.ts";
import { walkDocument, type Document } from "../support/openapi-faults.ts";
import { asking, eventsOf, makeWorkspace, serveWorkspace, startWaitingTarget, type Answer, type Ask, type Served, type ServerEvent, type Workspace } from "../support/served-workspace.ts";

let workspace: Workspace;
let served: Served;
let ask: Ask;
let calibrator: Awaited<ReturnType<typeof startCalibrator>>;
beforeAll(async () => {
  workspace = makeWorkspace();
  calibrator = await startCalibrator();
  served = await serveWorkspace(workspace, { settings: calibrator.settings });
  ask = served.ask;
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await calibrator.server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** A model on this machine that looks at expectations, and always expects the same. */
async function startCalibrator() {
  const text = JSON.stringify({ expected_primary: ["gray_rock"], expected_secondary: [], not_expected: ["handler_crisis"], rank_check: [], reasoning: "It asks for calm." });
  const server = await startCountingServer({ reply: () => ({ text, input: 100, output: 10 }) });
  return { server, settings: { providers: { local: { baseURL: server.baseURL() } }, roles: { calibrator: "local/judge", embedder: "house-embedding" } } };
}

/** Code, message, remedy, and never where in our code it happened. */
function expectProblem({ status, json, text }: Answer, expected: { status: number; code: string; field?: string }): void {
  expect({ status, code: json.error?.code, field: json.error?.field }).toEqual({ field: undefined, ...expected });
  expect(problem.parse(json).error.remedy).not.toBe("");
  expect(text).not.toMatch(/\bat .*\.[cm]?[jt]s:\d+|node_modules/);
}

const all = async (events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> => Array.fromAsync(events);
const ended = async ({ url }: { url: string }, id: string) => {
  for (;;) {
    const view = checkRunView.parse(await (await fetch(`${url}/api/check-runs/${id}`)).json());
    if (view.status !== "running") return view;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe("the blocking paths", () => {
  test("all banks: the summary's fields, results and report on disk", async () => {
    const { status, json } = await ask("/cli/test-harness");
    expect(status).toBe(200);
    const answer = checkAnswer.strict().parse(json);
    expect(answer).toMatchObject({ total_tests: 6, hard_fails: expect.any(Number) as number, critical_failures: [], missing: 0, partial: false, component_scores: { state: 100, pattern: 100, always: 100 }, notes: [expect.stringContaining("Offline models") as string] });
    expect([existsSync(answer.results_file!), existsSync(answer.report_file!)]).toEqual([true, true]);
  });

  test("some banks, with the verdicts that were asked for, and nothing saved", async () => {
    const before = readdirSync(workspace.results).length;
    const answer = async (query: string) => (await ask(`/cli/test-harness?save_results=false&${query}`)).json as unknown as { total_tests: number; partial: boolean; results_file: null; tests?: Array<{ test_id: string; score: number }> };
    expect(await answer("banks=state,pattern&verbose=true")).toMatchObject({ total_tests: 3, partial: true, results_file: null, tests: [{ test_id: "STATE-001", score: 100 }, { test_id: "PAT-CRISIS-001" }, { test_id: "PAT-NEG-001" }] });
    expect((await answer("banks=always")).tests).toBeUndefined();
    expect((await answer("banks=state&banks=always&failures_only=1")).tests).toEqual([]);
    expect((await answer("banks=semantic&failures_only=yes&verbose=yes")).tests!.every(({ score }) => score < 100)).toBe(true);
    expect(readdirSync(workspace.results).length).toBe(before);
  });

  test.each([
    ["V2-GR-001", "semantic", { expectation_source: "original" }],
    ["STATE-001", "state", {}],
    ["PAT-NEG-001", "pattern", { score: 100, is_critical_failure: false }],
    ["ALWAYS-001", "always", { score: 100 }],
  ])("one test: %s is of the %s bank", async (id, mechanism, facts) => {
    const { status, json } = await ask(`/cli/test-harness/test/${id}`);
    expect({ status, ...checkedTest.strict().parse(json) }).toMatchObject({ status: 200, test_id: id, mechanism, ...facts });
    expect(json).not.toHaveProperty("debug");
    expect((await ask(`/cli/test-harness/test/${id}?debug=true`)).json).toMatchObject({ debug: { test_id: id, mechanism, breakdown: {} } });
  });

  test("one topic", async () => {
    const { json } = await ask("/cli/test-harness/topic/gray_rock");
    expect(json).toMatchObject({ topic: "gray_rock", total_tests: 1, partial: true, results_file: null, tests: [{ test_id: "V2-GR-001" }] });
  });

  test("what does not exist is 404, and the nearest name is told", async () => {
    const unknown = await ask("/cli/test-harness/test/V2-GR-002");
    expectProblem(unknown, { status: 404, code: "unknown-test" });
    expect(unknown.json.error.message).toContain("Did you mean V2-GR-001?");
    expectProblem(await ask("/cli/test-harness/topic/gray_rok"), { status: 404, code: "unknown-topic" });
    expectProblem(await ask("/api/check-runs/nobody"), { status: 404, code: "unknown-run" });
    expectProblem(await ask("/api/check-runs/nobody/events"), { status: 404, code: "unknown-run" });
    expectProblem(await ask("/api/check-runs/nobody", { method: "DELETE" }), { status: 404, code: "unknown-run" });
    expectProblem(await ask("/api/results/results_2020-01-01-0000.json"), { status: 404, code: "unknown-results" });
    expectProblem(await ask("/cli"), { status: 404, code: "not-found" });
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
    ["/api/check-runs?before=nobody", "before"],
  ])("422 with the field: %s", async (path, field) => expectProblem(await ask(path), { status: 422, code: "invalid-request", field }));

  test("a target without its keys: 400, and which", async () => {
    const refused = await ask("/cli/test-harness?target=built-in");
    expectProblem(refused, { status: 400, code: "missing-keys" });
    expect(refused.json.error.message).toContain("ANTHROPIC_API_KEY");
  });

  test("a bank that cannot be used: 400, file and test", async () => {
    using broken = makeWorkspace();
    writeFileSync(join(broken.testBanks, "state", "state_handler_tests.json"), '{"bank_type":"STATE","version":"2","tests":[{"test_id":"S-1","user_state":{}}]}');
    await using server = await serveWorkspace(broken);
    const refused = await server.ask("/cli/test-harness?banks=state");
    expectProblem(refused, { status: 400, code: "bad-bank" });
    expect(refused.json.error.message).toMatch(/state_handler_tests\.json[\s\S]*S-1\.expected_handlers/);
  });
});

describe("calibration", () => {
  const post = (query: string) => ask(`/cli/calibrate?${query}`, { method: "POST" });
  const history = () => join(workspace.testBanks, "semantic", "history");

  test("a plan asks nobody", async () => {
    const answer = calibrationAnswer.strict().parse((await post("plan_only=true")).json);
    expect(answer).toMatchObject({ scope: "full", kb_version: "v2.0", dry_run: true, tests: ["V2-GR-001", "V2-LOY-001"], changed: [], unchanged: [], history_file: null });
  });

  test("a dry run shows what would change; only dry_run=false makes it count", async () => {
    const dry = await post("scope=single&test_ids=V2-GR-001&test_ids=V2-LOY-001");
    const { changed, unchanged, failed, ...rest } = calibrationAnswer.strict().parse(dry.json);
    expect({ status: dry.status, ...rest }).toMatchObject({ status: 200, dry_run: true, model: "local/judge", history_file: null, responses_file: null });
    expect(changed).toMatchObject([{ test_id: "V2-GR-001", proposed: { expected_secondary: [] } }, { test_id: "V2-LOY-001", previous: { expected_primary: ["loyalty_binds"] }, proposed: { expected_primary: ["gray_rock"] } }]);
    expect({ unchanged, failed, asked: calibrator.server.log.length, history: existsSync(history()) }).toEqual({ unchanged: [], failed: [], asked: 2, history: false });

    const applied = calibrationAnswer.parse((await post("scope=single&test_ids=V2-GR-001&kb_version=v9&dry_run=false")).json);
    expect(applied).toMatchObject({ dry_run: false, kb_version: "v9", tests: ["V2-GR-001"] });
    expect([existsSync(applied.history_file!), existsSync(applied.responses_file!), readdirSync(history()).length]).toEqual([true, true, 1]);
    // The dry run has paid for it.
    expect(calibrator.server.log).toHaveLength(2);
  });

  test.each([
    ["scope=some", "scope"],
    ["scope=single", "test_ids"],
    ["scope=full&test_ids=V2-GR-001", "test_ids"],
    ["scope=full&added_entities=gray_rock", "added_entities"],
    ["dry_run=perhaps", "dry_run"],
    ["kb_version=", "kb_version"],
  ])("422 with the field: %s", async (query, field) => expectProblem(await post(query), { status: 422, code: "invalid-request", field }));

  test("unknown tests and entities are 404", async () => {
    expectProblem(await post("scope=single&test_ids=V2-NO-1"), { status: 404, code: "unknown-test" });
    expectProblem(await post("scope=affected&added_entities=grey_rock"), { status: 404, code: "unknown-entity" });
  });
});

describe("runs", () => {
  test("started, followed, listed; who comes back hears the rest and nothing twice", async () => {
    const { status, json, headers } = await ask("/api/check-runs", { json: { banks: ["state", "pattern", "always"] } });
    const { id, events } = json as unknown as { id: string; events: string };
    expect({ status, location: headers.location }).toEqual({ status: 202, location: `/api/check-runs/${id}` });

    const heard = await all(eventsOf(served.server.url + events));
    expect(heard.map(({ id }) => id)).toEqual(heard.map((_, index) => String(index + 1)));
    expect(heard.filter(({ event }) => event === "result").map(({ data }) => (data as { test_id: string }).test_id)).toEqual(["STATE-001", "PAT-CRISIS-001", "PAT-NEG-001", "ALWAYS-001"]);
    expect(heard[0]).toMatchObject({ event: "progress", data: { done: 0, total: 4 } });
    expect(heard.at(-2)).toMatchObject({ event: "progress", data: { done: 4, total: 4, left_ms: 0 } });
    expect(heard.at(-1)).toMatchObject({ event: "done", data: { combined_score: 100, partial: true } });

    expect(await all(eventsOf(served.server.url + events, { lastEventId: "3" }))).toEqual(heard.slice(3));
    // Nothing is left to come back for; a browser stays away after a 204.
    expect((await ask(events, { headers: { "last-event-id": heard.at(-1)!.id! } })).status).toBe(204);
    expectProblem(await ask(events, { headers: { "last-event-id": "abc" } }), { status: 422, code: "invalid-request", field: "last-event-id" });

    const view = checkRunView.strict().parse((await ask(`/api/check-runs/${id}`)).json);
    expect(view).toMatchObject({ status: "done", target: "offline", progress: { done: 4, total: 4 }, error: null, summary: { total_tests: 4 } });
    expect(existsSync(view.summary!.results_file!)).toBe(true);
    expect((await ask("/api/check-runs?limit=1")).json).toMatchObject({ items: [{ id }], next: null });
    // It has ended: stopping it changes nothing.
    expect((await ask(`/api/check-runs/${id}`, { method: "DELETE" })).json).toEqual(view);
  });

  test("a list in pages, newest first", async () => {
    const ids: string[] = [];
    for (const bank of ["state", "pattern", "always"]) {
      const { id } = (await ask("/api/check-runs", { json: { banks: [bank], save_results: false } })).json as unknown as { id: string };
      await ended(served.server, id);
      ids.unshift(id);
    }
    const first = (await ask("/api/check-runs?limit=2")).json as unknown as { items: Array<{ id: string }>; next: string };
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = (await ask(first.next)).json as unknown as { items: Array<{ id: string }> };
    expect(second.items[0]!.id).toBe(ids[2]);
  });

  test("who comes back too late is told so, with the state, and hears what is kept", async () => {
    using own = makeWorkspace();
    await using server = await serveWorkspace(own, { bufferedEvents: 3 });
    const { id, events } = (await server.ask("/api/check-runs", { json: { banks: ["state", "pattern", "always"] } })).json as unknown as { id: string; events: string };
    await ended(server.server, id);
    const [reset, ...kept] = await all(eventsOf(server.server.url + events, { lastEventId: "1" }));
    expect(reset).toMatchObject({ event: "reset", id: String(Number(kept[0]!.id) - 1), data: { id, status: "done", progress: { done: 4 } } });
    expect(kept).toHaveLength(3);
    expect(kept.at(-1)).toMatchObject({ event: "done" });
    // A number that was never given, as after a restart.
    expect((await all(eventsOf(server.server.url + events, { lastEventId: "999" })))[0]).toMatchObject({ event: "reset" });
  });

  test("one question at a time; stopped, it goes on later and asks for nothing twice", async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    const begin = () => serveWorkspace(own, { folders: { target: target.url }, heartbeatMs: 30 });
    const wish = { json: { banks: ["semantic"] } };
    await using first = await begin();
    const { id, events } = (await first.ask("/api/check-runs", wish)).json as unknown as { id: string; events: string };
    await target.waiting(1);
    expectProblem(await first.ask("/api/check-runs", wish), { status: 409, code: "already-running" });
    expectProblem(await first.ask("/cli/test-harness?banks=semantic"), { status: 409, code: "already-running" });
    {
      // Another process has the same folder, and only its lock to know by.
      await using other = await begin();
      expectProblem(await other.ask("/api/check-runs", wish), { status: 409, code: "folder-locked" });
    }

    const listening = eventsOf(first.server.url + events);
    // Nothing happens, and yet something comes.
    while ((await listening.next()).value?.comment !== "still here");
    const stopped = checkRunView.parse((await first.ask(`/api/check-runs/${id}`, { method: "DELETE" })).json);
    expect(stopped).toMatchObject({ status: "stopped", progress: { done: 1, total: 2 }, summary: null, error: { code: "interrupted" } });
    expect((await all(listening)).at(-1)).toMatchObject({ event: "error", data: { error: { code: "interrupted" } } });

    // Stopped with the server: the same.
    await first.ask("/api/check-runs", wish);
    await target.waiting(1);
    await first.server.close();

    target.open();
    await using second = await begin();
    const again = (await second.ask("/api/check-runs", wish)).json as unknown as { id: string };
    const done = await ended(second.server, again.id);
    expect(done).toMatchObject({ status: "done", notes: expect.arrayContaining([expect.stringContaining("Going on with a run")]) as unknown, summary: { total_tests: 2 } });
    expect(target.asked.filter((testId) => testId === "V2-GR-001")).toHaveLength(1);
    expect(first.bugs.concat(second.bugs)).toEqual([]);
  });

  test("a caller that hangs up stops its run", async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    await using server = await serveWorkspace(own, { folders: { target: target.url } });
    const gone = new AbortController();
    const asked = fetch(`${server.server.url}/cli/test-harness?banks=semantic&target=${encodeURIComponent(target.url)}`, { signal: gone.signal });
    await target.waiting(1);
    gone.abort();
    await expect(asked).rejects.toThrow();
    // Its folder is free again: the same can be asked.
    await expect.poll(async () => (await server.ask("/api/check-runs", { json: { banks: ["semantic"] } })).status, { timeout: 5_000 }).toBe(202);
    expect(server.bugs).toEqual([]);
  });

  test("bodies: JSON, of a size, in the shape of the schema", async () => {
    const post = (body: string, headers: Record<string, string>) => ask("/api/check-runs", { body, headers });
    const type = { "content-type": "application/json" };
    expectProblem(await post('{"banks":["state"]}', { "content-type": "text/plain" }), { status: 415, code: "json-needed" });
    expectProblem(await post('{"banks":["state"]}', {}), { status: 415, code: "json-needed" });
    expectProblem(await post('{"banks":', type), { status: 400, code: "bad-json" });
    expectProblem(await post("[]", type), { status: 422, code: "invalid-request", field: "body" });
    expectProblem(await post('{"banks":["stat"]}', type), { status: 422, code: "invalid-request", field: "banks.0" });
    expectProblem(await post('{"bank":"state"}', type), { status: 422, code: "invalid-request", field: "bank" });
    expectProblem(await post('{"target":"http://example.org"}', type), { status: 422, code: "invalid-request", field: "target" });
    expectProblem(await post('{"test_ids":["V2-NO-1"]}', type), { status: 404, code: "unknown-test" });
    const large = JSON.stringify({ topic: "x".repeat(1024 * 1024) });
    expectProblem(await post(large, type), { status: 413, code: "body-too-large" });
    expectProblem(await post(large, { ...type, "transfer-encoding": "chunked" }), { status: 413, code: "body-too-large" });
    const streamed = await post('{"banks":["state"],"save_results":false}', { ...type, "transfer-encoding": "chunked" });
    expect(streamed.status).toBe(202);
    const whole = await ask("/api/check-runs", { method: "POST" });
    expect(whole.status).toBe(202);
    expect((await ended(served.server, (whole.json as unknown as { id: string }).id)).summary).toMatchObject({ total_tests: 6 });
  });
});

describe("results", () => {
  test("listed newest first, in pages, and read whole", async () => {
    using own = makeWorkspace();
    await using server = await serveWorkspace(own);
    expect((await server.ask("/api/results")).json).toEqual({ items: [], total: 0, next: null });
    const { results_file } = (await server.ask("/cli/test-harness?banks=state")).json as unknown as { results_file: string };
    const real = results_file.split("/").at(-1)!;
    for (const name of ["results_2025-01-01-0000.json", "results_2025-01-01-0000_9.json", "results_2025-01-01-0000_10.json", "other.json"]) writeFileSync(join(own.results, name), "{}");
    const first = (await server.ask("/api/results?limit=2")).json as unknown as { items: Array<{ name: string; report: string | null }>; total: number; next: string };
    expect(first).toMatchObject({ total: 4, items: [{ name: real, report: real.replace("results_", "report_").replace(".json", ".md") }, { name: "results_2025-01-01-0000_10.json", minute: "2025-01-01T00:00Z", bytes: 2, report: null }] });
    expect((await server.ask(first.next)).json).toMatchObject({ items: [{ name: "results_2025-01-01-0000_9.json" }, { name: "results_2025-01-01-0000.json" }], next: null });
    expect(checkResults.parse((await server.ask(`/api/results/${real}`)).json)).toMatchObject({ state: { tests_run: 1 } });
    expectProblem(await server.ask("/api/results/results_2025-01-01-0000.json"), { status: 400, code: "bad-results" });
  });

  test.each(["..%2f..%2fsecret.json", "..%5c..%5csecret.json", "%2e%2e%2fsecret.json", "%2fetc%2fpasswd", "secret.json", "results_2026-01-01-0000.json%00.md", "..%252fsecret.json"])("%s leads nowhere", async (name) => {
    writeFileSync(join(workspace.dir, "secret.json"), '{"secret":true}');
    expectProblem(await ask(`/api/results/${name}`), { status: 422, code: "invalid-request", field: "name" });
  });

  test("dots in the path lead nowhere, as they are and escaped, and a link out of the folder is not followed", async () => {
    for (const path of ["/api/results/../../secret.json", "/api/results/../secret.json", "/cli/test-harness/test/../../../secret.json", "/api/check-runs/../../secret.json"]) expectProblem(await ask(path), { status: 404, code: "not-found" });
    expectProblem(await ask("/cli/test-harness/test/..%2f..%2fsecret"), { status: 404, code: "unknown-test" });
    expectProblem(await ask("/cli/test-harness/topic/..%2f..%2fsecret"), { status: 404, code: "unknown-topic" });
    expectProblem(await ask("/api/check-runs/..%2f..%2fsecret/events"), { status: 404, code: "unknown-run" });
    mkdirSync(workspace.results, { recursive: true });
    symlinkSync(join(workspace.dir, "secret.json"), join(workspace.results, "results_2024-01-01-0000.json"));
    const linked = await ask("/api/results/results_2024-01-01-0000.json");
    expectProblem(linked, { status: 400, code: "outside-folder" });
    expect(linked.text).not.toContain('"secret":true');
    expect((await ask("/api/results?limit=100")).text).not.toContain("2024-01-01");
  });
});

describe("who may ask", () => {
  const paths: Array<[string, { method?: string; json?: unknown }]> = [["/healthz", {}], ["/cli/test-harness?banks=state", {}], ["/api/check-runs", { json: {} }], ["/api/check-runs/nobody/events", {}], ["/nothing", {}], ["/cli/calibrate", { method: "POST" }], ["/", { method: "OPTIONS" }]];
  const port = () => served.server.port;

  test.each([
    ["a foreign Host", "foreign-host", () => ({ host: "evil.example" })],
    ["a foreign Host with our port", "foreign-host", () => ({ host: `evil.example:${port()}` })],
    ["ours with another port", "foreign-host", () => ({ host: `127.0.0.1:${port() - 1}` })],
    ["ours without a port", "foreign-host", () => ({ host: "localhost" })],
    ["a name that begins like ours", "foreign-host", () => ({ host: `localhost.evil.example:${port()}` })],
    ["a foreign Origin", "foreign-origin", () => ({ origin: "https://evil.example" })],
    ["an Origin that nobody has", "foreign-origin", () => ({ origin: "null" })],
    ["another port's Origin", "foreign-origin", () => ({ origin: `http://localhost:${port() - 1}` })],
    ["another site's page", "cross-site", () => ({ "sec-fetch-site": "cross-site" })],
    ["another port's page", "cross-site", () => ({ "sec-fetch-site": "same-site" })],
  ])("%s is refused on every path", async (_, code, headers) => {
    for (const [path, options] of paths) {
      const answer = await ask(path, { ...options, headers: headers() });
      expectProblem(answer, { status: 403, code });
    }
  });

  test("hosts that no polite program sends are refused as well: in the address line, none, two, or with a user's name", async () => {
    const raw = (head: string) =>
      new Promise<string>((resolve, reject) => {
        let text = "";
        const socket = createConnection(port(), "127.0.0.1", () => socket.end(`${head}\r\nConnection: close\r\n\r\n`));
        socket.setEncoding("utf8").on("data", (part: string) => (text += part));
        socket.on("end", () => resolve(text)).on("error", reject);
      });
    const ours = `127.0.0.1:${port()}`;
    expect(await raw(`GET http://evil.example/healthz HTTP/1.1\r\nHost: ${ours}`)).toMatch(/^HTTP\/1\.1 403 [\s\S]*foreign-host/);
    expect(await raw(`GET http://${ours}/healthz HTTP/1.1\r\nHost: evil.example`)).toMatch(/^HTTP\/1\.1 403 [\s\S]*foreign-host/);
    for (const head of ["GET /healthz HTTP/1.1", "GET /healthz HTTP/1.0", "GET /healthz HTTP/1.1\r\nHost:", `GET /healthz HTTP/1.1\r\nHost: ${ours}@evil.example`, `GET /healthz HTTP/1.1\r\nHost: ${ours}/`, `GET /healthz HTTP/1.1\r\nHost: evil.example\r\nHost: ${ours}`]) {
      expect([head, await raw(head)]).toEqual([head, expect.stringMatching(/^HTTP\/1\.1 40[03] (?![\s\S]*"ok")/)]);
    }
  });

  test("our own names and pages are let in, and answers are kept from browsers' other habits", async () => {
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
      const { status, headers } = await ask("/healthz", { headers: { host: `${name}:${port()}`, origin: `http://${name.toLowerCase()}:${port()}`, "sec-fetch-site": "same-origin" } });
      expect({ status, ...headers }).toMatchObject({ status: 200, "x-content-type-options": "nosniff", "cache-control": "no-store", "content-security-policy": "default-src 'none'; frame-ancestors 'none'" });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect((await ask("/api/nothing")).headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
    expectProblem({ ...(await ask("/cli/test-harness", { method: "PUT" })) }, { status: 405, code: "unknown-method" });
    expect((await ask("/cli/test-harness", { method: "HEAD" })).status).toBe(405);
  });

  test("any other address wants a token, and does not start without", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.0.1", "example.org"]) await expect(serveWorkspace(workspace, { host })).rejects.toMatchObject({ code: "token-needed", exit: 2 });
    await expect(serveWorkspace(workspace, { host: "" })).rejects.toMatchObject({ code: "bad-host" });
    await expect(serveWorkspace(workspace, { host: "0.0.0.0", token: " " })).rejects.toMatchObject({ code: "bad-token" });
    await expect(serveWorkspace(workspace, { port: port() })).rejects.toMatchObject({ code: "port-in-use", exit: 2 });
  });

  test("with a token: nothing without it, as a header for programs and a cookie for browsers", async () => {
    using own = makeWorkspace();
    await using open = await serveWorkspace(own, { host: "0.0.0.0", token: "open sesame 12345", allowHosts: ["rehearse.example"] });
    const bearer = { authorization: "Bearer open sesame 12345" };
    for (const path of ["/healthz", "/", "/openapi.json", "/nothing", "/api/check-runs/nobody/events"]) {
      const refused = await open.ask(path);
      expectProblem(refused, { status: 401, code: "token-needed" });
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    }
    for (const authorization of ["Bearer open sesame 12346", "Bearer", "Basic open sesame 12345", "open sesame 12345"]) expectProblem(await open.ask("/healthz", { headers: { authorization } }), { status: 401, code: "token-needed" });
    expect((await open.ask("/healthz", { headers: bearer })).status).toBe(200);
    expect((await open.ask("/healthz", { headers: { ...bearer, host: "rehearse.example", origin: "https://rehearse.example" } })).status).toBe(200);
    expectProblem(await open.ask("/healthz", { headers: { ...bearer, host: "evil.example" } }), { status: 403, code: "foreign-host" });
    expectProblem(await open.ask("/healthz", { headers: { ...bearer, origin: "http://evil.example" } }), { status: 403, code: "foreign-origin" });

    expectProblem(await open.ask("/?token=wrong"), { status: 401, code: "token-needed" });
    expectProblem(await open.ask("/healthz?token=open%20sesame%2012345"), { status: 401, code: "token-needed" });
    const entered = await open.ask("/?token=open%20sesame%2012345");
    const [cookie = ""] = entered.headers["set-cookie"] ?? [];
    expect({ status: entered.status, location: entered.headers.location, cookie }).toEqual({ status: 303, location: "/", cookie: expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/) as string });
    expect(cookie).not.toContain("sesame");
    expect((await open.ask("/healthz", { headers: { cookie: cookie.split(";")[0]! } })).status).toBe(200);
    expectProblem(await open.ask("/healthz", { headers: { cookie: cookie.split("=")[0]! + "=forged" } }), { status: 401, code: "token-needed" });
  });
});

describe("openapi.json", () => {
  test("every path answers, with a status and a body as described", async () => {
    using own = makeWorkspace();
    await using fresh = await serveWorkspace(own, { settings: calibrator.settings });
    const document = (await fresh.ask("/openapi.json")).json as unknown as Document;
    const { results_file } = (await fresh.ask("/cli/test-harness?banks=state")).json as unknown as { results_file: string };
    const { id } = (await fresh.ask("/api/check-runs", { json: { banks: ["always"] } })).json as unknown as { id: string };
    await ended(fresh.server, id);
    const values: Record<string, string> = { test_id: "V2-GR-001", topic: "loyalty", id, name: results_file.split("/").at(-1)! };
    const walked = await walkDocument(document, {
      ask: fresh.ask,
      // Playtests and the retrieval views have tests of their own.
      wanted: ({ tags }) => ["testing", "check runs", "results", "service"].includes(tags[0]!),
      value: (_path, parameter) => values[parameter]!,
      bodies: { "post /api/check-runs": { topic: "gray_rock", save_results: false } },
      queries: { "get /cli/test-harness": "?verbose=true", "get /cli/test-harness/test/{test_id}": "?debug=true", "post /cli/calibrate": "?scope=single&test_ids=V2-LOY-001" },
    });
    expect(walked).toEqual([
      "delete /api/check-runs/{id}", "get /api/check-runs", "get /api/check-runs/{id}", "get /api/check-runs/{id}/events", "get /api/results", "get /api/results/{name}",
      "get /cli/test-harness", "get /cli/test-harness/test/{test_id}", "get /cli/test-harness/topic/{topic}", "get /healthz", "get /openapi.json", "post /api/check-runs", "post /cli/calibrate",
    ]);
    expect(fresh.bugs).toEqual([]);
  });

  test("the parameters are the specification's", async () => {
    const { paths } = (await ask("/openapi.json")).json as unknown as Document;
    const named = (path: string, method: string) => paths[path]![method]!.parameters!.map(({ name }) => name);
    expect(named("/cli/test-harness", "get")).toEqual(["banks", "verbose", "failures_only", "save_results", "target"]);
    expect(named("/cli/test-harness/test/{test_id}", "get")).toEqual(["test_id", "debug", "target"]);
    expect(named("/cli/test-harness/topic/{topic}", "get")).toEqual(["topic", "target"]);
    expect(named("/cli/calibrate", "post")).toEqual(["scope", "test_ids", "added_entities", "kb_version", "dry_run", "plan_only"]);
  });
});

test("rehearse serve: the port that was free, Ctrl+C ends it with its run saved", { timeout: 40_000 }, async () => {
  using own = makeWorkspace();
  await using target = await startWaitingTarget();
  const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--target", target.url, "--json"], { cwd: own.dir, env: {}, stdio: ["ignore", "pipe", "pipe"] });
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
  const { events } = (await ask("/api/check-runs", { json: { banks: ["semantic"] } })).json as unknown as { events: string };
  await target.waiting(1);
  // One who leaves in the middle is nothing to talk about.
  for await (const _ of eventsOf(url + events)) break;
  const listening = eventsOf(url + events);
  await listening.next();
  child.kill("SIGINT");
  expect((await all(listening)).at(-1)).toMatchObject({ event: "error", data: { error: { code: "interrupted" } } });
  const [exit] = await gone;
  expect({ exit, stderr }).toEqual({ exit: 130, stderr: expect.not.stringMatching(/^\s+at |Error/m) as string });
  expect(JSON.parse(stdout)).toEqual({ port, url });
  expect(readdirSync(join(own.results, ".running"))).toHaveLength(1);
});
