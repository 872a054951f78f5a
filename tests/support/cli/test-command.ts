/** A command of a test: its options as a schema, and what it does. */
import { z } from "zod";
import { plainCommand } from "../../../src/cli/plain-command.ts";
import type { Command, Io } from "../../../src/cli/frame/index.ts";
import type { ExitCode } from "../../../src/kernel/errors/index.ts";

type Run = (context: {
  input: Record<string, unknown>;
  io: Io;
  signal: AbortSignal;
}) => Promise<ExitCode | 0 | void>;

export const testCommand = (
  name: string,
  run: Run,
  { input = z.strictObject({}), named = [] }: { input?: z.ZodObject; named?: readonly string[] } = {},
): Command =>
  plainCommand({
    name,
    summary: `The command ${name}`,
    description: "First paragraph.\n\nSecond paragraph.",
    input: input as z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>,
    arguments: named,
    examples: [{ input: {}, says: "As it is." }],
    run,
  });
