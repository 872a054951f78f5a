/** Runs a planned check in a folder of its own, so that a stopped run is resumed and no completed call is repeated. */
import { dirname, join } from "node:path";
import {
  formatVersion,
  mechanism,
  type CheckResults,
  type Note,
  type Pinned,
  type TestResult,
} from "../../contract/index.ts";
import { notInBudget } from "../../kernel/budget/index.ts";
import { optionText } from "../../kernel/errors/index.ts";
import { lostAtMost, lostNotes, markOf, requireWhole } from "../../kernel/journal/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import {
  lostFromRun,
  pinnedNotes,
  readRunRecord,
  requireAddresses,
  writeRunRecord,
  type Harness,
} from "../../kernel/run/index.ts";
import { exists, makeFolder, move, remove } from "../../kernel/store/index.ts";
import { answerReader } from "../answers/index.ts";
import { countTests } from "../banks.ts";
import type { Target } from "../mechanisms/index.ts";
import {
  builtInRules,
  builtInTarget,
  functionTarget,
  httpTarget,
  moduleTarget,
  runTarget,
} from "../target/index.ts";
import { planCheck, requireCheckKeys, type CheckPlan, type CheckRequest } from "./plan-check.ts";
import { runCheck } from "./run-check.ts";

export type CheckEvents = {
  signal?: AbortSignal;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
  onNote?: (note: string) => void;
  /** An earlier run: a test that passed there and fails now is asked again. */
  baseline?: CheckResults | undefined;
};

export type Checked = {
  results: CheckResults;
  /** Keeps the record of payments, beside the results. */
  keep(stem: string): string;
  drop(): void;
};

/** A check that holds its folder. It runs once, and then releases the folder. */
export type OpenCheck = {
  readonly total: number;
  run(events?: Omit<CheckEvents, "onNote">): Promise<Checked>;
};

export async function check(
  harness: Harness,
  request: CheckRequest,
  { onNote, ...events }: CheckEvents = {},
): Promise<Checked> {
  const plan = planCheck(harness, request);
  requireCheckKeys(harness, plan);
  const open = await openCheck(harness, { request, plan, onNote });
  return open.run(events);
}

/** Takes the folder of a planned check; throws "folder-locked" if the same check is running already. */
export async function openCheck(
  harness: Harness,
  { request, plan, onNote }: { request: CheckRequest; plan: CheckPlan; onNote?: CheckEvents["onNote"] },
): Promise<OpenCheck> {
  const dir = join(request.results, ".running", runName(plan.key, harness));
  if (exists(dir) && request.fresh)
    onNote?.(
      `Discarded a stopped run of the same tests. Its calls are in ${moveToFreeName(dir, join(request.results, "calls_stopped"))}.`,
    );
  if (exists(dir))
    onNote?.(
      `Resuming a stopped run of the same tests: paid calls are not repeated. ${optionText("fresh")} starts over.`,
    );
  const before = readRunRecord(dir);
  const cap = request.budget ?? before?.budget ?? harness.settings.budget;
  const lost = before && lostFromRun(dir, before);
  if (before) {
    requireWhole([lost], { cap, given: request.budget !== undefined });
    requireAddresses(before.pinned, harness);
    for (const note of pinnedNotes(before.pinned, harness.catalog)) onNote?.(note);
  }
  const pinned = before?.pinned ?? harness.pin(plan.called);
  const models = {
    embedder: atPinned(plan.models.embedder, pinned),
    reranker: atPinned(plan.models.reranker, pinned),
  };
  const reader = plan.reader && atPinned(plan.reader, pinned);
  const run = await harness.openRun(dir, { cap, elsewhere: lostAtMost(lost) });
  for (const note of [...lostNotes(lost), ...run.notes]) onNote?.(noteLine(note));
  const mark = () =>
    writeRunRecord(dir, {
      version: formatVersion,
      pinned,
      ...(cap !== undefined && { budget: cap }),
      journal: markOf(run.journal.all(), lost),
    });
  await mark();

  return {
    total: countTests(plan.banks),
    async run({ signal, onResult, baseline } = {}) {
      let marked = harness.clock.now();
      let marking = Promise.resolve();
      let empty = false;
      try {
        const asking = await openAsking(harness, {
          request,
          plan,
          models,
          reader,
          gateway: run.gateway,
          signal,
          onNote,
        });
        const results = await runCheck({
          ...plan,
          ...asking,
          baseline,
          replayed: harness.recordings.manifest !== undefined,
          journal: run.journal,
          notes: [
            ...lostNotes(lost),
            ...run.notes,
            ...notesOn(plan, { cap, isUnpriced: isUnpricedOutside(harness, plan) }),
          ],
          signal,
          onResult: (result, progress) => {
            if (harness.clock.now() - marked >= MARK_EVERY_MS) {
              marked = harness.clock.now();
              marking = marking.then(mark);
              marking.catch(() => {}); // Thrown below.
            }
            onResult?.(result, progress);
          },
        });
        return {
          results,
          keep: (stem) => moveToFreeName(dir, join(request.results, stem)),
          drop: () => remove(dir),
        };
      } catch (error) {
        // A target that never answered leaves nothing to resume.
        const { calls } = run.journal.totals();
        if (calls.completed === 0 && run.journal.atMostSpent() === 0) empty = true;
        throw error;
      } finally {
        try {
          await marking;
          if (!empty) await mark();
        } finally {
          await run.close();
          if (empty) remove(dir);
        }
      }
    },
  };
}

