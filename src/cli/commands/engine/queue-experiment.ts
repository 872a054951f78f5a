/** A matrix or an A/B test that workers play: queued, followed until it has ended, and copied back as an ordinary folder. */
import { basename } from "node:path";
import { rehearseVersion } from "../../../config/started-by.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import {
  fetchRun,
  findRun,
  isOver,
  submitRun,
  workersOf,
  type QueuedRun,
} from "../../../kernel/engine/index.ts";
import { HarnessError, type ExitCode } from "../../../kernel/errors/index.ts";
import { remove } from "../../../kernel/store/index.ts";
import { type Io, terminalText } from "../../frame/index.ts";
import type { RecordingFlags } from "../flags/recording-flags.ts";
import { engineFrom, useEngine } from "./engine-connection.ts";

export const queueFlags = {
  engine: {
    type: "string",
    value: "postgres://…",
    help: "Let workers play it: the Postgres database with the queue, or env for the address in REHEARSE_ENGINE, which hides the password from the process list.",
  },
  detach: { type: "boolean", help: "With --engine: do not wait for the run to end." },
} as const;

type Queued = {
  io: Io;
  engine: string;
  detach: boolean | undefined;
  signal: AbortSignal;
  kind: "matrix" | "ab";
  /** Holds the plan; gets everything else at the end. */
  dir: string;
  planned: number;
  cap?: number;
  atOnce?: number;
  /** Prints what the folder holds. */
  print: () => Promise<ExitCode | 0>;
};

const POLL_MS = 1_000;

export function queueExperiment({
  io,
  engine,
  detach,
  signal,
  dir,
  print,
  ...run
}: Queued): Promise<ExitCode | 0> {
  return useEngine(
    engine === "env" ? engineFrom({}) : engine,
    { io, connections: 2 },
    async ({ database, queue }) => {
      const id = await submitRun(database, queue, {
        ...run,
        dir,
        name: basename(dir),
        version: rehearseVersion(),
      });
      io.say(terminalText(`Queued as ${id}. Follow it with: ${io.command(`runs show ${id}`)}`));
      if (detach) {
        remove(dir);
        io.say(terminalText(`When it has ended: ${io.command(`export ${id} --to ${dir}`)}`));
        if (io.asJson) io.json({ run: id });
        return 0;
      }
      if ((await workersOf(database)).length === 0)
        io.warn(`No worker is connected yet. Start one with: ${io.command("worker --engine …")}`);
      const line = io.progress(run.kind);
      let now = await findRun(database, id);
      try {
        while (!isOver(now.state)) {
          line.show(progressText(now));
          await systemClock.sleep(POLL_MS, signal);
          now = await findRun(database, id);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
        io.warn(
          terminalText(
            `${id} continues on the workers. Stop it with: ${io.command(`runs stop ${id}`)}\nCopy it when it has ended: ${io.command(`export ${id} --to ${dir}`)}`,
          ),
        );
        return 130;
      } finally {
        line.done();
      }
      await fetchRun(database, { run: id, dir });
      const exit = await print();
      if (!now.error) return exit;
      const { message, remedy } = now.error;
      io.warn(
        terminalText(
          [
            message,
            ...(now.error.exit === 2 ? [remedy] : []),
            `Resume with: ${io.command(`runs resume ${id}`)}`,
          ].join("\n"),
        ),
      );
      return now.error.exit;
    },
  );
}

const progressText = ({ sessions, planned, turns, cost }: QueuedRun): string =>
  `${sessions.played}/${planned} sessions played, ${sessions.playing} playing, ${sessions.queued} queued${sessions.crashed > 0 ? `, ${sessions.crashed} crashed` : ""}, ${turns} turns, $${cost.toFixed(4)}`;

/** Recorded answers are files of one machine. */
export function refuseRecording(flags: RecordingFlags): void {
  const given = (["record", "recording"] as const).find((flag) => flags[flag] !== undefined);
  if (given === undefined) return;
  throw new HarnessError({
    code: "engine-recording",
    message: `--${given} does not work with --engine: workers do not use recordings.`,
    remedy: `Remove --engine, or remove --${given}.`,
  });
}
