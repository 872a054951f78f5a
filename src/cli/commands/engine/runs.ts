/** Queued runs: what there is, how far each is, and stopping, resuming, retrying and deleting. */
import {
  deleteRun,
  findRun,
  isOver,
  listRuns,
  refusalsOf,
  resumeRun,
  retrySession,
  sessionsOf,
  stopRun,
  workersOf,
  type QueuedRun,
  type WorkerRow,
} from "../../../kernel/engine/index.ts";
import { usd } from "../../../kernel/budget/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { defineCommand, type Io, table, terminalText } from "../../frame/index.ts";
import { budgetFlag } from "../flags/settings-flags.ts";
import { largerBudget } from "../harness/resume-hint.ts";
import { engineFlag, engineFrom, readEngine, useEngine } from "./engine-connection.ts";
import { refusalsText } from "./refusals-text.ts";

export default defineCommand({
  name: "runs",
  summary: "Queued runs: list, show, stop, resume, retry, delete",
  usage: "[list] | show <run> | stop <run> | resume <run> | retry <run> <session> | delete <run>",
  description:
    "`runs stop` saves every session under way; `runs resume` plays what is missing, even after the budget is spent (with a larger --budget). `runs retry` continues one crashed or stopped session of an ended run. `runs delete` deletes a run that is not active; runs are never deleted automatically.\n\n" +
    "`rehearse export RUN --to DIR` copies a run to an ordinary folder.",
  args: {
    positionals: [
      {
        name: "action",
        help: "list (default), show, stop, resume, retry or delete.",
        choices: ["list", "show", "stop", "resume", "retry", "delete"],
      },
      { name: "run", help: "The name of a run." },
      { name: "session", help: "For retry: the name of a session, or the number that it begins with." },
    ],
  },
  flags: {
    ...engineFlag("The Postgres database with the queue."),
    budget: budgetFlag("resume: the most that the whole run may cost, including what is spent."),
    yes: { type: "boolean", help: "delete: skip confirmation. Required where there is no terminal." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse runs", does: "List runs and workers." },
    { command: "rehearse runs show mini-2026-11-16-090000", does: "Every session of one run." },
    {
      command: "rehearse runs resume mini-2026-11-16-090000 --budget 50",
      does: "Continue after a spent budget.",
    },
  ],
  async run({ flags, positionals: [action = "list", run, session], io, signal }) {
    const url = engineFrom(flags);
    if (action === "list")
      return readEngine(url, io, async (database) => {
        const [runs, workers] = [await listRuns(database), await workersOf(database)];
        if (flags.json) return io.json({ runs, workers });
        io.out(
          terminalText(
            [
              runs.length === 0 ? "No runs." : runTable(runs),
              ...runs.flatMap(({ id, state, error }) =>
                state === "failed" && error ? [`${id} failed: ${error.message}`] : [],
              ),
              "",
              workersText(workers),
            ].join("\n"),
          ),
        );
      });
    if (run === undefined)
      throw new HarnessError({
        code: "missing-argument",
        message: `runs ${action} needs the name of a run.`,
        remedy: "List them with `rehearse runs`.",
      });
    if (action === "show")
      return readEngine(url, io, async (database) => {
        const found = await findRun(database, run);
        const sessions = await sessionsOf(database, run);
        const refusals = isOver(found.state) ? undefined : await refusalsOf(database, found);
        if (flags.json)
          return io.json({
            ...found,
            sessions: sessions.map((one) => ({ ...one })),
            ...(refusals && { refusals }),
          });
        io.out(
          terminalText(
            [
              runTable([found]),
              ...(isOver(found.state) ? endedText(found, io) : []),
              ...(refusals ? ["", workersText(await workersOf(database)), ...refusalsText(refusals)] : []),
              "",
              table(
                ["session", "state", "turns", "USD", "worker", "error"],
                sessions.map((one) => [
                  one.id,
                  one.state,
                  String(one.turns),
                  one.cost.toFixed(4),
                  one.state === "playing" ? (one.worker ?? "") : "",
                  one.error && !isStop(one.error) ? one.error.message : "",
                ]),
                { right: [2, 3] },
              ),
            ].join("\n"),
          ),
        );
      });
    if (action === "delete" && !flags.yes) {
      const answer = await io.confirm(
        terminalText(`Delete ${run} with all its sessions? This cannot be undone.`),
        signal,
      );
      if (answer === undefined)
        throw new HarnessError({
          code: "not-confirmed",
          message: `runs delete ${run} was not confirmed, and there is no terminal to ask on.`,
          remedy: `Add --yes. To keep a copy, first run \`rehearse export ${run} --to DIR\`.`,
        });
      if (!answer) return void io.say("Nothing was deleted.");
    }
    return useEngine(url, { io, connections: 2 }, async ({ database, queue }) => {
      if (action === "delete") {
        await deleteRun(database, run);
        io.say(`Deleted ${run}.`);
        if (flags.json) io.json({ deleted: run });
        return;
      }
      if (action === "stop") {
        const state = await stopRun(database, queue, run);
        io.say(
          `${state === "stopped" ? `Stopped ${run}: no worker is connected` : `Stopping ${run}: sessions under way are saved`}. Resume it with: ${io.command(`runs resume ${run}`)}`,
        );
      } else if (action === "resume") {
        const resumed = await resumeRun(database, queue, run, { budget: flags.budget });
        io.say(
          resumed === "queued" ? `Queued again: ${run}` : `${run} is complete: there is nothing to resume.`,
        );
      } else {
        if (session === undefined)
          throw new HarnessError({
            code: "missing-argument",
            message: "runs retry needs the name of a session.",
            remedy: `List them with \`rehearse runs show ${run}\`.`,
          });
        const retried = await retrySession(database, queue, run, session);
        io.say(`Queued again: ${retried} of ${run}`);
      }
      if (flags.json) io.json(await findRun(database, run));
    });
  },
});

const runTable = (runs: readonly QueuedRun[]): string =>
  table(
    [
      "run",
      "kind",
      "state",
      "played",
      "playing",
      "queued",
      "crashed",
      "turns",
      "USD",
      "budget",
      "queued (UTC)",
      "version",
    ],
    runs.map((run) => [
      run.id,
      run.kind,
      run.state,
      `${run.sessions.played}/${run.planned}`,
      String(run.sessions.playing),
      String(run.sessions.queued),
      String(run.sessions.crashed),
      String(run.turns),
      run.cost.toFixed(4),
      run.cap === null ? "none" : usd(run.cap).slice(1),
      run.created.toISOString().slice(0, 16).replace("T", " "),
      run.version ?? "",
    ]),
    { right: [3, 4, 5, 6, 7, 8, 9] },
  );

/** Somebody asked for it: not an error. */
const isStop = ({ exit }: { exit: number }): boolean => exit === 130;

function endedText({ id, error, cap, atMost }: QueuedRun, io: Pick<Io, "command">): string[] {
  if (!error) return [];
  const resume = `Resume with: ${io.command(`runs resume ${id}`)}`;
  if (isStop(error)) return ["", resume];
  return [
    "",
    `Ended early: ${error.message}`,
    error.exit === 4 ? `${resume} --budget ${largerBudget(cap ?? undefined, atMost)}` : error.remedy,
  ];
}

/** A worker reports every five seconds. */
const LATE_SECONDS = 15;

const workersText = (workers: readonly WorkerRow[]): string =>
  workers.length === 0
    ? "No worker is connected. Start one with: rehearse worker --engine …\nIf one is running, its log says what it waits for."
    : `${counted(workers.length, "worker")}: ${workers
        .map(
          ({ id, playing, atOnce, version, silentSeconds }) =>
            `${id} (${playing} of ${atOnce}, ${version}${silentSeconds >= LATE_SECONDS ? `, last seen ${silentSeconds} s ago` : ""})`,
        )
        .join(", ")}`;
