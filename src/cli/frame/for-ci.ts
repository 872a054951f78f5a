/** What a command leaves for CI: the step summary, a comment for the pull request, JUnit XML. */
import { appendFileSync, closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { stepSummaryFile } from "../../config.ts";
import { HarnessError, type ExitCode } from "../../kernel/errors/index.ts";
import {
  ciMarkdown,
  type CiReport,
  gateSuite,
  type JunitSuite,
  junitXml,
  markerOf,
} from "../../kernel/report/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { fileError, makeFolder } from "../../kernel/store/index.ts";
import type { Ci } from "./command.ts";
import { causedBy } from "./interrupts.ts";
import type { Io } from "./io.ts";
import { terminalText } from "./terminal-text.ts";

type CiContext = {
  /** `name`, `comment` and `junit` of what was typed. */
  given: Readonly<Record<string, unknown>>;
  io: Io;
  signal: AbortSignal;
};

/**
 * Runs a command and writes what it leaves for CI, also if it is refused, stopped or fails: a file from an earlier run
 * must not look like this one's.
 */
export async function runForCi(
  command: string,
  { given, io, signal }: CiContext,
  run: (ci: Ci) => Promise<ExitCode | 0 | void>,
): Promise<ExitCode | 0> {
  const flags = given as CiFlags;
  requireWritable(flags);
  const ci: Ci = {};
  const reason = () => (signal.reason instanceof HarnessError ? signal.reason : undefined);
  try {
    const exit = (await run(ci)) ?? 0;
    // The frame exits with the reason of a stop, whatever the command returned.
    const stop = reason();
    if (!ci.silent) leave(ci, { command, exit: stop?.exit ?? exit, flags, io, stop });
    return exit;
  } catch (error) {
    const stop = causedBy(error, reason()) ? reason() : error instanceof HarnessError ? error : INTERNAL;
    leave(ci, { command, exit: stop!.exit, stop: stop!, flags, io });
    throw error;
  }
}

const INTERNAL = {
  exit: 3,
  message: "An internal error.",
  remedy: "The log has the details.",
} as const;

type CiFile = "comment" | "junit";
type CiFlags = { name?: string } & { [Name in CiFile]?: string };

type Left = Pick<CiContext, "io"> & {
  flags: CiFlags;
  command: string;
  exit: number;
  /** Why it did not finish. */ stop?: { message: string; remedy: string } | undefined;
};

function leave({ report, ...ci }: Ci, { exit, stop, flags, io, ...left }: Left): void {
  const command = ci.command ?? left.command;
  const name = flags.name ?? ci.name ?? "";
  const error = stop && relativePaths(report ? stop.message : withRemedy(stop));
  const markdown = withoutSecrets(ciMarkdown(report, { command, name, exit, error }));
  appendSummary(markdown, io);
  if (flags.comment !== undefined)
    write("comment", flags.comment, `${markerOf(command, name)}\n\n${markdown}`);
  if (flags.junit !== undefined)
    write(
      "junit",
      flags.junit,
      withoutSecrets(junitXml(`rehearse ${command}`, suitesOf(report, { command, exit, error }))),
    );
}

/** A list of problems stays a list. */
const withRemedy = ({ message, remedy }: { message: string; remedy: string }): string =>
  message.includes("\n") ? `${message}\n${remedy}` : `${message.replace(/(?<![.!?:])$/, ".")} ${remedy}`;

/** Where the workspace is on the runner says nothing to a reviewer. */
const relativePaths = (text: string): string => text.replaceAll(`${process.cwd()}${sep}`, "");

/** A `failure` stands for exit code 1, and exit code 1 for a failure. Every other code but 0 is an `error`. */
function suitesOf(
  report: CiReport | undefined,
  { command, exit, error }: { command: string; exit: number; error: string | undefined },
): JunitSuite[] {
  const suites = [
    ...(report?.suites ?? []),
    ...(report && report.gates.length > 0 ? [gateSuite(report.gates)] : []),
  ].map(({ name, cases }) => ({
    name,
    cases: cases.map((each) =>
      each.outcome?.kind === "failure" && exit !== 1
        ? { ...each, outcome: { ...each.outcome, kind: "error" as const } }
        : each,
    ),
  }));
  const has = (kind: "failure" | "error") =>
    suites.some(({ cases }) => cases.some(({ outcome }) => outcome?.kind === kind));
  const kind = exit === 1 ? "failure" : "error";
  if (exit === 0 || (error === undefined && has(kind))) return suites;
  const says = error ?? `rehearse ${command} exited with ${exit}.`;
  return [...suites, { name: "run", cases: [{ name: `rehearse ${command}`, outcome: { kind, says } }] }];
}

/** The summary is a courtesy: if it cannot be written, the result still counts. */
function appendSummary(markdown: string, io: Io): void {
  const path = stepSummaryFile();
  if (path === undefined) return;
  try {
    appendFileSync(path, `${markdown}\n`);
  } catch (error) {
    io.warn(terminalText(`No step summary. ${fileError(error, { doing: "write", path }).message}`));
  }
}

function write(option: CiFile, path: string, text: string): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw fileError(error, { doing: "write", path }).about(option);
  }
}

/** Before anything is paid for. */
function requireWritable({ comment, junit }: CiFlags): void {
  if (comment !== undefined && junit !== undefined && resolve(comment) === resolve(junit))
    throw new HarnessError({
      code: "bad-combination",
      option: "junit",
      message: `--comment and --junit name the same file: ${comment}.`,
      remedy: "Give each its own file.",
    });
  for (const [option, path] of Object.entries({ comment, junit })) {
    if (path === undefined) continue;
    try {
      makeFolder(dirname(path));
      const before = existsSync(path);
      closeSync(openSync(path, "a"));
      if (!before) rmSync(path);
    } catch (error) {
      throw fileError(error, { doing: "write", path }).about(option);
    }
  }
}
