import { expect, test } from "vitest";
import { HarnessError, type ExitCode } from "../errors/index.ts";
import { runJobs, type JobEnd } from "./run-jobs.ts";

const failure = (exit: ExitCode, message = "no") =>
  new HarnessError({ code: "bug", message, remedy: "none", exit });
const soon = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));

test("starts jobs in order, and never more than the limit at once", async () => {
  const started: string[] = [];
  const last = Promise.withResolvers<void>();
  let [now, most] = [0, 0];
  const echo = async (id: string) => {
    now++;
    most = Math.max(most, now);
    // The first ends last; the others must not wait for it.
    if (id === "a") await last.promise;
    await soon();
    if (id === "e") last.resolve();
    now--;
    return id.toUpperCase();
  };
  const ended: string[] = [];
  expect(
    await runJobs(["a", "b", "c", "d", "e"], echo, {
      concurrency: 2,
      onStart: (id) => started.push(id),
      onEnd: (end) => ended.push("output" in end ? end.output : ""),
    }),
  ).toEqual({});
  expect(started).toEqual(["a", "b", "c", "d", "e"]);
  expect(most).toBe(2);
  expect(ended).toEqual(["B", "C", "D", "E", "A"]);
});

test("reads a long list lazily", async () => {
  let drawn = 0;
  function* endless(): Generator<number> {
    for (;;) yield ++drawn;
  }
  const stop = new AbortController();
  await runJobs(
    endless(),
    async () => {
      if (drawn >= 6) stop.abort();
    },
    { concurrency: 3, signal: stop.signal },
  );
  expect(drawn).toBeLessThan(12);
});

test("retries a failed job, then records the failure while the others continue", async () => {
  const tries: Record<string, number> = {};
  const ends: Array<JobEnd<string, string>> = [];
  const flaky = async (id: string) => {
    const attempt = (tries[id] = (tries[id] ?? 0) + 1);
    if (id === "never" || (id === "second" && attempt === 1)) throw failure(3, `${id} ${attempt}`);
    return "done";
  };
  expect(
    await runJobs(["never", "second", "first"], flaky, {
      concurrency: 1,
      attempts: 2,
      onEnd: (end) => ends.push(end),
    }),
  ).toEqual({});
  expect(tries).toEqual({ never: 2, second: 2, first: 1 });
  expect(ends.map((end) => [end.attempts, "output" in end ? end.output : end.error.message])).toEqual([
    [2, "never 2"],
    [2, "done"],
    [1, "done"],
  ]);
});

test("after a final error starts no job, lets running ones end, and retries nothing", async () => {
  const seen: string[] = [];
  const spent = async (id: string) => {
    seen.push(id);
    await soon(id === "b" ? 5 : 1);
    if (id === "a") throw failure(4, "spent");
    return id;
  };
  const ends: string[] = [];
  const { endedBy } = await runJobs(["a", "b", "c", "d"], spent, {
    concurrency: 2,
    attempts: 2,
    isFinal: ({ exit }) => exit === 4,
    onEnd: ({ job }) => ends.push(job),
  });
  expect(endedBy?.message).toBe("spent");
  expect(seen).toEqual(["a", "b"]);
  expect(ends).toEqual(["a", "b"]);
});

test("throws an internal error once the other jobs have stopped", async () => {
  const stopped: string[] = [];
  const broken = async (id: string, signal: AbortSignal) => {
    if (id === "bug") throw new TypeError("a bug");
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    stopped.push(id);
    throw failure(130);
  };
  await expect(runJobs(["long", "bug", "later"], broken, { concurrency: 2, attempts: 2 })).rejects.toThrow(
    "a bug",
  );
  expect(stopped).toEqual(["long"]);
});

test("an abort reaches running jobs, starts nothing more, and is reported", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const waiting = async (id: string, signal: AbortSignal) => {
    seen.push(id);
    if (seen.length === 2) stop.abort();
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve()),
    );
    throw failure(130, "stopped");
  };
  const { endedBy } = await runJobs(["a", "b", "c"], waiting, {
    concurrency: 2,
    attempts: 2,
    signal: stop.signal,
  });
  expect(endedBy?.exit).toBe(130);
  expect(seen).toEqual(["a", "b"]);
  expect((await runJobs(["d"], waiting, { concurrency: 1, signal: AbortSignal.abort() })).endedBy?.exit).toBe(
    130,
  );
  expect(seen).toEqual(["a", "b"]);
});
