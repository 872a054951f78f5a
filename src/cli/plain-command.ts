/** A command that is not an operation: it lives on the terminal only. Its options are a schema all the same. */
import type { z } from "zod";
import { type ExitCode, typedCommand } from "../kernel/errors/index.ts";
import type { Example, InputSchema } from "../operations/declaration.ts";
import { optionsOf } from "../operations/option-spec.ts";
import { readInput } from "../operations/read-input.ts";
import type { Command, Io } from "./frame/index.ts";
import { jsonOption } from "./operation/terminal-options.ts";

type PlainCommand<Schema extends InputSchema> = {
  name: string;
  summary: string;
  description: string;
  input: Schema;
  arguments?: ReadonlyArray<keyof z.output<Schema> & string>;
  examples: readonly [Example<z.input<Schema>>, ...Example<z.input<Schema>>[]];
  /** It runs until a signal ends it: that is no interruption, and its exit code counts. */
  endsBySignal?: true;
  run(given: { input: z.output<Schema>; io: Io; signal: AbortSignal }): Promise<ExitCode | 0 | void>;
};

export function plainCommand<Schema extends InputSchema>(definition: PlainCommand<Schema>): Command {
  const { name, summary, description, input: schema, arguments: named = [], examples } = definition;
  return {
    name,
    summary,
    description,
    options: [...optionsOf(schema), jsonOption],
    arguments: named,
    examples: examples.map(({ input, says }) => ({
      command: typedCommand({ operation: name, input }, "rehearse", named),
      does: says,
    })),
    endsBySignal: definition.endsBySignal,
    run({ given, io, signal }) {
      const own = Object.fromEntries(Object.entries(given).filter(([option]) => option !== "json"));
      return definition.run({ input: readInput({ name, input: schema }, own), io, signal });
    },
  };
}
