/** Runs a declared operation, or says what it would do. */
import { type FoundProblem, type ExitCode, problemsOf } from "../kernel/errors/index.ts";
import { counted } from "../kernel/report/index.ts";
import { valueWithoutSecrets } from "../kernel/secrets/index.ts";
import type { Context, Declaration, Preview, Ran } from "./declaration.ts";
import { type Surface, withOperation } from "./open-operation.ts";
import { specialOptions } from "./option-spec.ts";

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
    surface.ready?.();
    const ran = await declaration.run(plan, context);
    ran.stopped?.spell(surface.style, specialOptions(declaration));
    sayRecorded(context, input);
    return after(ran, input, context);
  });

export type Previewed = Preview & { problems: FoundProblem[] };

export const previewOperation = (
  declaration: Declaration,
  given: Given,
  surface: Surface,
): Promise<Previewed> =>
  withOperation(declaration, given, surface, async (input, context) => {
    if (!declaration.preview) throw new Error(`${declaration.name} has no preview.`);
    const plan = await declaration.plan(input, context);
    const ready = async () => declaration.ready?.(plan, context);
    const problems = await problemsOf(ready, surface.style, specialOptions(declaration));
    return { ...(await declaration.preview(plan, context)), problems };
  });

function sayRecorded({ harness, on }: Context, { record, recording }: Given): void {
  const live = harness.recordings.askedLive();
  const were = counted(live, "call was", "calls were");
  if (live > 0)
    on({ type: "note", text: `${were} missing from ${String(recording)} and sent to the model.` });
  if (record !== undefined) on({ type: "note", text: `Recorded in ${String(record)}.` });
}

/** 0, or why not: stopped, a failed gate, something that could not be judged. */
export function exitOf({ stopped, ci, exit }: Ran<unknown>): ExitCode | 0 {
  if (stopped) return stopped.exit;
  const gates = ci?.gates ?? [];
  if (gates.some(({ is }) => is === "failed")) return 1;
  return gates.some(({ is }) => is === "error") ? 3 : (exit ?? 0);
}

/** What `--json` prints, as a value: plain JSON, without keys. */
export const plainResult = <Value>(value: Value): Value =>
  valueWithoutSecrets(JSON.parse(JSON.stringify(value ?? null)) as Value);
