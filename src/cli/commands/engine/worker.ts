/** Plays queued runs on this machine until it is told to stop. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { rehearseVersion, shellWord } from "../../../config/started-by.ts";
import type { Pinned } from "../../../contract/index.ts";
import { createBudget } from "../../../kernel/budget/index.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import { createSharedBudget, createSharedLimits } from "../../../kernel/database/index.ts";
import {
  startWorker,
  type RunRow,
  type Worker,
  type WorkerLog,
  type WorkerTasks,
} from "../../../kernel/engine/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { type Confirm, isAddress, overriddenBy } from "../../../kernel/run/index.ts";
import { makeFolder, remove } from "../../../kernel/store/index.ts";
import { queuedTasks } from "../../../playtest/index.ts";
import { queuedChecks } from "../../../retrieval/index.ts";
import { defineCommand, type Io, terminalText } from "../../frame/index.ts";
import { configFrom, settingsFlags } from "../flags/settings-flags.ts";
import { allowNarratorFlag, playtestHarness } from "../harness/playtest-harness.ts";
import { retrievalHarness } from "../harness/retrieval-harness.ts";
import { engineFlag, engineFrom, useEngine } from "./engine-connection.ts";

export default defineCommand({
  name: "worker",
  endsBySignal: true,
  summary: "Play queued runs on this machine",
  description:
    "Runs what `matrix --engine`, `ab --engine` and `check --engine` have queued, with the keys of this machine. Start as many workers as you like, on any number of machines. Another worker continues a lost worker's sessions; no answered call is paid for again.\n\n" +
    "SIGTERM or Ctrl+C drains it: sessions under way are saved and go back to the queue.",
  flags: {
    ...engineFlag("The Postgres database with the queue."),
    concurrency: {
      type: "integer",
      value: "N",
      min: 1,
      max: 500,
      default: 10,
      help: "Sessions played at once on this machine.",
    },
    lease: {
      type: "integer",
      value: "SECONDS",
      min: 10,
      max: 3600,
      default: 30,
      help: "A worker that does not report for this long loses its sessions to other workers.",
    },
    patience: {
      type: "integer",
      value: "SECONDS",
      min: 1,
      max: 86_400,
      default: 300,
      help: "How long a session waits for a database that is unavailable or full. Then the worker gives the session back.",
    },
    health: {
      type: "integer",
      value: "PORT",
      min: 1,
      max: 65_535,
      help: "Answer GET /health on this port: 200, or 503 if the database has been unreachable for 30 seconds.",
    },
    work: {
      type: "string",
      value: "DIR",
      help: "Where working copies of sessions are kept. Default: a temporary folder.",
    },
    ...allowNarratorFlag,
    allowTarget: {
      type: "list",
      whole: true,
      value: "FILE|URL",
      help: "Allow an address, a target file or a module as the target of a queued check. A file must be identical to the one on the machine that queued the check. Repeatable; retrieval.target in the settings is allowed too.",
    },
    ...settingsFlags,
    log: {
      type: "choice",
      choices: ["text", "json"],
      default: "text",
      help: "json: one JSON object per line, with `at`, `event` and its details.",
    },
  },
  examples: [
    {
      command: "rehearse worker --engine postgres://rehearse@db.internal/rehearse",
      does: "Ten sessions at once.",
    },
    {
      command: "rehearse worker --concurrency 50 --health 8080 --log json",
      does: "For a server, with REHEARSE_ENGINE set.",
    },
  ],
  async run({ flags, io, signal }) {
    const url = engineFrom(flags);
    const config = await configFrom(flags);
    const id = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
    const dir = join(flags.work ?? tmpdir(), `rehearse-worker-${id}`);
    makeFolder(dir);
    const log = workerLog(io, flags.log === "json");
    const warn = (why: string) => log("warning", { why });
    try {
      return await useEngine(
        url,
        {
          io,
          warn,
          connections: Math.min(20, 4 + flags.concurrency),
          leaseSeconds: flags.lease,
          patienceMs: flags.patience * 1000,
        },
        async ({ database, queue }) => {
          await using sharedLimits = createSharedLimits({ database, worker: id });
          const started: { worker?: Worker } = {};
          // First: a port that is taken must not end a worker that has begun.
          using _ =
            flags.health === undefined
              ? undefined
              : await health(flags.health, () => started.worker?.status());
          const moneyOf = ({ id: run, cap }: RunRow) =>
            cap === null ? createBudget() : createSharedBudget({ database, run, worker: id, cap: () => cap });
          const told = (pinned: Pinned | undefined) => {
            const ignored = pinned ? overriddenBy(config.settings, pinned) : [];
            if (ignored.length > 0)
              log("settings ignored", {
                settings: ignored.join(" "),
                why: "all workers use the settings stored with the run",
              });
            return pinned;
          };
          started.worker = await startWorker({
            database,
            queue,
            clock: systemClock,
            id,
            version: rehearseVersion(),
            dir,
            atOnce: flags.concurrency,
            log,
            signal,
            tasks: tasksByKind({
              check: queuedChecks({
                harnessFor: (pinned) =>
                  retrievalHarness({ ...config, pinned: told(pinned), sharedLimits }, { warn }),
                moneyOf,
                targets: [config.settings.retrieval.target, ...flags.allowTarget],
              }),
              others: queuedTasks({
                harnessFor(pinned) {
                  const harness = playtestHarness(
                    { ...config, pinned: told(pinned), sharedLimits, confirm: refuseNarrator },
                    { ...io, warn },
                    signal,
                  );
                  harness.permits.allow(flags.allowNarrator);
                  return harness;
                },
                moneyOf,
              }),
            }),
          });
          await started.worker.ended;
          return 0 as const;
        },
      );
    } finally {
      remove(dir);
    }
  },
});

/** Picks the tasks for the kind of a run. */
const tasksByKind = ({ check, others }: { check: WorkerTasks; others: WorkerTasks }): WorkerTasks => {
  const tasksOf = ({ kind }: RunRow) => (kind === "check" ? check : others);
  return {
    openRun: (run, dir) => tasksOf(run).openRun(run, dir),
    conduct: (run, ...rest) => tasksOf(run).conduct(run, ...rest),
  };
};

