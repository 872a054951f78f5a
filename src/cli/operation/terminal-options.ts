/** Options that only the terminal has. It handles them itself, for every operation that has a use for them. */
import { z } from "zod";
import type { Declaration } from "../../operations/declaration.ts";
import { type OptionSpec, optionsOf } from "../../operations/option-spec.ts";
import { readInput } from "../../operations/read-input.ts";
import { path } from "../../operations/options.ts";

const section = "common" as const;

const shape = z.strictObject({
  comment: path().optional().meta({
    description:
      "Write a pull request comment: verdict, worst findings, cost, and a hidden marker for updating it later.",
    value: "FILE",
    section,
  }),
  junit: path().optional().meta({
    description: "Write JUnit XML, with a failure if and only if the exit code is 1.",
    value: "FILE",
    section,
  }),
  name: z.string().min(1).optional().meta({
    description:
      "The name in the marker and heading of the comment. Default: what is tested, such as story and prompt.",
    value: "NAME",
    section,
  }),
  dryRun: z.boolean().optional().meta({ description: "Print what it would do and cost, and stop.", section }),
  timeout: z.int().min(1_000).optional().meta({
    description: "Stop after this time (90s, 15m, 1h30m) as Ctrl+C would: saved and resumable, exit 130.",
    value: "DURATION",
    duration: true,
    section,
  }),
  json: z.boolean().optional().meta({ description: "Print one JSON document.", section }),
});

export type TerminalOptions = z.output<typeof shape>;

const own = optionsOf(shape);
export const jsonOption = own.find(({ name }) => name === "json")!;

/** All options of an operation on the terminal, its own first. Its arguments are among them. */
export function terminalOptions({ input, preview, ciName }: Declaration): OptionSpec[] {
  const isUseful: Readonly<Record<string, boolean>> = {
    comment: ciName !== undefined,
    junit: ciName !== undefined,
    name: ciName !== undefined,
    dryRun: preview !== undefined,
    timeout: ciName !== undefined || preview !== undefined || "budget" in input.shape,
    json: true,
  };
  return [...optionsOf(input), ...own.filter(({ name }) => isUseful[name])];
}

/** What the terminal keeps for itself, and what the operation is given: a `name` may be an option of the operation. */
export function dividedOptions(
  { name, input }: Pick<Declaration, "name" | "input">,
  given: Readonly<Record<string, unknown>>,
): { own: TerminalOptions; input: Record<string, unknown> } {
  const isOwn = (option: string) => option in shape.shape && !(option in input.shape);
  const entries = Object.entries(given);
  return {
    own: readInput({ name, input: shape }, Object.fromEntries(entries.filter(([option]) => isOwn(option)))),
    input: Object.fromEntries(entries.filter(([option]) => !isOwn(option))),
  };
}
