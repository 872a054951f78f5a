/** Background checks: started, followed, left, reopened and stopped. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CheckAnswer } from "../../../src/contract/index.ts";
import { serveForAll } from "../../support/server/serve-for-all.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { ended, jobOf, start, stop } from "../../support/server/served-jobs.ts";
import {
  eventsOf,
  makeWorkspace,
  serveWorkspace,
  startWaitingTarget,
} from "../../support/server/served-workspace.ts";

const all = serveForAll();

describe("checks", () => {
  test("start, are followed by events, and are listed", async () => {
    const listening = eventsOf(`${all.served.server.url}/api/events`);
    const first = listening.next();
    const { id } = await start(all, "check", { banks: ["state", "pattern", "always"] });
    for (let event = (await first).value; ; event = (await listening.next()).value) {
      expect(event).toMatchObject({ event: "job", data: { type: "job", job: id } });
      if ((await jobOf(all, id)).state === "done") break;
    }
    await listening.return(undefined);

    const view = await jobOf(all, id);
    expect(view).toMatchObject({
      state: "done",
      done: 4,
      total: 4,
      leftMs: null,
      verdict: { headline: expect.stringContaining("4 tests of built-in, offline") as string },
      result: { total_tests: 4 },
    });
    expect(existsSync((view.result as CheckAnswer).results_file!)).toBe(true);
    // It has ended: stopping it changes nothing.
    expect(await stop(all, view)).toEqual(view);
  });

  test("one question at a time; stopped, it resumes later and asks nothing twice", async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    const begin = () => serveWorkspace(own, { folders: { target: target.url } });
    const wish = { banks: ["semantic"] };
    await using first = await begin();
    const job = await start(first, "check", wish);
    await target.waiting(1);
    expect(await ended(first, await start(first, "check", wish))).toMatchObject({
      state: "failed",
      error: { code: "folder-locked" },
    });
    expectProblem(await first.ask("/cli/test-harness?banks=semantic"), {
      status: 409,
      code: "folder-locked",
    });
    {
      // Another process has the same folder, and only its lock to know by.
      await using other = await begin();
      expectProblem(await other.ask("/cli/test-harness?banks=semantic"), {
        status: 409,
        code: "folder-locked",
      });
    }

    expect(await stop(first, job)).toMatchObject({
      state: "stopped",
      done: 1,
      total: 2,
      error: { code: "interrupted" },
    });

    // Stopped with the server: the same.
    await start(first, "check", wish);
    await target.waiting(1);
    await first.server.close();

    target.open();
    await using second = await begin();
    const done = await ended(second, await start(second, "check", wish));
    expect(done).toMatchObject({
      state: "done",
      notes: expect.arrayContaining([expect.stringContaining("Resuming a stopped run")]) as unknown,
      result: { total_tests: 2 },
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
    target.open();
    // Its folder is free again: the same can be asked.
    await expect
      .poll(async () => (await server.ask("/cli/test-harness?banks=semantic&save_results=false")).status, {
        timeout: 60_000,
      })
      .toBe(200);
    expect(server.bugs).toEqual([]);
  });

  test("bodies: JSON, of a size, an object", async () => {
    const send = (body: string, headers: Record<string, string>) =>
      all.ask("/api/operations/check", { body, headers });
    const type = { "content-type": "application/json" };
    const invalid = { code: "invalid-request" };
    expectProblem(await send('{"banks":["state"]}', { "content-type": "text/plain" }), {
      status: 415,
      ...invalid,
    });
    expectProblem(await send('{"banks":["state"]}', {}), { status: 415, ...invalid });
    expectProblem(await send('{"banks":', type), { status: 400, ...invalid });
    expectProblem(await send("[]", type), { status: 422, ...invalid, option: "body" });
    expectProblem(await send('{"test":["V2-NO-1"]}', type), {
      status: 404,
      code: "unknown-name",
      option: "test",
    });
    const large = JSON.stringify({ topic: "x".repeat(1024 * 1024) });
    expectProblem(await send(large, type), { status: 413, code: "too-large" });
    expectProblem(await send(large, { ...type, "transfer-encoding": "chunked" }), {
      status: 413,
      code: "too-large",
    });
    const streamed = await send('{"banks":["state"],"save":false}', {
      ...type,
      "transfer-encoding": "chunked",
    });
    expect(streamed.status).toBe(202);
    const whole = await ended(all, await start(all, "check", {}));
    expect(whole).toMatchObject({ result: { total_tests: 6 } });
  });
});
