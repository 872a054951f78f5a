/** Calls a declared operation for the library: returns plain data or throws. */
import { HarnessError } from "../kernel/errors/index.ts";
import type { Declaration, Ran } from "./declaration.ts";
import type { Estimate, LibraryOptions } from "./library-function.ts";
import type { Surface } from "./open-operation.ts";
import { plainResult, previewOperation, runOperation } from "./run-operation.ts";

type Given = Readonly<Record<string, unknown>>;

export function callOperation(declaration: Declaration, given: Given = {}): Promise<unknown> {
  const { surface, input } = fromLibrary(declaration, given);
  return runOperation(declaration, input, surface, (ran) => resultOf(declaration, ran, input));
}

export async function estimateOperation(declaration: Declaration, given: Given = {}): Promise<Estimate> {
  const { surface, input } = fromLibrary(declaration, given);
  const { data, problems } = await previewOperation(declaration, input, surface);
  return plainResult({ ...data, problems });
}

function fromLibrary({ name }: Declaration, given: unknown): { surface: Surface; input: Given } {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw misused(`${name} takes an object with its options.`);
  const { signal = new AbortController().signal, on = () => {}, ...input } = given as LibraryOptions & Given;
  if (!(signal instanceof AbortSignal)) throw misused("signal must be an AbortSignal.", "signal");
  if (typeof on !== "function") throw misused("on must be a function.", "on");
  return { surface: { signal, on, style: "property", command: "npx rehearse" }, input };
}

const misused = (message: string, option?: string): HarnessError =>
  new HarnessError({
    code: "bad-value",
    option,
    message,
    remedy: 'Example: play({ narrator: "house", signal: AbortSignal.timeout(60_000), on: (event) => {} }).',
  });

/** Out of budget and stopped by the caller may be results; everything else that stops a run is an error. */
function resultOf(
  { stopIsResult }: Declaration,
  { result, stopped, resume }: Ran<unknown>,
  { narrator }: Given,
): unknown {
  const isResult = typeof stopIsResult === "function" ? stopIsResult(result) : stopIsResult === true;
  if (stopped && !(isResult && (stopped.exit === 4 || stopped.exit === 130)))
    throw resume?.dir === undefined ? stopped : savedIn(resume.dir, stopped, typeof narrator === "function");
  return plainResult(result);
}

/** The reason why work ended early, with the folder in which it can be resumed. */
const savedIn = (
  dir: string,
  { code, option, unspelled, exit, cause }: HarnessError,
  isFunction: boolean,
): HarnessError =>
  new HarnessError({
    code,
    option,
    message: `${unspelled.message} The work so far is saved in ${dir}.`,
    remedy:
      code === "recording-miss"
        ? unspelled.remedy
        : `${unspelled.remedy} To resume: resume({ dir: ${JSON.stringify(dir)}${isFunction ? ", narrator" : ""} })`,
    exit,
    cause,
  });