/** Everything with which the tests of a plan are asked. */
async function openAsking(
  harness: Harness,
  {
    request,
    plan,
    models,
    reader,
    gateway,
    signal,
    onNote,
  }: {
    request: CheckRequest;
    plan: CheckPlan;
    models: CheckPlan["models"];
    reader: ResolvedModel | undefined;
    gateway: Gateway;
    signal: AbortSignal | undefined;
    onNote?: CheckEvents["onNote"];
  },
) {
  const target = await openTarget(harness, { request, plan, models, gateway, signal, onNote });
  const builtIn: Target | undefined =
    target.facts.kind === "built-in"
      ? undefined
      : {
          facts: target.facts,
          ...builtInRules({ kb: plan.kb, rules: plan.banks.rules, stateRules: plan.banks.stateRules }),
        };
  return {
    target,
    ...(builtIn && { builtIn }),
    clock: harness.clock,
    ...(request.metrics && { metrics: request.metrics }),
    ...(reader && {
      answers: {
        reader: reader.label,
        read: answerReader({
          gateway,
          reader,
          kb: plan.kb,
          signal,
        }),
      },
    }),
    ...(request.repeat !== undefined && { repeat: request.repeat }),
  };
}

/** On the models and the budget of a plan: names of retired models stand for others. */
const notesOn = (
  { kind, models, banks, target }: CheckPlan,
  { cap, isUnpriced }: { cap: number | undefined; isUnpriced: boolean },
): Note[] => [
  ...(banks.semantic && kind === "built-in" ? Object.values(models) : []).flatMap(
    ({ note, provider }): Note[] =>
      note === undefined || provider === "house" ? [] : [{ code: "other-model", text: note }],
  ),
  ...(cap !== undefined && isUnpriced ? [notInBudget(target)] : []),
];

/** `repeated`: tests that are asked several times. `calls`: requests to the target. */
export type PlannedCheck = { tests: number; repeated: number; calls: number };

/** What `repeat` would ask. Nothing is asked. */
export async function dryCheck(
  harness: Harness,
  { request, plan }: { request: CheckRequest; plan: CheckPlan },
): Promise<PlannedCheck> {
  const { facts } = await openTarget(harness, { request, plan, gateway: {} as Gateway, signal: undefined });
  const { repeat = 1 } = request;
  const tests = countTests(plan.banks);
  const varying = mechanism.options
    .filter((name) => !facts.deterministic?.includes(name))
    .reduce((sum, name) => sum + (plan.banks[name]?.length ?? 0), 0);
  return { tests, repeated: repeat === 1 ? 0 : varying, calls: tests + (repeat - 1) * varying };
}

/** A run from a recording and a live run never resume each other. */
export const runName = (key: string, { recordings }: Pick<Harness, "recordings">): string =>
  recordings.manifest ? `${key}-recorded` : key;

/** How much of a killed run's spending may be missing from its record. */
const MARK_EVERY_MS = 1_000;

/** A budget cannot count what its answers cost. */
function isUnpricedOutside({ catalog }: Harness, { kind, target, service }: CheckPlan): boolean {
  if (kind === "built-in" || kind === "run") return false;
  return catalog.resolve(service?.url ?? target).price === undefined;
}

/** The model at the price from the start of the run. */
function atPinned(model: ResolvedModel, { models }: Pinned): ResolvedModel {
  const entry = models[model.name];
  return entry === undefined ? model : { ...model, price: entry.price };
}

/** The system under test, ready for questions. */
export async function openTarget(
  harness: Harness,
  {
    request: { topK, candidates, deterministic },
    plan,
    models = plan.models,
    gateway,
    signal,
    onNote,
  }: {
    request: CheckRequest;
    plan: CheckPlan;
    models?: CheckPlan["models"] | undefined;
    gateway: Gateway;
    signal: AbortSignal | undefined;
    onNote?: CheckEvents["onNote"];
  },
): Promise<Target> {
  const asked = { gateway, topK, candidates, signal };
  if (plan.kind === "run")
    return runTarget(plan.target, { tests: plan.banks.semantic ?? [], topK, candidates });
  if (plan.kind === "built-in")
    return builtInTarget({
      kb: plan.kb!,
      rules: plan.banks.rules,
      stateRules: plan.banks.stateRules,
      ...models,
      ...asked,
    });
  const outside = {
    ...asked,
    ...(deterministic && { deterministic }),
    timeoutMs: harness.settings.timeoutMs,
    clock: harness.clock,
    onWait: (ms: number) =>
      onNote?.(`Waiting up to ${ms / 1_000} s for the first answer from ${plan.target}.`),
    model: harness.catalog.resolve(plan.service?.url ?? plan.target),
  };
  if (plan.kind === "module") return moduleTarget(plan.target, outside);
  if (plan.kind === "function") return functionTarget(plan.target, plan.given, outside);
  return httpTarget(plan.address, { ...outside, ...(plan.service && { service: plan.service }) });
}

/** The record of payments stays beside the results. */
export function moveToFreeName(from: string, wanted: string): string {
  let to = wanted;
  for (let number = 2; exists(to); number += 1) to = `${wanted}_${number}`;
  makeFolder(dirname(to));
  move(from, to);
  return to;
}
