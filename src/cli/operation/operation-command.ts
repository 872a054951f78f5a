/** A declared operation as a command of the terminal. */
import { createReadStream } from "node:fs";
import { type ExitCode, type FoundProblem, HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Confirm } from "../../kernel/run/index.ts";
import type { Context, Declaration, Ran, Shown } from "../../operations/declaration.ts";
import type { Surface } from "../../operations/open-operation.ts";
import { exitOf, plainResult, previewOperation, runOperation } from "../../operations/run-operation.ts";
import { resumeCommand } from "../../operations/resume-command.ts";
import { type Ci, type Command, type Io, terminalText, verdictText } from "../frame/index.ts";
import { exampleCommand } from "../../operations/example-command.ts";
import { showEvents } from "./show-events.ts";
import { dividedOptions, type TerminalOptions, terminalOptions } from "./terminal-options.ts";

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
        confirm: askToAllow(io, signal),
        ask: (question) => io.ask(terminalText(question), signal),
        ciName: ci.name,
      };
      refuseCi(declaration, input, own);
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

/** Before anything is paid for: a workflow would wait for the file. */
function refuseCi({ withoutCi }: Declaration, input: Record<string, unknown>, own: TerminalOptions): void {
  const why = withoutCi?.(input as never);
  const option = (["comment", "junit"] as const).find((name) => own[name] !== undefined);
  if (why === undefined || option === undefined) return;
  throw new HarnessError({
    code: "bad-combination",
    option,
    message: `${optionText(option)} does not work with ${why}`,
    remedy: `Remove ${optionText(option)}.`,
  });
}

async function preview(
  declaration: Declaration,
  input: Record<string, unknown>,
  { surface, io, ci }: { surface: Surface; io: Io; ci: Ci },
): Promise<0 | 2> {
  ci.silent = true;
  const { shown, data, problems } = await previewOperation(declaration, input, surface);
  if (io.asJson) io.json(plainResult({ ...data, problems }));
  else io.out([...shown.map((each) => shownText(each, io)), ...problems.map(problemText)].join("\n\n"));
  // Lets a script find out that it cannot start.
  return problems.length === 0 ? 0 : 2;
}

const problemText = ({ message, remedy }: FoundProblem): string =>
  terminalText(`Cannot start: ${message}\n${remedy}`);

export const shownText = (shown: Shown, io: Pick<Io, "style">): string =>
  typeof shown === "string" ? terminalText(shown) : verdictText(shown, io);

type Ending = {
  checked: Record<string, unknown>;
  context: Context;
  io: Io;
  ci: Ci;
};

export async function end(
  declaration: Declaration,
  ran: Ran<unknown>,
  { checked, context, io, ci }: Ending,
): Promise<ExitCode | 0> {
  const { result, resultFile, stopped, ci: report, ciCommand, ciName, hints = [] } = ran;
  ci.report = report;
  ci.command = ciCommand ?? ci.command;
  ci.name = ciName ?? ci.name;
  ci.silent = report === undefined;
  const shown = declaration.show(result, checked).map((each) => shownText(each, io));
  if (io.asJson && resultFile !== undefined) await io.jsonPieces(createReadStream(resultFile, "utf8"));
  else if (io.asJson) io.json(plainResult(result));
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
