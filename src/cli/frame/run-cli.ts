/** The whole command line as a function: what was typed goes in, an exit code comes out. Nothing here ends the process. */
import { HarnessError, suggestion, type ExitCode } from "../../kernel/errors/index.ts";
import type { CommandEntry } from "./command.ts";
import { createIo, type FrameIo, type InputStream, type OutputStream } from "./io.ts";
import { causedBy, listenForInterrupts, type Host } from "./interrupts.ts";
import { terminalText } from "./terminal-text.ts";

export type RunCliOptions = {
  argv: readonly string[];
  commands: readonly CommandEntry[];
  /** What is typed for `rehearse` in a folder: hints can be copied. */
  commandIn?: (folder: string) => string;
  version: () => string;
  /** Opened when somebody is asked; without it nobody is. */
  stdin?: () => InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  host: Host;
};

export async function runCli({
  argv,
  commands,
  commandIn,
  version,
  stdin,
  stdout,
  stderr,
  host,
}: RunCliOptions): Promise<number> {
  const typed = flagsTyped(argv);
  const io = createIo({ stdin, stdout, stderr, json: typed.has("--json"), commandIn });
  const report = (error: unknown) => reportError(error, { io, trace: typed.has("--trace") });
  const exitNow = (code: number) => {
    void io.end();
    host.exit(code);
  };
  const interrupts = listenForInterrupts({
    host,
    streams: [stdout, stderr],
    onFirstSignal: () => io.warn("Stopping… press Ctrl+C again to quit now."),
    onSecondSignal: () => exitNow(130),
    // Node would exit with 1, which here means that a gate failed.
    onUncaught: (error) => exitNow(report(error)),
  });

  const ending = await dispatch({ argv, typed, commands, version, io, signal: interrupts.signal }).then(
    (exit) => ({ exit }),
    (error: unknown) => ({ error }),
  );
  await io.end(); // whether anyone read the output shows only now
  const exit = exitCode(ending, { reason: interrupts.reason, report });
  await io.end();
  interrupts.stopListening();
  return exit;
}

/** Known before parsing, because errors of parsing are printed according to them. */
function flagsTyped(argv: readonly string[]): Set<string> {
  const end = argv.indexOf("--");
  return new Set((end === -1 ? argv : argv.slice(0, end)).filter((word) => word.startsWith("-")));
}

type Dispatch = Pick<RunCliOptions, "argv" | "commands" | "version"> & {
  typed: Set<string>;
  io: FrameIo;
  signal: AbortSignal;
};

async function dispatch({ argv, typed, commands, version, io, signal }: Dispatch): Promise<number> {
  const at = argv.findIndex((word) => !word.startsWith("-"));
  const [name, ...rest] = at === -1 ? [] : argv.slice(at);
  const before = at === -1 ? argv : argv.slice(0, at);
  refuseEarlyFlags(before, name);

  const wantsHelp = typed.has("--help") || typed.has("-h") || name === "help";
  const asked = name === "help" ? rest.find((word) => !word.startsWith("-")) : name;
  if (before.includes("--version") && !wantsHelp) {
    io.out(version());
    return 0;
  }
  if (asked === undefined || asked === "help") {
    const { rootHelp } = await import("./help.ts");
    io.out(rootHelp(commands, (text) => io.style("bold", text)));
    return 0;
  }

  const entry = commands.find(({ name }) => name === asked);
  if (!entry) throw unknownCommand(asked, commands);
  const { default: command } = await entry.load();
  if (wantsHelp) {
    const { commandHelp } = await import("./help.ts");
    io.out(commandHelp(command, (text) => io.style("bold", text)));
    return 0;
  }
  const { parse } = await import("./parse.ts");
  return (await command.run({ ...parse(command, rest), io, signal })) ?? 0;
}

/** Before the command only global flags can stand: nobody knows yet what the others mean. */
function refuseEarlyFlags(flags: readonly string[], command: string | undefined): void {
  const stray = flags.find((flag) => !["--help", "-h", "--version", "--trace"].includes(flag));
  if (stray === undefined) return;
  const remedy = command
    ? `The flags of a command come after its name: rehearse ${command} ${stray}`
    : "rehearse --help lists the commands and the global flags.";
  throw new HarnessError({
    code: "unknown-flag",
    message: `Unknown flag ${stray.split("=", 1)[0]} before a command.`,
    remedy,
  });
}

function unknownCommand(asked: string, commands: readonly CommandEntry[]): HarnessError {
  const close = suggestion(asked, [...commands.map(({ name }) => name), "help"]);
  const message = `Unknown command "${asked}". ${close}`.trimEnd();
  return new HarnessError({
    code: "unknown-command",
    message,
    remedy: "rehearse --help lists the commands.",
  });
}

type Ending = { exit: number } | { error: unknown };

type Circumstances = {
  reason: HarnessError | undefined;
  report: (error: unknown) => number;
};

function exitCode(ending: Ending, { reason, report }: Circumstances): number {
  const echo = "error" in ending && causedBy(ending.error, reason);
  const failed = "error" in ending && !echo;
  // A bug stays a bug, also while stopping.
  if (failed && !(reason && ending.error instanceof HarnessError)) return report(ending.error);
  const own = failed ? (ending.error as HarnessError) : undefined;
  const exit = "exit" in ending ? ending.exit : 0;

  if (reason === undefined) return exit;
  if (reason.code === "output-closed") {
    // To be cut short by `| head` is no failure, and nothing to talk about; whatever else went wrong still is.
    if ((own?.exit ?? exit) === 130) return 0;
    return own ? report(own) : exit;
  }
  // Where a command says in its own words how to go on, those are better than ours.
  if (!own && exit === reason.exit) return exit;
  report(own ?? reason);
  return reason.exit;
}

/** Errors as people and scripts see them: what happened and what to do; a stack only for a bug or on request. */
const bugRemedy = "This is a bug in rehearse. Please report it with the text above.";

function reportError(error: unknown, { io, trace }: { io: FrameIo; trace: boolean }): ExitCode {
  const expected = error instanceof HarnessError;
  const message = terminalText(error instanceof Error ? error.message || error.name : String(error));
  const remedy = terminalText(expected ? error.remedy : bugRemedy);
  const stack = expected && !trace ? [] : [terminalText(stackOf(error))];

  io.warn([`${io.style("red", "Error:", "stderr")} ${message}`, ...stack, remedy].join("\n"));
  // A command that printed its document and failed later keeps stdout to that one document.
  if (io.asJson && !io.wroteJson)
    io.json({ error: { code: expected ? error.code : "bug", message, remedy } });
  return expected ? error.exit : 3;
}

/** Stacks only, not the errors' other properties: those of providers hold requests and headers. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  for (let at = error; at instanceof Error && stacks.length < 8; at = at.cause)
    stacks.push(at.stack ?? String(at));
  return stacks.join("\nCaused by: ");
}
