/** A declared operation as a command of the terminal. */
import type { ExitCode, FoundProblem } from "../../kernel/errors/index.ts";
import type { Confirm } from "../../kernel/run/index.ts";
import type { Context, Declaration, Ran, Shown } from "../../operations/declaration.ts";
import type { Surface } from "../../operations/open-operation.ts";
import { exitOf, plainResult, previewOperation, runOperation } from "../../operations/run-operation.ts";
import { resumeCommand } from "../../operations/resume-command.ts";
import { type Ci, type Command, type Io, terminalText, verdictText } from "../frame/index.ts";
import { exampleCommand } from "./example-command.ts";
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
      command: exampleCommand(declaration, each.input),
      does: each.says,
    })),
    async run({ given, io, signal, ci }) {
      const { own, input } = dividedOptions(name, given);
      const events = showEvents(io, name);
      const surface: Surface = {
        signal,
        on: events.on,
        command: io.command("").trimEnd(),
        confirm: askToAllow(io, signal),
        ciName: own.name,
      };
      ci.name = own.name ?? ciNameOf(declaration, input);
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

/** From the command line, before anything can be refused: an input that is wrong has no other name. */
const ciNameOf = ({ name, ciName }: Declaration, input: Record<string, unknown>): string =>
  ciName?.(input as never) ?? name;

async function preview(
  declaration: Declaration,
  input: Record<string, unknown>,
  { surface, io, ci }: { surface: Surface; io: Io; ci: Ci },
): Promise<0 | 2> {
  ci.silent = true;
  const { shown, data, problems } = await previewOperation(declaration, input, { ...surface, style: "flag" });
  if (io.asJson) io.json(plainResult({ ...data, problems }));
  else io.out([...shown.map((each) => shownText(each, io)), ...problems.map(problemText)].join("\n\n"));
  // Lets a script find out that it cannot start.
  return problems.length === 0 ? 0 : 2;
}

const problemText = ({ message, remedy }: FoundProblem): string =>
  terminalText(`Cannot start: ${message}\n${remedy}`);

export const shownText = (shown: Shown, io: Io): string =>
  typeof shown === "string" ? terminalText(shown) : verdictText(shown, io);

type Ending = {
  checked: Record<string, unknown>;
  context: Context;
  io: Io;
  ci: Ci;
};

function end(
  declaration: Declaration,
  ran: Ran<unknown>,
  { checked, context, io, ci }: Ending,
): ExitCode | 0 {
  const { result, stopped, ci: report, ciCommand, ciName, hints = [] } = ran;
  ci.report = report;
  ci.command = ciCommand;
  ci.name = ciName ?? ci.name;
  ci.silent = report === undefined;
  const shown = declaration.show(result, checked).map((each) => shownText(each, io));
  if (io.asJson) io.json(plainResult(result));
  else if (shown.length > 0) io.out(shown.join("\n\n"));
  if (stopped) io.warn(terminalText(stopText(ran, { shown, io, harness: context.harness })));
  else sayGates(report, io);
  for (const hint of hints) io.say(terminalText(hint));
  return exitOf(ran);
}

function sayGates(report: Ran<unknown>["ci"], io: Io): void {
  for (const { is, says } of report?.gates ?? [])
    if (is === "passed") io.say(terminalText(says));
    else io.warn(terminalText(says));
}

/** Why it stopped, unless the result says so; what to do about it; the command that goes on. */
function stopText(
  { stopped, resume }: Ran<unknown>,
  { shown, io, harness }: { shown: readonly string[]; io: Io; harness: Context["harness"] },
): string {
  const { message, remedy, exit, code } = stopped!;
  const isSaid = !io.asJson && shown.some((text) => text.includes(message));
  // After an interrupt or a spent budget the only remedy is to resume.
  const isOnlyStopped = exit === 4 || exit === 130;
  return [
    ...(isSaid ? [] : [message]),
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

/** Asks on a terminal; elsewhere the answer is no. Shows the real path, because a link may have any name. */
const askToAllow =
  (io: Io, signal: AbortSignal): Confirm =>
  async ({ place, real }) => {
    const isModule = !/^https?:/.test(real);
    const link = real === place ? "" : `\nIt is a link to ${real}`;
    const question = isModule
      ? `The stored folder names a module as its narrator: ${place}${link}\nLoading it runs its code with your permissions. Load it?`
      : `The stored folder names an address as its narrator: ${real}\nThe whole session would be sent there. Call it?`;
    return io.confirm(terminalText(question), signal);
  };