/** A worker asks nobody: what a job names is refused unless the worker was started with it. */
const refuseNarrator: Confirm = async ({ place }) => {
  const [what, warning] = isAddress(place)
    ? ["the address", ""]
    : ["the module", " A module runs with the worker's permissions."];
  throw new HarnessError({
    code: "narrator-not-allowed",
    message: `The narrator is ${what} ${place}, which this worker does not allow.`,
    remedy: `If you trust it, start a worker with --allow-narrator ${shellWord(place)}.${warning}`,
  });
};

/** One line per event: for people, or with --log json for programs. */
const workerLog =
  (io: Io, asJson: boolean): WorkerLog =>
  (event, facts) => {
    const at = systemClock.date().toISOString();
    if (asJson) return io.out(JSON.stringify({ at, event, ...facts }));
    const told = Object.entries(facts).map(([name, value]) =>
      name === "why" ? String(value) : `${name} ${String(value)}`,
    );
    io.out(terminalText(`${at} ${event}${told.length > 0 ? `: ${told.join(", ")}` : ""}`));
  };

/** A worker that has not reached the database for so long is not healthy. */
const SILENT_MS = 30_000;

async function health(
  port: number,
  status: () => ReturnType<Worker["status"]> | undefined,
): Promise<Disposable> {
  const server = createServer((request, response) => {
    const now = status();
    const silent = now?.seen === undefined ? Infinity : systemClock.date().getTime() - Date.parse(now.seen);
    const [code, body] =
      request.url === "/health"
        ? [silent < SILENT_MS ? 200 : 503, { healthy: silent < SILENT_MS, ...now }]
        : [404, { error: "Ask for /health." }];
    response.writeHead(code, { "content-type": "application/json" }).end(`${JSON.stringify(body)}\n`);
  });
  try {
    server.listen(port);
    await once(server, "listening");
  } catch (error) {
    throw new HarnessError({
      code: "no-health-port",
      message: `Cannot listen on port ${port}: ${(error as Error).message}.`,
      remedy: "Choose another port with --health.",
      cause: error,
    });
  }
  return { [Symbol.dispose]: () => void server.close() };
}
