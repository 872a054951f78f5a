/**
 * The command line without a process, for tests: in-memory streams and manual signals.
 *
 *     const { exit, stdout } = await runCommand(["report", "sessions/2", "--costs"]);
 */
import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { commands as allCommands } from "../../../src/cli/commands.ts";
import { type Command, type CommandEntry, runCli } from "../../../src/cli/frame/index.ts";

/** Like the terminal's end of a stream: `isTTY` decides about colours and progress. */
export class MemoryStream extends Writable {
  text = "";
  isTTY = false;
  columns = 80;
  /** Each write fails with this, as on a closed pipe (`EPIPE`) or a full disk (`ENOSPC`). */
  failure: string | undefined;

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.failure) return done(Object.assign(new Error(`write ${this.failure}`), { code: this.failure }));
    this.text += chunk.toString();
    done();
  }
}

/** Replaces `process`: emits the signals, and records the requested exits. */
export class MemoryHost extends EventEmitter {
  exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

export type InMemory = {
  stdout?: MemoryStream;
  stderr?: MemoryStream;
  host?: MemoryHost;
  /** The text for `rehearse` in printed commands. */ command?: string;
};

/** Any command of Rehearse. */
export const runCommand = (argv: readonly string[], given: InMemory = {}) => run(allCommands, argv, given);

/** Commands of a test. */
export const runInMemory = (commands: readonly Command[], argv: readonly string[], given: InMemory = {}) =>
  run(
    commands.map((command) => ({
      name: command.name,
      group: "Play" as const,
      summary: command.summary,
      load: () => Promise.resolve(command),
    })),
    argv,
    given,
  );

async function run(commands: readonly CommandEntry[], argv: readonly string[], given: InMemory) {
  const { stdout = new MemoryStream(), stderr = new MemoryStream(), host = new MemoryHost() } = given;
  const { command } = given;
  const exit = await runCli({
    argv,
    commands,
    version: () => "1.2.3",
    stdout,
    stderr,
    host,
    ...(command !== undefined && { commandIn: () => command }),
  });
  return { exit, stdout: stdout.text, stderr: stderr.text, exits: host.exits };
}
