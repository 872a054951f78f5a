/** The whole command line as a function: what was typed goes in, an exit code comes out. Nothing here ends the process. */
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { CommandEntry } from "./command.ts";
import { exitCode } from "./exit-code.ts";
import { createIo, type FrameIo } from "./io.ts";
import type { InputStream, OutputStream } from "./output-stream.ts";
import { reportError } from "./report-error.ts";
import { listenForStops, type Host } from "./stops.ts";

export type RunCliOptions = {
  /** What was typed after `rehearse`. */
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
  const stops = listenForStops({
    host,
    streams: [stdout, stderr],
    onFirstSignal: () => io.warn("Stopping… press Ctrl+C again to quit now."),
    onSecondSignal: () => exitNow(130),
    // Node would exit with 1, which here means that a gate failed.
    onUncaught: (error) => exitNow(report(error)),
  });

  const ending = await dispatch({ argv, typed, commands, version, io, signal: stops.signal }).then(
    (exit) => ({ exit }),
    (error: unknown) => ({ error }),
  );
  await io.end(); // whether anyone read the output shows only now
  const exit = exitCode(ending, { reason: stops.reason, report });
  await io.end();
  stops.stopListening();
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
