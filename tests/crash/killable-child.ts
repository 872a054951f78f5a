/** Starts the process that gets killed, and collects its output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AttemptStart, Note, Totals } from "../../src/contract/index.ts";
import type { Source } from "../../src/kernel/models/index.ts";

export type ChildReport = {
  opened?: { notes: Note[]; inFlight: AttemptStart[]; tornBytes: number };
  ended?: { texts: string[]; sources: Source[]; totals: Totals };
  failed?: { code: string; message: string; remedy: string };
};

export type KillableChild = {
  pid: number;
  kill(): void;
  /** Resolves when the process has ended, with an exit code or a signal. */
  ended: Promise<ChildReport & { exit: number | null; signal: string | null; stderr: string }>;
};

/** No settings of this machine except compiled code, since these processes mostly start up. */
const env = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };
const script = fileURLToPath(new URL("calls-child.ts", import.meta.url));

export function startChild({
  dir,
  baseURL,
  count,
}: {
  dir: string;
  baseURL: string;
  count: number;
}): KillableChild {
  const child = spawn(process.execPath, [script, dir, baseURL, String(count)], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const ended = once(child, "close").then(([exit, signal]) => {
    // A kill can truncate a report: text after the last newline is dropped.
    const reports = said.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ChildReport);
    return {
      ...(Object.assign({}, ...reports) as ChildReport),
      exit: exit as number | null,
      signal: signal as string | null,
      stderr: said.stderr,
    };
  });
  return { pid: child.pid!, kill: () => void child.kill("SIGKILL"), ended };
}
