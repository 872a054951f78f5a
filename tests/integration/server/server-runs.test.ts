/** Background checks: started, followed, left, reopened and stopped. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkRunView } from "../../../src/contract/index.ts";
import { serveForAll } from "../../support/server/serve-for-all.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { endedRun } from "../../support/server/served-check.ts";
import {
  eventsOf,
  makeWorkspace,
  serveWorkspace,
  startWaitingTarget,
} from "../../support/server/served-workspace.ts";

const all = serveForAll();

describe("runs", () => {
  test("start, are followed by events, and are listed", async () => {
    const listening = eventsOf(`${all.served.server.url}/api/events`);
    const first = listening.next();
    const { status, json, headers } = await all.ask("/api/check-runs", {
      json: { banks: ["state", "pattern", "always"] },
    });
    const { id } = checkRunView.strict().parse(json);
    expect({ status, location: headers.location }).toEqual({
      status: 202,
      location: `/api/check-runs/${id}`,
    });

    for (let event = (await first).value; ; event = (await listening.next()).value) {
      expect(event).toMatchObject({ event: "job", data: { type: "job", job: id } });
      if (checkRunView.parse((await all.ask(`/api/check-runs/${id}`)).json).status === "done") break;
    }
    await listening.return(undefined);

    const view = checkRunView.strict().parse((await all.ask(`/api/check-runs/${id}`)).json);
    expect(view).toMatchObject({
      status: "done",
      target: "offline",
      progress: { done: 4, total: 4, left_ms: 0 },
      below: { count: 0, latest: [] },
      error: null,
      summary: { total_tests: 4 },
    });
    expect(existsSync(view.summary!.results_file!)).toBe(true);
    expect((await all.ask("/api/check-runs?limit=1")).json).toMatchObject({ items: [{ id }], next: null });
    // It has ended: stopping it changes nothing.
    expect((await all.ask(`/api/check-runs/${id}`, { method: "DELETE" })).json).toEqual(view);
  });

  test("one question at a time; stopped, it resumes later and asks nothing twice", async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    const begin = () => serveWorkspace(own, { folders: { target: target.url } });
    const wish = { json: { banks: ["semantic"] } };
    await using first = await begin();
    const { id } = (await first.ask("/api/check-runs", wish)).json as unknown as { id: string };
    await target.waiting(1);
    expectProblem(await first.ask("/api/check-runs", wish), { status: 409, code: "already-running" });
    expectProblem(await first.ask("/cli/test-harness?banks=semantic"), {
      status: 409,
      code: "already-running",
    });
    {
      // Another process has the same folder, and only its lock to know by.
      await using other = await begin();
      expectProblem(await other.ask("/api/check-runs", wish), { status: 409, code: "folder-locked" });
    }

    const stopped = checkRunView.parse((await first.ask(`/api/check-runs/${id}`, { method: "DELETE" })).json);
    expect(stopped).toMatchObject({
      status: "stopped",
      progress: { done: 1, total: 2 },
      summary: null,
      error: { code: "interrupted" },
    });

    // Stopped with the server: the same.
    await first.ask("/api/check-runs", wish);
    await target.waiting(1);
    await first.server.close();

    target.open();
    await using second = await begin();
    const again = (await second.ask("/api/check-runs", wish)).json as unknown as { id: string };
    const done = await endedRun(second.server, again.id);
    expect(done).toMatchObject({
      status: "done",
      notes: expect.arrayContaining([expect.stringContaining("Resuming a stopped run")]) as unknown,
      summary: { total_tests: 2 },
    });
    expect(target.asked.filter((testId) => testId === "V2-GR-001")).toHaveLength(1);
    expect(first.bugs.concat(second.bugs)).toEqual([]);
  });

  test("a caller that hangs up stops its run", async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    await using server = await serveWorkspace(own, { folders: { target: target.url } });
    const gone = new AbortController();
    const asked = fetch(
      `${server.server.url}/cli/test-harness?banks=semantic&target=${encodeURIComponent(target.url)}`,
      { signal: gone.signal },
    );
    await target.waiting(1);
    gone.abort();
    await expect(asked).rejects.toThrow();
    // Its folder is free again: the same can be asked.
    await expect
      .poll(async () => (await server.ask("/api/check-runs", { json: { banks: ["semantic"] } })).status, {
        timeout: 60_000,
      })
      .toBe(202);
    expect(server.bugs).toEqual([]);
  });

  test("bodies: JSON, of a size, in the shape of the schema", async () => {
    const post = (body: string, headers: Record<string, string>) =>
      all.ask("/api/check-runs", { body, headers });
    const type = { "content-type": "application/json" };
    expectProblem(await post('{"banks":["state"]}', { "content-type": "text/plain" }), {
      status: 415,
      code: "invalid-request",
    });
    expectProblem(await post('{"banks":["state"]}', {}), { status: 415, code: "invalid-request" });
    expectProblem(await post('{"banks":', type), { status: 400, code: "invalid-request" });
    expectProblem(await post("[]", type), { status: 422, code: "invalid-request", field: "body" });
    expectProblem(await post('{"banks":["stat"]}', type), {
      status: 422,
      code: "invalid-request",
      field: "banks.0",
    });
    expectProblem(await post('{"bank":"state"}', type), {
      status: 422,
      code: "invalid-request",
      field: "bank",
    });
    expectProblem(await post('{"target":"http://example.org"}', type), {
      status: 422,
      code: "invalid-request",
      field: "target",
    });
    expectProblem(await post('{"test_ids":["V2-NO-1"]}', type), { status: 404, code: "unknown-name" });
    const large = JSON.stringify({ topic: "x".repeat(1024 * 1024) });
    expectProblem(await post(large, type), { status: 413, code: "too-large" });
    expectProblem(await post(large, { ...type, "transfer-encoding": "chunked" }), {
      status: 413,
      code: "too-large",
    });
    const streamed = await post('{"banks":["state"],"save_results":false}', {
      ...type,
      "transfer-encoding": "chunked",
    });
    expect(streamed.status).toBe(202);
    const whole = await all.ask("/api/check-runs", { method: "POST" });
    expect(whole.status).toBe(202);
    expect(
      (await endedRun(all.served.server, (whole.json as unknown as { id: string }).id)).summary,
    ).toMatchObject({ total_tests: 6 });
  });
});
