/** The real binary in its own process, and the same commands without one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { commands } from "../../../src/cli/commands.ts";
import { runCli } from "../../../src/cli/frame/index.ts";
import { rehearseVersion, startedBy } from "../../../src/config/started-by.ts";
import { MemoryHost, MemoryStream } from "./run-in-memory.ts";

export type Ended = { exit: number | null; signal: string | null; stdout: string; stderr: string };

export type RehearseProcess = {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** What it has printed so far. */
  readonly said: { readonly stdout: string; readonly stderr: string };
  /** Resolves when the process has ended, with an exit code or a signal. */
  ended: Promise<Ended>;
};

export const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");
/** No settings of this machine except compiled code, since these processes mostly start up. */
const own = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };

export function startRehearse(
  args: readonly string[],
  { cwd, env, under = [] }: { cwd: string; env: Record<string, string>; under?: readonly string[] },
): RehearseProcess {
  const [command, ...rest] = [...under, process.execPath, main, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    cwd,
    env: { ...own, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const ended = once(child, "close").then(([exit, signal]) => ({
    exit: exit as number | null,
    signal: signal as string | null,
    ...said,
  }));
  return { pid: child.pid!, kill: (signal) => void child.kill(signal), said, ended };
}

/** Waits until it holds, as long as the process runs: one that ends before fails the test at once. */
export async function whileRunning({ ended }: RehearseProcess, holds: () => boolean): Promise<void> {
  let early: Ended | undefined;
  void ended.then((end) => (early = end));
  while (!holds()) {
    if (early) throw new Error(`The process ended too early: ${JSON.stringify(early)}`);
    await delay(10);
  }
}

let running: Promise<unknown> = Promise.resolve();

/**
 * The same in this process, with that folder and nothing but that environment: where nothing is killed it shows as much, and
 * costs no start. One after the other: a process has one folder. A config file that changes between two runs needs a process.
 */
export function runRehearse(
  args: readonly string[],
  place: { cwd: string; env: Record<string, string> },
): Promise<Ended> {
  const run = running.then(() => inThisProcess(args, place));
  running = run.catch(() => undefined);
  return run;
}

async function inThisProcess(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Ended> {
  const before = { cwd: process.cwd(), env: process.env };
  const [stdout, stderr] = [new MemoryStream(), new MemoryStream()];
  process.chdir(cwd);
  process.env = { ...env };
  try {
    const { commandIn } = startedBy({ script: main, root, cwd, env });
    const exit = await runCli({
      argv: args,
      commands,
      commandIn,
      version: rehearseVersion,
      stdout,
      stderr,
      host: new MemoryHost(),
    });
    return { exit, signal: null, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
  }
}
