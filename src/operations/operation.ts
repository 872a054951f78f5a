/**
 * What a user can ask for, declared once. The terminal's flags and help, the library's function and its types, and the
 * reference pages are derived from the declaration.
 *
 *     export const play = operation({
 *       name: "play",
 *       group: "play",
 *       summary: "One session: simulated players play a narrator",
 *       input: z.strictObject({ maxTurns: z.int().min(3).optional().meta({ description: "…" }), ...runOptions }),
 *       plan: (input, { harness }) => planSession(harness, input),
 *       run: (plan, { harness, signal, on }) => playSession(…),
 *       examples: [{ input: { narrator: "grok-4", budget: 5 }, says: "A real narrator, for at most five dollars." }],
 *     });
 */
import type { Declaration, InputSchema } from "./declaration.ts";
import type { LibraryFunction } from "./library-function.ts";
import { libraryFunction } from "./run-operation.ts";

const declarations = new WeakMap<object, Declaration>();

export function operation<Schema extends InputSchema, Planned, Result>(
  declaration: Declaration<Schema, Planned, Result>,
): LibraryFunction<Schema, Result> {
  const callable = libraryFunction(declaration as unknown as Declaration);
  declarations.set(callable, declaration as unknown as Declaration);
  return callable as LibraryFunction<Schema, Result>;
}

/** The declaration behind a function of the library. */
export function declarationOf(callable: object): Declaration {
  const declaration = declarations.get(callable);
  if (!declaration) throw new Error("Not an operation.");
  return declaration;
}
