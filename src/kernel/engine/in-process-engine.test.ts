import { expect, test } from "vitest";
import { HarnessError, type ExitCode } from "../errors/index.ts";
import { inProcessEngine, type Job, type JobEnd, type Work } from "./in-process-engine.ts";

const jobs = (...ids: string[]): Array<Job<string>> => ids.map((id) => ({ id, input: id }));
const failure = (exit: ExitCode, message = "no") =>
  new HarnessError({ code: "bug", message, remedy: "none", exit });
const work = (run: Work<string, string>["run"]): Work<string, string> => ({ run });
const soon = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));

test("starts jobs in order, and never more than the limit at once", async () => {
  const started: string[] = [];
  let [now, most] = [0, 0];
  const echo = work(async (id) => {
    now++;
    most = Math.max(most, now);
    // The first takes longest; the others must not wait for it.
    await soon(id === "a" ? 20 : 1);
    now--;
    return id.toUpperCase();
  });
  const ended: string[] = [];
  expect(
    await inProcessEngine.run(echo, jobs("a", "b", "c", "d", "e"), {
      concurrency: 2,
      onStart: ({ id }) => started.push(id),
      onEnd: (end) => ended.push("output" in end ? end.output : ""),
    }),
  ).toEqual({});
  expect(started).toEqual(["a", "b", "c", "d", "e"]);
  expect(most).toBe(2);
  expect(ended).toEqual(["B", "C", "D", "E", "A"]);
});

test("reads a long list lazily", async () => {
  let drawn = 0;
  function* endless(): Generator<Job<string>> {
    for (;;) yield { id: String(++drawn), input: "" };
  }
  const stop = new AbortController();
  await inProcessEngine.run(
    work(async () => {
      if (drawn >= 6) stop.abort();
      return "";
    }),
    endless(),
    { concurrency: 3, signal: stop.signal },
  );
  expect(drawn).toBeLessThan(12);
});

test("retries a failed job, then records the failure while the others continue", async () => {
  const tries: Record<string, number> = {};
  const ends: Array<JobEnd<string, string>> = [];
  const flaky = work(async (id, { attempt }) => {
    tries[id] = attempt;
    if (id === "never" || (id === "second" && attempt === 1)) throw failure(3, `${id} ${attempt}`);
    return "done";
  });
  expect(
    await inProcessEngine.run(flaky, jobs("never", "second", "first"), {
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
  const spent = work(async (id) => {
    seen.push(id);
    await soon(id === "b" ? 5 : 1);
    if (id === "a") throw failure(4, "spent");
    return id;
  });
  const ends: string[] = [];
  const { endedBy } = await inProcessEngine.run(spent, jobs("a", "b", "c", "d"), {
    concurrency: 2,
    attempts: 2,
    isFinal: ({ exit }) => exit === 4,
    onEnd: ({ job }) => ends.push(job.id),
  });
  expect(endedBy?.message).toBe("spent");
  expect(seen).toEqual(["a", "b"]);
  expect(ends).toEqual(["a", "b"]);
});

test("throws an internal error once the other jobs have stopped", async () => {
  const stopped: string[] = [];
  const broken = work(async (id, { signal }) => {
    if (id === "bug") throw new TypeError("a bug");
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    stopped.push(id);
    throw failure(130);
  });
  await expect(
    inProcessEngine.run(broken, jobs("long", "bug", "later"), { concurrency: 2, attempts: 2 }),
  ).rejects.toThrow("a bug");
  expect(stopped).toEqual(["long"]);
});

test("an abort reaches running jobs, starts nothing more, and is reported", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const waiting = work(async (id, { signal }) => {
    seen.push(id);
    if (seen.length === 2) stop.abort();
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve()),
    );
    throw failure(130, "stopped");
  });
  const { endedBy } = await inProcessEngine.run(waiting, jobs("a", "b", "c"), {
    concurrency: 2,
    attempts: 2,
    signal: stop.signal,
  });
  expect(endedBy?.exit).toBe(130);
  expect(seen).toEqual(["a", "b"]);
  expect(
    (await inProcessEngine.run(waiting, jobs("d"), { concurrency: 1, signal: AbortSignal.abort() })).endedBy
      ?.exit,
  ).toBe(130);
  expect(seen).toEqual(["a", "b"]);
});

test("a list that throws stops the running jobs before the error is reported", async () => {
  const stopped: string[] = [];
  function* breaking(): Generator<Job<string>> {
    yield* jobs("long");
    throw new TypeError("no more");
  }
  const long = work(async (id, { signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    await soon(5);
    stopped.push(id);
    throw failure(130);
  });
  await expect(inProcessEngine.run(long, breaking(), { concurrency: 2 })).rejects.toThrow("no more");
  expect(stopped).toEqual(["long"]);
});
