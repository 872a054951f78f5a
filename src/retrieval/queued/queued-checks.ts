/** Checks that workers run: each job asks a part of the tests, and the coordinator sums them up. */
import { join } from "node:path";
import { checkPart, mechanism, type CheckPart, type Pinned } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import type { OpenRun, RunRow, WorkerTasks } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { createFold, foldJournal } from "../../kernel/journal/index.ts";
import { InterruptedError, isRefusal } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness, type Run } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { countTests, type Banks } from "../banks.ts";
import { checkReport } from "../report/index.ts";
import {
  askTests,
  checkResultsOf,
  inTurn,
  notesOn,
  openAsking,
  planCheck,
  requireCheckKeys,
  standInsIn,
  type CheckPlan,
} from "../run/index.ts";
import { embedDocuments } from "../target/index.ts";
import { allowedTarget } from "./allowed-targets.ts";
import {
  baselinesIn,
  DOCUMENTS,
  isAsked,
  lacksAnswers,
  PART_FILES,
  partDir,
  partsOf,
  readPart,
  readQueuedCheck,
  requestIn,
  writeChecked,
  writePart,
} from "./check-folder.ts";

type Options = {
  harnessFor(pinned: Pinned): Harness;
  /** The budget of a run, shared by all workers. */
  moneyOf(run: RunRow): Budget & Partial<AsyncDisposable>;
  /** Addresses and files that this worker was started with. */
  targets: readonly string[];
};

/** The cause of a failure has often passed by the second attempt. */
const ATTEMPTS = 2;

/** Tests of a part under way at once: a worker has several parts, and those under way must end before it can. */
const WIDTH = 16;

/** Whether an error stops all parts: a spent budget, Ctrl+C, a missing key or a refused call does. */
const stopsAllParts = (error: HarnessError): boolean => error.exit !== 3 || isRefusal(error);

