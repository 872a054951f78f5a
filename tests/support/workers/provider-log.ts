/** A loopback provider that writes down when each request came and when it was over. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dice } from "../../../src/kernel/dice/index.ts";
import { startServer } from "../loopback-server.ts";

export type Seen = {
  name: string;
  worker: string;
  at: number;
  over: number;
  /** When the worker says that it sent it, on the clock of the machine. */ left: number;
};

export type ProviderLog = AsyncDisposable & {
  readonly address: string;
  readonly log: Seen[];
  of(name: string): Seen[];
  /** Resolves when this many workers have said that they are ready. */
  ready(workers: number): Promise<void>;
};

export async function startProviderLog({
  lengthMs = () => 20 + 60 * throws.next(),
  refuse = () => undefined,
}: {
  lengthMs?: (name: string) => number;
  /** Seconds of Retry-After for a request that is answered 429. */
  refuse?: (seen: Seen) => number | undefined;
} = {}): Promise<ProviderLog> {
  const log: Seen[] = [];
  const readyWorkers = new Set<string>();
  const watchers = new Set<() => void>();
  const server = await startServer((request, response) => {
    const at = performance.now();
    const [, name, worker, left] = request.url!.split("/").map(decodeURIComponent);
    if (name === "ready") {
      readyWorkers.add(worker!);
      for (const watcher of watchers) watcher();
      return void response.end();
    }
    const seen: Seen = { name: name!, worker: worker!, at, over: Infinity, left: Number(left) };
    log.push(seen);
    response.on("close", () => (seen.over = Math.min(seen.over, performance.now())));
    const seconds = refuse(seen);
    setTimeout(() => {
      // Before the answer leaves: whoever gets it may start the next call.
      seen.over = Math.min(seen.over, performance.now());
      if (seconds !== undefined) response.writeHead(429, { "retry-after": String(seconds) });
      response.end("ok");
    }, lengthMs(name!));
  });
  return {
    ...server,
    address: server.url,
    log,
    of: (name) => log.filter((seen) => seen.name === name),
    ready: (workers) =>
      new Promise((resolve) => {
        const watcher = () => {
          if (readyWorkers.size < workers) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
  };
}

const throws = dice("provider-log");

export type Child = {
  readonly worker: string;
  signal(name: "SIGTERM" | "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
  /** What it said when it was gone. */
  ended: Promise<{ exit: number | null; said: string; stderr: string }>;
};

/** Starts one of the scripts beside this file with its settings as JSON. */
export function startWorker<Settings extends { worker: string }>(script: string, settings: Settings): Child {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(script, import.meta.url)), JSON.stringify(settings)],
    {
      env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"), TMPDIR: tmpdir() },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const heard = { said: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (heard.said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (heard.stderr += text));
  return {
    worker: settings.worker,
    signal: (name) => void child.kill(name),
    ended: once(child, "close").then(([exit]) => ({ exit: exit as number | null, ...heard })),
  };
}

/** The most of these moments within any window of this length. */
export function mostWithin(moments: readonly number[], windowMs: number): number {
  const sorted = moments.toSorted((a, b) => a - b);
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while (sorted[last]! - sorted[first]! >= windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

export function smallestGap(moments: readonly number[]): number {
  const sorted = moments.toSorted((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((at, index) => at - sorted[index]!));
}

export function mostAtOnce(seen: readonly Seen[]): number {
  const events = seen.flatMap(({ at, over }) => [
    { at, by: 1 },
    { at: over, by: -1 },
  ]);
  let now = 0;
  let most = 0;
  for (const { by } of events.toSorted((a, b) => a.at - b.at || a.by - b.by))
    most = Math.max(most, (now += by));
  return most;
}
