/** The real binary in a process of its own: what only a process can show. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type RehearseProcess = {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** When it is gone: by itself with an exit code, or by a signal. */
  ended: Promise<{ exit: number | null; signal: string | null; stdout: string; stderr: string }>;
};

export const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
/** Nothing of this machine's, but for compiled code: starting is most of what these processes do. */
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
  return { pid: child.pid!, kill: (signal) => void child.kill(signal), ended };
}
