import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { HarnessError } from "../../kernel/errors/index.ts";
import { MemoryHost, MemoryStream, runInMemory } from "../../../tests/support/cli/run-in-memory.ts";
import { testCommand } from "../../../tests/support/cli/test-command.ts";
import type { Io } from "./index.ts";

type Work = (context: { io: Io; signal: AbortSignal }) => Promise<1 | 130 | void>;

const working = (run: Work) => testCommand("work", run);

/** Runs a command and sends it a signal as soon as it has started. */
function interrupted(run: Work, argv: string[] = []) {
  const host = new MemoryHost();
  const work = working((context) => {
    host.emit("SIGINT");
    return run(context);
  });
  return runInMemory([work], ["work", ...argv], { host });
}

// Terminal and shell each send a SIGHUP as they close.
test.each([["SIGINT"], ["SIGTERM"], ["SIGHUP", "SIGHUP"]])(
  "%s aborts the signal, and the command exits with 130",
  async (...names) => {
    const host = new MemoryHost();
    const work = working(async ({ io, signal }) => {
      for (const name of names) host.emit(name);
      expect(signal.aborted).toBe(true);
      await setTimeout(5);
      io.out("saved");
    });
    const { exit, exits, stdout, stderr } = await runInMemory([work], ["work"], { host });
    expect({ exit, exits, stdout }).toEqual({ exit: 130, exits: [], stdout: "saved\n" });
    expect(stderr).toContain("Interrupted.");
  },
);

test.each<[string, Work]>([
  ["throws the reason", async ({ signal }) => signal.throwIfAborted()],
  ["is cut off in a wait", async ({ signal }) => setTimeout(10_000, undefined, { signal })],
  [
    "ends in an abort of its own",
    async () => {
      throw new DOMException("This operation was aborted", "AbortError");
    },
  ],
  [
    "wraps the abort",
    async ({ signal }) => {
      throw new Error("call failed", { cause: signal.reason });
    },
  ],
])("an interrupted command that %s exits with 130 and prints no stack", async (_, run) => {
  const { exit, stderr } = await interrupted(run);
  expect(exit).toBe(130);
  expect(stderr).toContain("Error: Interrupted.\n");
  expect(stderr).not.toContain("    at ");
});

test("a bug while stopping stays a bug", async () => {
  const { exit, stderr } = await interrupted(async () => {
    throw new TypeError("oops");
  });
  expect(exit).toBe(3);
  expect(stderr).toContain("This is a bug in rehearse");
});

test("with --json an interruption is one document: the command's own, or the error", async () => {
  const silent = await interrupted(async () => {}, ["--json"]);
  expect(JSON.parse(silent.stdout)).toMatchObject({ error: { code: "interrupted" } });
  const own = await interrupted(async ({ io }) => io.json({ outcome: "interrupted" }), ["--json"]);
  expect(JSON.parse(own.stdout)).toEqual({ outcome: "interrupted" });
  expect([silent.exit, own.exit]).toEqual([130, 130]);
});

test("a second signal exits at once", async () => {
  const host = new MemoryHost();
  const work = working(async () => {
    host.emit("SIGINT");
    expect(host.exits).toEqual([]);
    host.emit("SIGTERM");
    expect(host.exits).toEqual([130]);
  });
  await runInMemory([work], ["work"], { host });
  expect(host.eventNames()).toEqual([]);
});

function closedPipe(failure: string): MemoryStream {
  const stdout = new MemoryStream();
  stdout.failure = failure;
  return stdout;
}

test("a closed output pipe stops the command silently with 0", async () => {
  for (const end of [
    async () => {},
    async () => 130 as const,
    async (signal: AbortSignal) => signal.throwIfAborted(),
  ]) {
    const work = working(async ({ io, signal }) => {
      for (let row = 0; row < 3; row++) {
        io.out("row");
        await setTimeout(1);
      }
      expect(signal.aborted).toBe(true);
      return end(signal);
    });
    expect(await runInMemory([work], ["work"], { stdout: closedPipe("EPIPE") })).toMatchObject({
      exit: 0,
      stderr: "",
    });
  }
  expect(await runInMemory([], ["--help"], { stdout: closedPipe("EPIPE") })).toMatchObject({
    exit: 0,
    stderr: "",
  });
});

test("a closed pipe does not hide a failed gate or an error", async () => {
  const gate = working(async ({ io }) => (io.out("row"), 1));
  expect((await runInMemory([gate], ["work"], { stdout: closedPipe("EPIPE") })).exit).toBe(1);
  const failing = working(async ({ io }) => {
    io.out("row");
    await setTimeout(1);
    throw new HarnessError({ code: "bug", message: "No key.", remedy: "Set one." });
  });
  expect(await runInMemory([failing], ["work"], { stdout: closedPipe("EPIPE") })).toMatchObject({
    exit: 2,
    stderr: "Error: No key.\nSet one.\n",
  });
});

test("an output that cannot be written exits with 3", async () => {
  const { exit, stderr } = await runInMemory([], ["--help"], { stdout: closedPipe("ENOSPC") });
  expect(exit).toBe(3);
  expect(stderr).toContain("Cannot write the output: write ENOSPC.");
});
