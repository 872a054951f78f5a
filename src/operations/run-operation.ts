/** Runs a declared operation, or says what it would do; and makes the library's function of it. */
import { HarnessError, problemsOf, type FoundProblem, type OptionStyle } from "../kernel/errors/index.ts";
import { counted } from "../kernel/report/index.ts";
import { valueWithoutSecrets } from "../kernel/secrets/index.ts";
import type { Context, Declaration, Preview, Ran } from "./declaration.ts";
import type { Estimate, LibraryOptions } from "./library-function.ts";
import { type Surface, withOperation } from "./open-operation.ts";

type Given = Readonly<Record<string, unknown>>;

/** `after` is called while the harness is open: it knows what a next command needs. */
export const runOperation = <Answer>(
  declaration: Declaration,
  given: Given,
  surface: Surface,
  after: (ran: Ran<unknown>, input: Record<string, unknown>, context: Context) => Answer | Promise<Answer>,
): Promise<Answer> =>
  withOperation(declaration, given, surface, async (input, context) => {
    const plan = await declaration.plan(input, context);
    await declaration.ready?.(plan, context);
    const ran = await declaration.run(plan, context);
    sayRecorded(context, input);
    return after(ran, input, context);
  });

export type Previewed = Preview & { problems: FoundProblem[] };

export const previewOperation = (
  declaration: Declaration,
  given: Given,
  { style, ...surface }: Surface & { style: OptionStyle },
): Promise<Previewed> =>
  withOperation(declaration, given, surface, async (input, context) => {
    if (!declaration.preview) throw new Error(`${declaration.name} has no preview.`);
    const plan = await declaration.plan(input, context);
    const problems = await problemsOf(async () => declaration.ready?.(plan, context), style);
    return { ...(await declaration.preview(plan, context)), problems };
  });

function sayRecorded({ harness, on }: Context, { record, recording }: Given): void {
  const live = harness.recordings.askedLive();
  const were = counted(live, "call was", "calls were");
  if (live > 0)
    on({ type: "note", text: `${were} missing from ${String(recording)} and sent to the model.` });
  if (record !== undefined) on({ type: "note", text: `Recorded in ${String(record)}.` });
}

export function libraryFunction(declaration: Declaration): (given?: Given) => Promise<unknown> {
  const call = (given: Given = {}) => {
    const { surface, input } = fromLibrary(given);
    return spelled(() => runOperation(declaration, input, surface, (ran) => resultOf(declaration, ran)));
  };
  const estimate = (given: Given = {}): Promise<Estimate> => {
    const { surface, input } = fromLibrary(given);
    return spelled(async () => {
      const { data, verdict, problems } = await previewOperation(declaration, input, {
        ...surface,
        style: "property",
      });
      return plainResult({ ...data, verdict, problems });
    });
  };
  return Object.assign(call, { estimate });
}

function fromLibrary(given: Given): { surface: Surface; input: Given } {
  const { signal = new AbortController().signal, on = () => {}, ...input } = given as LibraryOptions & Given;
  return { surface: { signal, on, command: "npx rehearse" }, input };
}

/** The caller of the library sets properties, not flags. */
async function spelled<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof HarnessError ? error.spell("property") : error;
  }
}

/** Out of budget and stopped by the caller may be results; everything else that stops a run is an error. */
function resultOf({ stopIsResult }: Declaration, { result, stopped, resume }: Ran<unknown>): unknown {
  if (stopped && !(stopIsResult && (stopped.exit === 4 || stopped.exit === 130)))
    throw resume === undefined ? stopped : savedIn(resume.dir, stopped);
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

/** What `--json` prints, as a value: plain JSON, without keys. */
export const plainResult = <Value>(value: Value): Value =>
  valueWithoutSecrets(JSON.parse(JSON.stringify(value)) as Value);
