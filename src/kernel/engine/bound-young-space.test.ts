import { execFileSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { boundYoungSpace } from "./bound-young-space.ts";

/** How large the young space gets, in MB, in a process whose jobs leave much garbage. */
function youngSpaceOf(run: string): number {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { inProcessEngine } from ${JSON.stringify(new URL("./in-process-engine.ts", import.meta.url).href)};
    let most = 0;
    const kept = [];
    const work = { name: "churn", async run() {
      kept.push(Array.from({ length: 4000 }, (_, index) => ({ index, text: "x" + index })));
      if (kept.length > 60) kept.shift();
      most = Math.max(most, getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);
      await new Promise((resolve) => setImmediate(resolve));
    } };
    const jobs = Array.from({ length: 2500 }, (_, id) => ({ id: String(id), input: {} }));
    ${run}
    console.log(most / 2 ** 20);`;
  return Number(
    execFileSync(
      process.execPath,
      ["--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", script],
      { encoding: "utf8" },
    ),
  );
}

test("however much garbage jobs leave, the room for what is young stays small", { timeout: 60_000 }, () => {
  const bounded = youngSpaceOf("await inProcessEngine.run(work, jobs, { concurrency: 2 });");
  const unbounded = youngSpaceOf("for (const { input } of jobs) await work.run(input);");
  expect(bounded).toBeLessThanOrEqual(64);
  expect(unbounded).toBeGreaterThan(bounded);
});

test("room that was taken back may be had again, and when it is over everything is as it was", () => {
  vi.useFakeTimers();
  let size = 1;
  const told: boolean[] = [];
  const unbound = boundYoungSpace({ size: () => size * 2 ** 20, letGrow: (grows) => told.push(grows) });
  for (size of [16, 32, 32, 4, 64]) vi.advanceTimersByTime(100);
  expect(told).toEqual([false, true, false]);
  unbound();
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([false, true, false, true]);
  vi.useRealTimers();
});
