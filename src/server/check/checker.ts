import { shellWord } from "../../config/started-by.ts";
import {
  mechanism,
  type CheckAnswer,
  type CheckResults,
  type Mechanism,
  type StartEstimate,
  type TestResult,
} from "../../contract/index.ts";
import { problemsOf, spellOptions } from "../../kernel/errors/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  BUILT_IN,
  checkAnswerOf,
  concludeCheck,
  estimateCheck,
  saveCheck,
  OFFLINE,
  openCheck,
  planCheck,
  requireCheckKeys,
  checkRequest,
  testsOf,
  type Baseline,
  type CheckOverrides,
  type CheckPlan,
  type Selection,
} from "../../retrieval/index.ts";
import { Refusal, serverClosing } from "../problem.ts";

export type CheckAsk = {
  banks?: readonly Mechanism[] | undefined;
  selection?: Selection;
  target?: string | undefined;
  save: boolean;
  /** Earlier results to compare with. */ baseline?: Baseline | undefined;
};

type CheckHearing = {
  signal?: AbortSignal;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
};

/** A check that will start: its tests are known, and it holds the lock. */
export type BegunCheck = {
  readonly total: number;
  readonly target: string;
  readonly notes: readonly string[];
  run(hearing?: CheckHearing): Promise<{ answer: CheckAnswer; results: CheckResults }>;
};

export type Checker = {
  /** What a request may name: never an address or a module that the server was not started with. */
  readonly targets: readonly [string, ...string[]];
  readonly usualTarget: string;
  begin(ask: CheckAsk): Promise<BegunCheck>;
  /** What it would ask, and what keeps it from starting. Nothing is called. */
  estimate(ask: CheckAsk): Promise<StartEstimate>;
  /** Interrupts running checks, resumably, and resolves when all have ended. */
  close(): Promise<void>;
};

export function createChecker({ harness, folders }: { harness: Harness; folders: CheckOverrides }): Checker {
  const usual = checkRequest(harness.settings.retrieval, folders);
  const closing = new AbortController();
  /** From planning until results are stored: a folder's lock does not cover its last move. */
  const busy = new Set<string>();
  const running = new Set<Promise<unknown>>();
  const requestOf = ({ banks, selection = {}, target }: CheckAsk) => ({
    // The usual target may be called with a key that no request names.
    ...(target === undefined || target === usual.target
      ? usual
      : checkRequest(harness.settings.retrieval, { ...folders, target })),
    ...(banks && { banks }),
    selection,
  });

  return {
    targets: [BUILT_IN, ...new Set([OFFLINE, usual.target].filter((target) => target !== BUILT_IN))],
    usualTarget: usual.target,
    async estimate(ask) {
      const request = requestOf(ask);
      let plan: CheckPlan | undefined;
      const problems = await problemsOf(() => {
        plan = planCheck(harness, request);
        requireCheckKeys(harness, plan);
      });
      const tests = plan ? mechanism.options.map((name) => testsOf(plan!.banks, name).length) : [];
      const estimate = plan && estimateCheck(plan, request);
      return {
        ...(estimate?.known ?? { low: 0, high: 0 }),
        calls: estimate?.calls ?? 0,
        unpriced: estimate ? [...new Set([...estimate.unpriced, estimate.outside ?? []].flat())] : [],
        count: tests.reduce((sum, each) => sum + each, 0),
        unit: "test",
        budget: harness.settings.budget,
        problems,
        notes: estimate?.notes ?? [],
        command: `${harness.command} check --banks ${(ask.banks ?? ["all"]).join(",")} --target ${shellWord(request.target)}${ask.baseline === undefined ? "" : ` --baseline ${shellWord(ask.baseline.file)}`}`,
      };
    },
    async begin(ask) {
      if (closing.signal.aborted) throw serverClosing();
      const { save, baseline } = ask;
      const request = requestOf(ask);
      const plan = planCheck(harness, request);
      requireCheckKeys(harness, plan);
      if (busy.has(plan.key))
        throw new Refusal({
          status: 409,
          code: "already-running",
          message: "The same tests are already running.",
          remedy: "Wait until that run ends (GET /api/check-runs), or stop it.",
        });
      busy.add(plan.key);
      const notes: string[] = [];
      const open = await openCheck(harness, {
        request,
        plan,
        onNote: (note) => notes.push(spellOptions(note, "property")),
      }).catch((error: unknown) => {
        busy.delete(plan.key);
        throw error;
      });

      async function run({
        signal,
        onResult,
      }: CheckHearing): Promise<{ answer: CheckAnswer; results: CheckResults }> {
        const stop = new AbortController();
        // A run that is stopped gets one reason, regardless of the source.
        const onAbort = () => stop.abort(new InterruptedError());
        const either = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
        if (either.aborted) onAbort();
        either.addEventListener("abort", onAbort, { once: true });
        try {
          const ran = await open.run({ signal: stop.signal, onResult, baseline: baseline?.results });
          const { checked } = concludeCheck(ran, { baseline });
          const saved = await saveCheck(checked, { dir: request.results, save });
          return { results: checked.results, answer: checkAnswerOf(checked.results, saved) };
        } finally {
          either.removeEventListener("abort", onAbort);
          busy.delete(plan.key);
        }
      }

      return {
        total: open.total,
        target: request.target,
        notes,
        run(hearing = {}) {
          const ran = run(hearing);
          const settled = ran.then(
            () => {},
            () => {},
          );
          running.add(settled);
          void settled.then(() => running.delete(settled));
          return ran;
        },
      };
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
