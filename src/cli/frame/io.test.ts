import { WriteStream } from "node:tty";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryStream, runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { testCommand } from "../../../tests/support/cli/test-command.ts";
import { createIo, type Io } from "./io.ts";

/** A command that calls `print`. */
const printing = (print: (io: Io) => void | Promise<void>) =>
  testCommand("show", async ({ io }) => await print(io));

function terminal(): MemoryStream {
  // Node's own colour check, which reads NO_COLOR.
  const { getColorDepth } = WriteStream.prototype;
  return Object.assign(new MemoryStream(), { isTTY: true, getColorDepth });
}

beforeEach(() => {
  vi.stubEnv("FORCE_COLOR", undefined);
  vi.stubEnv("NO_COLOR", undefined);
  vi.stubEnv("CI", undefined);
  vi.stubEnv("TERM", "xterm-256color");
});
afterEach(() => vi.unstubAllEnvs());

test("text output goes to stdout, warnings to stderr", async () => {
  const show = printing((io) => {
    io.out("result");
    io.say("words\n");
    io.warn("careful");
  });
  expect(await runInMemory([show], ["show"])).toMatchObject({
    exit: 0,
    stdout: "result\nwords\n",
    stderr: "careful\n",
  });
});

test("with --json stdout is one document, even if text is printed", async () => {
  const show = printing((io) => {
    io.out("result");
    io.say("words");
    io.json({ n: 1, text: "a\u001b[31m\u009b" });
  });
  const { stdout, stderr } = await runInMemory([show], ["show", "--json"]);
  expect(JSON.parse(stdout)).toEqual({ n: 1, text: "a\u001b[31m\u009b" });
  for (const raw of ["\u001b", "\u009b"]) expect(stdout).not.toContain(raw);
  expect(stderr).toBe("result\nwords\n");
});

test("a second document is a bug, and is not printed", async () => {
  const show = printing((io) => {
    io.json({ n: 1 });
    io.json({ n: 2 });
  });
  const { exit, stdout } = await runInMemory([show], ["show", "--json"]);
  expect(exit).toBe(3);
  expect(JSON.parse(stdout)).toEqual({ n: 1 });
});

test("colours appear on a terminal, not in a pipe and not with NO_COLOR", async () => {
  const show = printing((io) => io.out(io.style("bold", "x")));
  expect((await runInMemory([show], ["show"], { stdout: terminal() })).stdout).toBe("\u001b[1mx\u001b[22m\n");
  expect((await runInMemory([show], ["show"])).stdout).toBe("x\n");
  vi.stubEnv("FORCE_COLOR", "1");
  expect((await runInMemory([show], ["show"])).stdout).toBe("x\n");
  vi.stubEnv("FORCE_COLOR", undefined);
  vi.stubEnv("NO_COLOR", "1");
  expect((await runInMemory([show], ["show"], { stdout: terminal() })).stdout).toBe("x\n");
});

/** The final screen of a terminal, without erased lines. */
const onScreen = (text: string) =>
  text
    .split("\n")
    .map((line) => line.split("\r\u001b[2K").at(-1))
    .join("\n");

test("progress is drawn on a terminal and erased at the end", () => {
  const stderr = terminal();
  const io = createIo({ stdout: new MemoryStream(), stderr, json: false });
  const progress = io.progress("calls", 20);
  progress.tick("turn/1/\u001b[2Jplayer\n2");
  expect(onScreen(stderr.text)).toBe("calls 1/20 turn/1/player 2");
  io.warn("careful");
  expect(onScreen(stderr.text)).toBe("careful\ncalls 1/20 turn/1/player 2");
  progress.done();
  progress.tick("late");
  expect(onScreen(stderr.text)).toBe("careful\n");
});

test("a progress line left behind by a failing command is erased before the error", async () => {
  const show = printing((io) => {
    io.progress("calls", 2).tick("one");
    throw new Error("broken");
  });
  const { stderr } = await runInMemory([show], ["show"], { stderr: terminal() });
  expect(onScreen(stderr)).not.toContain("calls");
  expect(onScreen(stderr)).toContain("broken");
});
