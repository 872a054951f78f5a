/** Makes a function of the library from a declared operation, and lists the operation for the other surfaces. */
import type { Declaration, Operation } from "./declaration.ts";
import type { LibraryFunction, LibraryOptions } from "./library-function.ts";

type Group = "Play" | "Check" | "Workspace";

/** One operation in the lists of the surfaces. */
export type Entry = { name: string; group: Group; summary: string; load(): Promise<Declaration> };

const entries: Entry[] = [];

/** Every operation that library.ts declares, in its order. */
export const operations: readonly Entry[] = entries;

/** Nothing is loaded until it is called, so that a command pays only for itself. */
export function declared<Input, Result>(
  group: Group,
  name: string,
  summary: string,
  load: () => Promise<{ default: Operation<Input, Result> }>,
): LibraryFunction<Input, Result> {
  const loaded = async () => (await load()).default;
  entries.push({ name, group, summary, load: loaded });
  const call = async (input?: Input & LibraryOptions) => {
    const [{ callOperation }, declaration] = await Promise.all([import("./call-operation.ts"), loaded()]);
    return callOperation(declaration, input) as Promise<Result>;
  };
  const estimate = async (input?: Input & LibraryOptions) => {
    const [{ estimateOperation }, declaration] = await Promise.all([import("./call-operation.ts"), loaded()]);
    return estimateOperation(declaration, input);
  };
  return Object.assign(call, { estimate }) as LibraryFunction<Input, Result>;
}
