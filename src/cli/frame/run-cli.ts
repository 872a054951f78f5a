/** The command line as a function from arguments to an exit code. It does not end the process. */
import { type ExitCode, guidePage, HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { CommandEntry } from "./command.ts";
import { createIo, type FrameIo, type OutputStream } from "./io.ts";
import { causedBy, listenForInterrupts, type Host } from "./interrupts.ts";
import { terminalText } from "./terminal-text.ts";

export type RunCliOptions = {
  argv: readonly string[];
  commands: readonly CommandEntry[];
  /** How to call `rehearse` from a folder, so that hints can be copied. */
  commandIn?: (folder: string) => string;
  version: () => string;
  stdout: OutputStream;
  stderr: OutputStream;
  host: Host;
};

export async function runCli({
  argv,
  commands,
  commandIn,
  version,
  stdout,
  stderr,
  host,
}: RunCliOptions): Promise<number> {
  const typed = flagsTyped(argv);
  const asTyped = typedAs(commands, commandIn?.("."));
  const json = typed.has("--json");
  const io = createIo({ stdout, stderr, json, commandIn, asTyped: (text) => withPages(asTyped(text)) });
  const report = (error: unknown) => reportError(error, { io, trace: typed.has("--trace") });
  const exitNow = (code: number) => {
    void io.end();
    host.exit(code);
  };
  const interrupts = listenForInterrupts({
    host,
    streams: [stdout, stderr],
    onFirstSignal: () => {
      io.warn("Stopping… press Ctrl+C again to quit now.");
    },
    onSecondSignal: () => exitNow(130),
    // Node would exit with 1, which means a failed gate here.
    onUncaught: (error) => exitNow(report(error)),
  });

  const ending = await dispatch({
    argv,
    typed,
    commands,
    asTyped,
    version,
    io,
    signal: interrupts.signal,
    stopAfter: (ms) => interrupts.stopAfter(ms, () => io.warn("Out of time (--timeout). Stopping…")),
  }).then(
    (ended) => ended,
    (error: unknown) => ({ error }),
  );
  await io.end(); // Only after writing is it known whether the output was read.
  const exit = exitCode(ending, { reason: interrupts.reason, report });
  await io.end();
  interrupts.stopListening();
  return exit;
}

/** Needed before parsing, because they decide how parsing errors are printed. */
function flagsTyped(argv: readonly string[]): Set<string> {
  const end = argv.indexOf("--");
  return new Set((end === -1 ? argv : argv.slice(0, end)).filter((word) => word.startsWith("-")));
}

type Dispatch = Pick<RunCliOptions, "argv" | "commands" | "version"> & {
  typed: Set<string>;
  asTyped: AsTyped;
  io: FrameIo;
  signal: AbortSignal;
  stopAfter: (ms: number) => void;
};

/** Texts say `rehearse play`; in a clone people type `./rehearse play`. */
type AsTyped = (text: string) => string;

function typedAs(commands: readonly CommandEntry[], command = "rehearse"): AsTyped {
  if (command === "rehearse") return (text) => text;
  const words = commands.flatMap(({ name }) => [name, name.split(" ")[0]!]);
  const names = [...words, "<command>", "--help"].join("|");
  const spelled = new RegExp(`(?<![\\w./-])rehearse (?=(?:${names})(?![\\w-]))`, "g");
  const before = command.replace(/rehearse$/, "");
  return (text) =>
    text.replaceAll(spelled, (bare, at: number) =>
      text.slice(0, at).endsWith(before) ? bare : `${command} `,
    );
}

async function dispatch({
  argv,
  typed,
  commands,
  asTyped,
  version,
  io,
  signal,
  stopAfter,
}: Dispatch): Promise<{ exit: number; endsBySignal?: true | undefined }> {
  const at = argv.findIndex((word) => !word.startsWith("-"));
  const [name, ...rest] = at === -1 ? [] : argv.slice(at);
  const before = at === -1 ? argv : argv.slice(0, at);
  refuseEarlyFlags(before, name);

  const wantsHelp = typed.has("--help") || typed.has("-h") || name === "help";
  const asked = name === "help" ? rest.find((word) => !word.startsWith("-")) : name;
  if (before.includes("--version") && !wantsHelp) {
    io.out(version());
    return { exit: 0 };
  }
  if (asked === undefined || asked === "help") {
    const { rootHelp } = await import("./help.ts");
    io.out(rootHelp(commands, { bold: (text) => io.style("bold", text), asTyped }));
    return { exit: 0 };
  }

  // `matrix merge` is a command of two words.
  const action = (name === "help" ? rest.slice(1) : rest).find((word) => !word.startsWith("-"));
  const inFull = commands.find((each) => each.name === `${asked} ${action}`);
  const entry = inFull ?? commands.find((each) => each.name === asked);
  const actions = commands.filter((each) => each.name.startsWith(`${asked} `));
  if (!entry && actions.length > 0) {
    if (!wantsHelp) throw unknownAction(asked, action, actions);
    const { actionsHelp } = await import("./help.ts");
    io.out(actionsHelp(asked, actions, { bold: (text) => io.style("bold", text), asTyped }));
    return { exit: 0 };
  }
  if (!entry) throw unknownCommand(asked, commands);
  const after = inFull ? rest.toSpliced(rest.indexOf(action!), 1) : rest;
  const words = [...before.filter(isConfig), ...after];
  const command = await entry.load();
  if (wantsHelp) {
    const style = { bold: (text: string) => io.style("bold", text), asTyped };
    const { actionsHelp, commandHelp } = await import("./help.ts");
    io.out(commandHelp(command, style));
    if (actions.length > 0 && !inFull) io.out(actionsHelp(asked, actions, style));
    return { exit: 0 };
  }
  const isAction = !inFull && actions.length > 0 && command.arguments.length === 0 && rest[0] === action;
  if (isAction && action !== undefined) throw unknownAction(asked, action, actions);
  const { parseOptions } = await import("./parse.ts");
  const given = parseOptions(command, words);
  const { timeout } = given;
  if (typeof timeout === "number") stopAfter(timeout);
  const context = { given, io, signal };
  const leavesForCi = command.options.some(({ name }) => name === "comment");
  const { runForCi } = leavesForCi ? await import("./for-ci.ts") : {};
  const exit = runForCi
    ? await runForCi(command.name, context, (ci) => command.run({ ...context, ci }))
    : ((await command.run({ ...context, ci: {} })) ?? 0);
  return { exit, endsBySignal: command.endsBySignal };
}

/** The commands that reports print name their settings file before the command. */
const isConfig = (flag: string): boolean => flag.startsWith("--config=");

/** Only global flags may come before the command. */
function refuseEarlyFlags(flags: readonly string[], command: string | undefined): void {
  const later = flags.filter((flag) => !isConfig(flag));
  const known = ["--help", "-h", "--version", "--trace", "--json"];
  const stray = later.find((flag) => !known.includes(flag));
  if (stray === undefined) return;
  const name = stray.split("=", 1)[0]!;
  const remedy = command
    ? `Flags go after the command: rehearse ${command} ${stray}`
    : "rehearse --help lists the commands and the global flags.";
  throw new HarnessError({
    code: "unknown-option",
    message: `Unknown flag ${name} before a command. ${suggestion(name, known)}`.trimEnd(),
    remedy,
  });
}

function unknownCommand(asked: string, commands: readonly CommandEntry[]): HarnessError {
  const names = [...commands.map(({ name }) => name), "help"];
  return new HarnessError({
    code: "unknown-name",
    message: `Unknown command "${asked}". ${suggestion(asked, names)}`.trimEnd(),
    remedy: "rehearse --help lists the commands.",
  });
}

function unknownAction(
  asked: string,
  action: string | undefined,
  actions: readonly CommandEntry[],
): HarnessError {
  const known = actions.map(({ name }) => name.slice(asked.length + 1));
  return new HarnessError({
    code: action === undefined ? "missing-option" : "unknown-name",
    message:
      action === undefined
        ? `${asked} needs an action: ${known.join(", ")}.`
        : `Unknown action "${action}" of ${asked}. ${suggestion(action, known)}`.trimEnd(),
    remedy: `Known: ${actions.map(({ name }) => `rehearse ${name}`).join(", ")}.`,
  });
}

type Ending = { exit: number; endsBySignal?: true | undefined } | { error: unknown };

type Circumstances = {
  reason: HarnessError | undefined;
  report: (error: unknown) => number;
};

function exitCode(ending: Ending, { reason, report }: Circumstances): number {
  const echo = "error" in ending && causedBy(ending.error, reason);
  const failed = "error" in ending && !echo;
  // An error while stopping is still a bug.
  if (failed && !(reason && ending.error instanceof HarnessError)) return report(ending.error);
  const own = failed ? (ending.error as HarnessError) : undefined;
  const exit = "exit" in ending ? ending.exit : 0;

  if (reason === undefined || ("endsBySignal" in ending && ending.endsBySignal)) return exit;
  if (reason.code === "output-closed") {
    // A pipe closed by `| head` is not a failure and needs no message.
    if ((own?.exit ?? exit) === 130) return 0;
    return own ? report(own) : exit;
  }
  // The command has already printed how to resume.
  if (!own && exit === reason.exit) return exit;
  report(own ?? reason);
  return reason.exit;
}

const bugRemedy = "This is a bug in rehearse. Please report it with the text above.";

function reportError(error: unknown, { io, trace }: { io: FrameIo; trace: boolean }): ExitCode {
  const expected = error instanceof HarnessError;
  const said = error instanceof Error ? error.message || error.name : String(error);
  const message = terminalText(expected ? io.asTyped(said) : said);
  const remedy = terminalText(expected ? io.asTyped(error.remedy) : bugRemedy);
  const stack = expected && !trace ? [] : [terminalText(stackOf(error))];

  io.warn([`${io.style("red", "Error:", "stderr")} ${message}`, ...stack, remedy].join("\n"));
  // If the command printed its document before it failed, stdout keeps only that one.
  if (io.asJson && !io.wroteJson)
    io.json({
      error: {
        code: expected ? error.code : "bug",
        option: expected ? error.option : undefined,
        message,
        remedy,
      },
    });
  return expected ? error.exit : 3;
}

/** In a project the guide lies in the installed package. */
const withPages = (text: string): string =>
  text.replaceAll(/(?<![\w/])docs\/guide\/([\w-]+\.md)/g, (_, page: string) => guidePage(page));

/** Only stacks: other properties of providers' errors hold requests and headers. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  for (let at = error; at instanceof Error && stacks.length < 8; at = at.cause)
    stacks.push(at.stack ?? String(at));
  return stacks.join("\nCaused by: ");
}
