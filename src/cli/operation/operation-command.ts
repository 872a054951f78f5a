/** A declared operation as a command of the terminal. */
import { type ExitCode, type FoundProblem, typedCommand } from "../../kernel/errors/index.ts";
import type { Context, Declaration, Ran, Shown } from "../../operations/declaration.ts";
import type { Surface } from "../../operations/open-operation.ts";
import { refuseIdle } from "../../operations/read-input.ts";
import { exitOf, plainResult, previewOperation, runOperation } from "../../operations/run-operation.ts";
import { resumeCommand } from "../../operations/resume-command.ts";
import { type Ci, type Command, type Io, terminalText, verdictText } from "../frame/index.ts";
import { showEvents } from "./show-events.ts";
import { dividedOptions, terminalOptions } from "./terminal-options.ts";

export function operationCommand(declaration: Declaration, summary: string): Command {
  const { name, description, arguments: named = [], examples } = declaration;
  return {
    name,
    summary,
    description,
    options: terminalOptions(declaration),
    arguments: named,
    examples: examples.map((each) => ({
      command: typedCommand({ operation: name, input: each.input }, "rehearse", named),
      does: each.says,
    })),
    async run({ given, io, signal, ci }) {
      const { own, input } = dividedOptions(declaration, given);
      const events = showEvents(io, name);
      // From the command line, before anything can be refused: an input that is wrong has no other name.
      ci.name = own.name ?? declaration.ciName?.(input as never) ?? name;
      ci.command = declaration.ciCommand?.(input as never);
      const surface: Surface = {
        signal,
        on: events.on,
        style: "flag",
        command: io.command("").trimEnd(),
        ciName: ci.name,
      };
      const { comment, junit } = own;
      const undecided = declaration.withoutCi?.(input as never);
      // Before anything is paid for: a workflow would wait for the file.
      if (undecided !== undefined) refuseIdle({ comment, junit }, undecided);
      try {
        if (own.dryRun) return await preview(declaration, input, { surface, io, ci });
        return await runOperation(declaration, input, surface, (ran, checked, context) => {
          events.done();
          return end(declaration, ran, { checked, context, io, ci });
        });
      } finally {
        events.done();
      }
    },
  };
}

async function preview(
  declaration: Declaration,
  input: Record<string, unknown>,
  { surface, io, ci }: { surface: Surface; io: Io; ci: Ci },
): Promise<0 | 2> {
  ci.silent = true;
  const { shown, data, problems } = await previewOperation(declaration, input, surface);
  if (io.asJson) io.json(plainResult({ ...data, problems }));
  else
    io.out(
      [
        ...shown.map((each) => shownText(each, io)),
        ...problems.map((each) => io.asTyped(problemText(each))),
      ].join("\n\n"),
    );
  // Lets a script find out that it cannot start.
  return problems.length === 0 ? 0 : 2;
}

const problemText = ({ message, remedy }: FoundProblem): string =>
  terminalText(`Cannot start: ${message}\n${remedy}`);

export function shownText(shown: Shown, io: Pick<Io, "style" | "asTyped">): string {
  if (typeof shown === "string") return terminalText(shown);
  const next = shown.next.map(({ says, command = "", ...step }) => ({
    ...step,
    says: io.asTyped(says),
    command: io.asTyped(command) || undefined,
  }));
  return verdictText({ ...shown, next }, io);
}

type Ending = {
  checked: Record<string, unknown>;
  context: Context;
  io: Io;
  ci: Ci;
};

export function end(
  declaration: Declaration,
  ran: Ran<unknown>,
  { checked, context, io, ci }: Ending,
): ExitCode | 0 {
  const { result, stopped, ci: report, ciName, resume, hints = [] } = ran;
  ci.report = report;
  ci.name = ciName ?? ci.name;
  ci.silent = report === undefined;
  const shown = declaration.show(result, checked).map((each) => shownText(each, io));
  if (io.asJson) io.json(plainResult(result));
  else if (shown.length > 0) io.out(shown.join("\n\n"));
  if (stopped) io.warn(terminalText(stopText(ran, { shown, io, harness: context.harness })));
  else sayGates(report, { shown, io });
  if (!stopped && resume?.isOpen) io.say(terminalText(howToResume(resume, context.harness)));
  for (const hint of hints) io.say(terminalText(hint));
  return exitOf(ran);
}

/** Without those that the result says. */
function sayGates(report: Ran<unknown>["ci"], { shown, io }: Pick<Saying, "shown" | "io">): void {
  for (const { is, says } of report?.gates ?? [])
    if (isSaid(says, { shown, io })) continue;
    else if (is === "passed") io.say(terminalText(says));
    else io.warn(terminalText(says));
}

type Saying = { shown: readonly string[]; io: Io; harness: Context["harness"] };

/** Results are wrapped to the width of the terminal. */
const isSaid = (text: string, { shown, io }: Pick<Saying, "shown" | "io">): boolean =>
  !io.asJson && shown.some((each) => each.replaceAll(/\s+/g, " ").includes(text.replaceAll(/\s+/g, " ")));

/** Why it stopped, unless the result says so; what to do about it; the command that goes on. */
function stopText({ stopped, resume }: Ran<unknown>, { shown, io, harness }: Saying): string {
  const { message, remedy, exit, code } = stopped!;
  // After an interrupt or a spent budget the only remedy is to resume.
  const isOnlyStopped = exit === 4 || exit === 130;
  return [
    ...(isSaid(message, { shown, io }) ? [] : [message]),
    ...(isOnlyStopped ? [] : [remedy]),
    // Resuming a recording would call real models.
    ...(code === "recording-miss" ? [] : [howToResume(resume, harness)]),
  ].join("\n");
}

function howToResume(resume: Ran<unknown>["resume"], harness: Context["harness"]): string {
  const { dir, budget } = resume ?? {};
  if (dir !== undefined) return resumeCommand(harness, { dir, budget });
  const more = budget === undefined ? "" : ` with --budget ${budget}`;
  return `The work so far is saved. Repeat the command${more} to resume.`;
}
