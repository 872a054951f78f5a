import { expect, test } from "vitest";
import { answerWithin, createJobs, type Work } from "./jobs.ts";

const untilStopped: Work = ({ signal, on }) =>
  new Promise((resolve) => {
    on({ type: "step", text: "turn 1" });
    const end = () => resolve({ text: "stopped" });
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });

test("a job that takes longer has no answer yet, and is found by its id until it has one", async () => {
  const jobs = createJobs();
  const { id } = jobs.start("play", untilStopped);
  expect(() => jobs.get("play-99")).toThrow('Unknown job "play-99".');
  expect(await answerWithin(20, jobs.get(id))).toBeUndefined();
  expect(jobs.get(id).doing).toBe("turn 1");
  jobs.get(id).stop();
  expect(await answerWithin(60_000, jobs.get(id))).toEqual({ text: "stopped" });
});

test("four at once; closing stops them all", async () => {
  const jobs = createJobs();
  const started = Array.from({ length: 4 }, () => jobs.start("play", untilStopped));
  expect(() => jobs.start("ab", untilStopped)).toThrow("4 jobs are running: play-1, play-2, play-3, play-4.");
  await jobs.close();
  expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(
    started.map(() => ({ text: "stopped" })),
  );
  expect(() => jobs.start("ab", untilStopped)).not.toThrow();
});
