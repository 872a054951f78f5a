/**
 * What a user can ask for, declared once. The terminal's flags and help, the library's function and its types, and the
 * reference pages are derived from the declaration.
 *
 *     export const play = operation({
 *       name: "play",
 *       input: z.strictObject({ maxTurns: z.int().min(3).optional().meta({ description: "…" }), ...runOptions }),
 *       plan: (input, { harness }) => planSession(harness, input),
 *       run: async (plan, { harness, signal, on }) => ({ result: await playSession(…) }),
 *       show: (result) => [result.verdict],
 *       examples: [{ input: { narrator: "grok-4", budget: 5 }, says: "A real narrator, for at most five dollars." }],
 *     });
 */
import type { z } from "zod";
import type { Declaration, InputSchema } from "./declaration.ts";

/** A declaration whose plan and result only it knows; the types of its input and result stay visible. */
export type Operation<Input = unknown, Result = unknown> = Declaration & {
  /** Types only: there is no such value. */
  readonly types?: { input: Input; result: Result };
};

export const operation = <Schema extends InputSchema, Planned, Result>(
  declaration: Declaration<Schema, Planned, Result>,
): Operation<z.input<Schema>, Result> => declaration as unknown as Operation<z.input<Schema>, Result>;
