import type { CheckAnswer, CheckResults, Mechanism, TestResult } from "../../contract/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  BUILT_IN,
  checkAnswerOf,
  saveCheck,
  OFFLINE,
  openCheck,
  planCheck,
  checkRequest,
  type CheckOverrides,
  type Selection,
} from "../../retrieval/index.ts";
import { Refusal, serverClosing } from "../problem.ts";

export type CheckAsk = {
  banks?: readonly Mechanism[] | undefined;
  selection?: Selection;
  target?: string | undefined;
  cached?: boolean;
  save: boolean;
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
  /** Interrupts running checks, resumably, and resolves when all have ended. */
  close(): Promise<void>;
};

export function createChecker({ harness, folders }: { harness: Harness; folders: CheckOverrides }): Checker {
  const usual = checkRequest(harness.settings.retrieval, folders);
  const closing = new AbortController();
  /** From planning until results are stored: a folder's lock does not cover its last move. */
  const busy = new Set<string>();
  const running = new Set<Promise<unknown>>();

  return {
    targets: [BUILT_IN, ...new Set([OFFLINE, usual.target].filter((target) => target !== BUILT_IN))],
    usualTarget: usual.target,
    async begin({ banks, selection = {}, target, cached = false, save }) {
      if (closing.signal.aborted) throw serverClosing();
      const request = {
        ...checkRequest(harness.settings.retrieval, { ...folders, target: target ?? usual.target }),
        ...(banks && { banks }),
        selection,
        cached,
      };
      const plan = planCheck(harness, request);
      if (busy.has(plan.key))
        throw new Refusal({
          status: 409,
          code: "already-running",
          message: "The same tests are already running.",
          remedy: "Wait until that run ends (GET /api/check-runs), or stop it.",
        });
      busy.add(plan.key);
      const notes: string[] = [];
      const open = await openCheck(harness, { request, plan, onNote: (note) => notes.push(note) }).catch(
        (error: unknown) => {
          busy.delete(plan.key);
          throw error;
        },
      );

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
          const checked = await open.run({ signal: stop.signal, onResult });
          const saved = await saveCheck(checked, { dir: request.results, save });
          return {
            results: checked.results,
            answer: checkAnswerOf(checked.results, { notes: checked.notes, saved }),
          };
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
