/** Background checks: started, followed, left, reopened and stopped. */
import { describe, expect, test } from "vitest";
import { serveMade } from "../../support/server/served-playtests.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { ended, start, stop } from "../../support/server/served-jobs.ts";
import { makeWorkspace, serveWorkspace, startWaitingTarget } from "../../support/server/served-workspace.ts";

const { served, ask } = serveMade(makeWorkspace);

describe("checks", () => {
  test("one question at a time; stopped, it resumes later and asks nothing twice", async () => {
    using own = makeWorkspace();
    await using target = await startWaitingTarget();
    const begin = () => serveWorkspace(own, { folders: { target: target.url } });
    const wish = { banks: ["semantic"] };
    await using first = await begin();
    const job = await start(first, "check", wish);
    await target.waiting(1);
    for (const fresh of [false, true])
      expect(await ended(first, await start(first, "check", { ...wish, fresh }))).toMatchObject({
        state: "failed",
        error: { code: "folder-locked" },
        notes: [],
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
      total: 2,
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
      ask("/api/operations/check", { body, headers });
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
    const whole = await ended(served, await start(served, "check", {}));
    expect(whole).toMatchObject({ state: "done", total: 6 });
  });
});
