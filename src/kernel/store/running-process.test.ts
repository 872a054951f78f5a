import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isRunning, processStart } from "./running-process.ts";

const self = { pid: process.pid, start: processStart(process.pid) };

test("this process runs; numbers that are not a pid do not", () => {
  expect(isRunning(self)).toBe(true);
  expect(isRunning({ pid: process.pid, start: undefined })).toBe(true);
  for (const pid of [0, -1]) expect(isRunning({ pid, start: undefined })).toBe(false);
});

test.runIf(process.platform === "linux")("the same pid with another start is another process", () => {
  expect(self.start).toMatch(/\/\d+$/);
  expect(isRunning({ pid: process.pid, start: `${self.start}1` })).toBe(false);
});

test("a killed process is no longer running, although its parent has not waited for it yet", async () => {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const mark = { pid: child.pid!, start: processStart(child.pid!) };
  expect(isRunning(mark)).toBe(true);
  child.kill("SIGKILL");
  // This process has no chance to collect the child: on Linux it is a zombie meanwhile.
  if (process.platform === "linux") {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; isRunning(mark) && waited < 200; waited++) Atomics.wait(sleeper, 0, 0, 10);
    expect(isRunning(mark)).toBe(false);
  }
  await once(child, "exit");
  expect(isRunning(mark)).toBe(false);
});
