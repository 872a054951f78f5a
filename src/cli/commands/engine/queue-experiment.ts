/** A matrix, an A/B test or a check that workers run: queued, followed until it has ended, and copied back as an ordinary folder. */
import { dirname, join } from "node:path";
import { submitPrepared, type Prepared } from "../../../api/queued-experiment.ts";
import { shellWord } from "../../../config/started-by.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import {
  copyRun,
  findRun,
  isOver,
  refusalsOf,
  workersOf,
  type QueuedRun,
} from "../../../kernel/engine/index.ts";
import { HarnessError, type ExitCode } from "../../../kernel/errors/index.ts";
import { type Io, terminalText } from "../../frame/index.ts";
import type { RecordingFlags } from "../flags/recording-flags.ts";
import { matrixProgress } from "../experiments/matrix-output.ts";
import { largerBudget } from "../harness/resume-hint.ts";
import { engineFrom, useEngine } from "./engine-connection.ts";
import { refusalsText } from "./refusals-text.ts";

export const queueFlags = {
  engine: {
    type: "string",
    value: "postgres://…",
    help: "Queue the run in this Postgres database, for workers to play. `env` reads REHEARSE_ENGINE, which hides the password from the process list.",
  },
  detach: { type: "boolean", help: "With --engine: do not wait for the run to end." },
} as const;

type Printable = Prepared & {
  /** Prints what the copy of the run holds. */
  print: (dir: string) => Promise<ExitCode | 0>;
  /** A run that ended early has no result: nothing is copied. */
  onlyWhole?: boolean;
};

type Queued = {
  io: Io;
  engine: string;
  detach: boolean | undefined;
  signal: AbortSignal;
  kind: "matrix" | "ab" | "check";
  /** Writes the plan. Called once the database has accepted the connection: before that nothing is written or paid for. */
  prepare: () => Promise<Printable>;
};

const POLL_MS = 1_000;

export function queueExperiment({
  io,
  engine,
  detach,
  signal,
  kind,
  prepare,
}: Queued): Promise<ExitCode | 0> {
  return useEngine(
    engine === "env" ? engineFrom({}) : engine,
    { io, connections: 2 },
    async ({ database, queue }) => {
      const { print, onlyWhole = false, ...prepared } = await prepare();
      const id = await submitPrepared(database, queue, prepared);
      const dir = join(dirname(prepared.dir), id);
      const copyCommand = io.command(`export ${id} --to ${shellWord(dir)}`);
      io.say(terminalText(`Queued as ${id}. Follow it with: ${io.command(`runs show ${id}`)}`));
      if (detach) {
        io.say(terminalText(`When it has ended: ${copyCommand}`));
        if (io.asJson) io.json({ run: id });
        return 0;
      }
      if ((await workersOf(database)).length === 0)
        io.warn(`No worker is connected yet. Start one with: ${io.command("worker --engine …")}`);
      io.endsAtOnce();
      const progress = matrixProgress(io, systemClock, kind);
      let now = await findRun(database, id);
      const said = new Set<string>();
      try {
        while (!isOver(now.state)) {
          progress.show(newsOf(now));
          if (now.sessions.playing === 0)
            for (const text of refusalsText(await refusalsOf(database, now)))
              if (!said.has(text)) {
                said.add(text);
                io.warn(terminalText(text));
              }
          await systemClock.sleep(POLL_MS, signal);
          now = await findRun(database, id);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
        // Not the usual remedy: running this command again would queue a second run.
        const { code, message } = signal.reason as HarnessError;
        throw new HarnessError({
          code,
          message,
          remedy: `${id} continues on the workers. Stop it with: ${io.command(`runs stop ${id}`)}\nCopy it when it has ended: ${copyCommand}`,
          exit: 130,
        });
      } finally {
        progress.done();
      }
      const { error } = now;
      // Nothing was played: there is no result to show.
      if (error && now.turns === 0 && error.exit === 2) throw new HarnessError(error);
      const budget = error?.exit === 4 ? ` --budget ${largerBudget(now.cap ?? undefined, now.atMost)}` : "";
      const resume = `Resume with: ${io.command(`runs resume ${id}`)}${budget}`;
      if (error && onlyWhole)
        throw new HarnessError({
          ...error,
          remedy: `${error.exit === 130 || error.exit === 4 ? "" : `${error.remedy} `}${resume}`,
        });
      await copyRun(database, { run: id, to: dir });
      const exit = await print(dir);
      if (!error) return exit;
      io.warn(terminalText([error.message, ...(error.exit === 2 ? [error.remedy] : []), resume].join("\n")));
      return error.exit;
    },
  );
}

const newsOf = ({ sessions, planned, turns, cost }: QueuedRun) => ({
  planned,
  done: sessions.played + sessions.crashed,
  running: sessions.playing,
  failed: sessions.crashed,
  turns,
  cost,
});

/** Without a database there is nothing to leave the run to. */
export function refuseDetach({ engine, detach }: { engine?: string; detach?: boolean }): void {
  if (!detach || engine !== undefined) return;
  throw new HarnessError({
    code: "detach-without-engine",
    message: "--detach needs --engine.",
    remedy:
      "Add --engine env for the database in REHEARSE_ENGINE, or --engine postgres://…, or remove --detach.",
  });
}

/** Recorded answers are files of one machine. */
export function refuseRecording(flags: Pick<RecordingFlags, "record" | "recording">): void {
  const given = (["record", "recording"] as const).find((flag) => flags[flag] !== undefined);
  if (given === undefined) return;
  throw new HarnessError({
    code: "engine-recording",
    message: `--${given} does not work with --engine: workers do not use recordings.`,
    remedy: `Remove --engine, or remove --${given}.`,
  });
}
