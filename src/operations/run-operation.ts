/** Runs a declared operation, or says what it would do. */
import { type ExitCode, type FoundProblem, HarnessError, spellOptions } from "../kernel/errors/index.ts";
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
    const special = specialOptions(declaration);
    ran.stopped?.spell(surface.style, special);
    const hints = ran.hints?.map((hint) => spellOptions(hint, surface.style, special));
    sayRecorded(context, input);
    return after({ ...ran, hints }, input, context);
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
    const problems: FoundProblem[] = [];
    try {
      await declaration.ready?.(plan, context);
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      const { code, option, message, remedy } = error.spell(surface.style, specialOptions(declaration));
      problems.push({ code, option, message, remedy });
    }
    return { ...(await declaration.preview(plan, context)), problems };
  });

function sayRecorded({ on }: Context, { record }: Given): void {
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