export function queuedChecks({ harnessFor, moneyOf, targets }: Options): WorkerTasks {
  return { openRun, conduct };

  async function openRun(run: RunRow, dir: string): Promise<OpenRun> {
    const queued = readQueuedCheck(dir);
    const request = requestIn(dir, queued, allowedTarget(queued, targets));
    const harness = harnessFor(queued.pinned);
    const budget = moneyOf(run);
    const close = async () => {
      await documents?.close();
      await harness.close();
      await budget[Symbol.asyncDispose]?.();
    };
    let documents: Run | undefined;
    try {
      const plan = planCheck(harness, request);
      const baselines = baselinesIn(dir, queued);
      // The coordinator has embedded them: this copy of its journal answers.
      if (hasDocuments(plan)) documents = await harness.openRun(join(dir, DOCUMENTS), { budget });
      const ask = async (part: CheckPart, watch: Watch) => {
        const over = AbortSignal.any([watch.signal, watch.drain]);
        const own = await harness.openRun(partDir(dir, part), { budget });
        try {
          const asking = await openAsking(harness, {
            request,
            plan,
            gateway: own.gateway,
            documents: documents?.gateway,
            baselines,
            signal: watch.signal,
          });
          const asked = await askTests({
            ...plan,
            ...asking,
            banks: banksOf(plan.banks, part),
            wholeBanks: plan.banks,
            width: WIDTH,
            workedBefore: part.from > 0 || own.journal.totals().calls.completed > 0,
            signal: over,
            // Answers of an earlier attempt are counted again.
            onResult: (_result, { done }) => watch.onTurn(done),
          });
          await own.journal.sync();
          await writePart(dir, part, { ...asked, facts: asking.target.facts, damage: own.damage });
          return { turns: asked.tests.length };
        } catch (error) {
          // Nothing is wrong with the part: it is given back, or stopped.
          throw over.aborted ? new InterruptedError() : error;
        } finally {
          await own.close();
        }
      };
      return {
        work: (watch) => ({
          name: "check-part",
          run: (input, { signal }) => ask(checkPart.parse(input), { ...watch, signal }),
        }),
        attempts: ATTEMPTS,
        isFinal: stopsAllParts,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  type Watch = { signal: AbortSignal; drain: AbortSignal; onTurn: (turn: number) => void };
  async function conduct(...[run, dir, engine, fetchEnded]: Parameters<WorkerTasks["conduct"]>) {
    const queued = readQueuedCheck(dir);
    await fetchEnded(PART_FILES);
    const harness = harnessFor(queued.pinned);
    try {
      const plan = planCheck(harness, requestIn(dir, queued), { elsewhere: true });
      const parts = partsOf({ tests: countTests(plan.banks) });
      // A part that ended in this start is not asked again.
      const open = parts.filter((part) => !isAsked(dir, part) || lacksAnswers(dir, part));
      if (open.length > 0 && hasDocuments(plan)) await embed(run, dir, { harness, plan });
      const over = new AbortController();
      let crash: HarnessError | undefined;
      const { endedBy } = await engine.run(
        { name: "check-part", run: () => Promise.reject(new Error("Workers run the parts.")) },
        open.map((input) => ({ id: input.sessionId, input })),
        {
          concurrency: Infinity,
          attempts: ATTEMPTS,
          isFinal: stopsAllParts,
          signal: over.signal,
          onEnd: (end) => {
            if (!("error" in end) || end.attempts === 0) return;
            // A result needs all of them.
            crash ??= end.error;
            over.abort();
          },
        },
      );
      if (crash ?? endedBy) return crash ?? endedBy;
      // One part was retried; others are still missing.
      if (!parts.every((part) => isAsked(dir, part))) return undefined;
      await sumUp(dir, { harness, plan, parts });
      return undefined;
    } finally {
      await harness.close();
    }
  }

  /** Once for all parts, under the lease of the coordinator. */
  async function embed(
    run: RunRow,
    dir: string,
    { harness, plan }: { harness: Harness; plan: CheckPlan },
  ): Promise<void> {
    requireCheckKeys(harness, plan);
    const budget = moneyOf(run);
    const own = await harness.openRun(join(dir, DOCUMENTS), { budget });
    try {
      await embedDocuments(own.gateway, { kb: plan.kb!, embedder: plan.models.embedder });
    } finally {
      await own.close();
      await budget[Symbol.asyncDispose]?.();
    }
  }
}

/** Writes results and report, from what the parts were answered. */
async function sumUp(
  dir: string,
  { harness, plan, parts }: { harness: Harness; plan: CheckPlan; parts: readonly CheckPart[] },
): Promise<void> {
  const { at, request, budget: cap, isUnpriced } = readQueuedCheck(dir);
  const asked = parts.map((part) => readPart(dir, part));
  const fold = createFold();
  for (const folder of [join(dir, DOCUMENTS), ...parts.map((part) => partDir(dir, part))]) {
    const path = join(folder, JOURNAL_FILE);
    if (exists(path)) foldJournal(path, { onto: fold });
  }
  const [{ facts }] = asked as [(typeof asked)[number]];
  const results = checkResultsOf({
    ...plan,
    ...(request.metrics && { metrics: request.metrics }),
    asked: {
      tests: mechanism.options.flatMap((name) =>
        asked.flatMap(({ tests }) => tests.filter((test) => test.mechanism === name)),
      ),
      byBuiltIn: mechanism.options.filter((name) => asked.some(({ byBuiltIn }) => byBuiltIn.includes(name))),
    },
    facts,
    reader: plan.reader?.label,
    repeat: request.repeat,
    damage: asked.flatMap(({ damage }) => damage),
    standIns: standInsIn(plan),
    totals: fold.totals(),
    timestamp: at,
    durationMs: harness.clock.date().getTime() - Date.parse(at),
  });
  const said = notesOn(plan, { cap, facts, isUnpriced });
  await writeChecked(dir, { results, ...said, report: checkReport(results, { notes: said.notes }) });
}

const hasDocuments = ({ kind, banks }: CheckPlan): boolean =>
  kind === "built-in" && banks.semantic !== undefined;

/** The banks with only the tests of a part. */
function banksOf(banks: Banks, { from, to }: CheckPart): Banks {
  const { dir, rules, stateRules, names } = banks;
  const own = Map.groupBy([...inTurn(banks)].slice(from, to), ([name]) => name);
  const tests = [...own].map(([name, places]) => [name, places.map(([, at]) => banks[name]![at]!)]);
  return {
    dir,
    ...(rules && { rules }),
    ...(stateRules && { stateRules }),
    ...(names && { names }),
    ...Object.fromEntries(tests),
  };
}
