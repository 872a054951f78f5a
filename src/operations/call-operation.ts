/** Calls a declared operation for the library: names options as properties, and returns plain data or throws. */
import { HarnessError, spellOptions } from "../kernel/errors/index.ts";
import type { Declaration, Ran } from "./declaration.ts";
import type { Estimate, LibraryOptions } from "./library-function.ts";
import type { Surface } from "./open-operation.ts";
import { specialOptions } from "./option-spec.ts";
import { plainResult, previewOperation, runOperation } from "./run-operation.ts";

type Given = Readonly<Record<string, unknown>>;

export function callOperation(declaration: Declaration, given: Given = {}): Promise<unknown> {
  const { surface, input } = fromLibrary(given);
  return spelled(declaration, () =>
    runOperation(declaration, input, surface, (ran) => resultOf(declaration, ran)),
  );
}

export function estimateOperation(declaration: Declaration, given: Given = {}): Promise<Estimate> {
  const { surface, input } = fromLibrary(given);
  return spelled(declaration, async () => {
    const { data, problems } = await previewOperation(declaration, input, { ...surface, style: "property" });
    return plainResult({ ...data, problems });
  });
}

function fromLibrary(given: Given): { surface: Surface; input: Given } {
  const { signal = new AbortController().signal, on = () => {}, ...input } = given as LibraryOptions & Given;
  const surface: Surface = {
    signal,
    on: (event) =>
      on(event.type === "note" ? { ...event, text: spellOptions(event.text, "property") } : event),
    command: "npx rehearse",
  };
  return { surface, input };
}

/** The caller of the library sets properties, not flags. */
async function spelled<Result>(declaration: Declaration, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof HarnessError ? error.spell("property", specialOptions(declaration)) : error;
  }
}

/** Out of budget and stopped by the caller may be results; everything else that stops a run is an error. */
function resultOf({ stopIsResult }: Declaration, { result, stopped, resume }: Ran<unknown>): unknown {
  const isResult = typeof stopIsResult === "function" ? stopIsResult(result) : stopIsResult === true;
  if (stopped && !(isResult && (stopped.exit === 4 || stopped.exit === 130)))
    throw resume?.dir === undefined ? stopped : savedIn(resume.dir, stopped);
  return plainResult(result);
}

/** The reason why work ended early, with the folder in which it can be resumed. */
const savedIn = (dir: string, { code, option, unspelled, exit, cause }: HarnessError): HarnessError =>
  new HarnessError({
    code,
    option,
    message: `${unspelled.message} The work so far is saved in ${dir}.`,
    remedy:
      code === "recording-miss" ? unspelled.remedy : `${unspelled.remedy} To resume: rehearse resume ${dir}`,
    exit,
    cause,
  });
