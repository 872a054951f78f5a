/** Runs a planned check in a folder of its own, so that a stopped run is resumed and no completed call is repeated. */
import { basename, dirname, join } from "node:path";
import { formatVersion, type CheckResults, type Note, type Pinned } from "../../contract/index.ts";
import { withoutKey } from "../../kernel/addresses/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { lostCalls, markOf } from "../../kernel/journal/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import {
  JOURNAL_FILE,
  pinnedNotes,
  readRunRecord,
  requireAddresses,
  writeRunRecord,
  type Harness,
} from "../../kernel/run/index.ts";
import { exists, lockFolder, makeFolder, move, remove } from "../../kernel/store/index.ts";
import { answerReader } from "../answers/index.ts";
import type { Target } from "../mechanisms/index.ts";
import { builtInTarget, functionTarget, httpTarget, moduleTarget } from "../target/index.ts";
import { type CheckPlan, type CheckRequest } from "./plan-check.ts";
import { requestsIn } from "./requests.ts";
import { runCheck, type AskOptions } from "./run-check.ts";

export type CheckEvents = Pick<AskOptions, "baseline" | "signal" | "onBank" | "onResult"> & {
  onNote?: (note: string) => void;
};

export type Checked = {
  results: CheckResults;
  /** Keeps the record of payments, beside the results. */
  keep(stem: string): string;
  drop(): void;
};

type Planned = { request: CheckRequest; plan: CheckPlan };

/** Takes the folder of the check for itself; throws "folder-locked" if the same check is running already. */
export async function runPlannedCheck(
  harness: Harness,
  { request, plan }: Planned,
  { onNote, onResult, ...events }: CheckEvents = {},
): Promise<Checked> {
  const dir = join(request.results, ".running", runName(plan.key, harness));
  if (exists(dir) && request.fresh)
    onNote?.(
      `Discarded a stopped run of the same tests. Its calls are in ${await discard(dir, request, harness)}.`,
    );
  const earlier = exists(dir) ? requestsIn(join(dir, JOURNAL_FILE)) : undefined;
  const before = readRunRecord(dir);
  const cap = request.budget ?? before?.budget ?? harness.settings.budget;
  const lost = lostCalls(join(dir, JOURNAL_FILE), before?.journal);
  if (lost) throw lost;
  if (before) requireAddresses(before.pinned, harness);
  const pinned = before?.pinned ?? harness.pin(plan.called.map(({ model }) => model));
  const models = {
    embedder: plan.models.embedder && atPinned(plan.models.embedder, pinned),
    reranker: atPinned(plan.models.reranker, pinned),
  };
  const reader = plan.reader && atPinned(plan.reader, pinned);
  const { gateway, journal, notes, close } = await harness.openRun(dir, { cap });
  if (earlier)
    onNote?.(`Resuming a stopped run of the same tests: what it answered is not asked again. ${STARTS_OVER}`);
  for (const note of pinnedNotes(pinned, harness.catalog)) onNote?.(note);
  for (const note of notes) onNote?.(noteLine(note));
  const mark = () =>
    writeRunRecord(dir, {
      version: formatVersion,
      pinned,
      budget: cap,
      journal: markOf(journal.all()),
    });
  await mark();
  let marked = harness.clock.now();
  let marking = Promise.resolve();
  let empty = false;
  try {
    const { signal } = events;
    const results = await runCheck({
      ...plan,
      ...events,
      target: await openTarget(harness, { request, plan: { ...plan, models }, gateway, signal }),
      clock: harness.clock,
      answers: reader && {
        reader: reader.label,
        read: answerReader({ gateway, reader, kb: plan.kb, signal }),
      },
      repeat: request.repeat,
      earlier,
      replayed: harness.recordings.manifest !== undefined,
      journal,
      notes: [...notes, ...notesOn(plan)],
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
    empty = journal.totals().calls.completed === 0 && journal.atMostSpent() === 0;
    const isStopped = error instanceof HarnessError && error.code === "interrupted";
    if (!isStopped || empty) throw error;
    const { message } = error.unspelled;
    const remedy = `Repeat the command to resume: answers so far are kept. ${STARTS_OVER}`;
    throw new HarnessError({ code: "interrupted", message, remedy, exit: 130 });
  } finally {
    try {
      await marking;
      if (!empty) await mark();
    } finally {
      await close();
      if (empty) remove(dir);
    }
  }
}

const STARTS_OVER = `${optionText("fresh")} asks everything again.`;

/** Throws "folder-locked" if the run has not stopped. */
async function discard(
  dir: string,
  { results }: CheckRequest,
  { clock }: Pick<Harness, "clock">,
): Promise<string> {
  const { path } = await lockFolder(dir, { clock });
  const to = moveToFreeName(dir, join(results, "calls_stopped"));
  remove(join(to, basename(path)));
  return to;
}

/** On the models of a plan: names of retired models stand for others. */
const notesOn = ({ called, warnings }: CheckPlan): Note[] => [
  ...called.flatMap(({ model: { note, provider } }): Note[] =>
    note === undefined || provider === "house" ? [] : [{ code: "other-model", text: note }],
  ),
  ...warnings.map((text): Note => ({ code: "read-leniently", text })),
];

/** A run from a recording and a live run never resume each other. */
const runName = (key: string, { recordings }: Pick<Harness, "recordings">): string =>
  recordings.manifest ? `${key}-recorded` : key;

/** How much of a killed run's spending may be missing from its record. */
const MARK_EVERY_MS = 1_000;

/** The model at the price from the start of the run. */
function atPinned(model: ResolvedModel, { models }: Pinned): ResolvedModel {
  const entry = models[model.name];
  return entry === undefined ? model : { ...model, price: entry.price };
}

/** The system under test. */
async function openTarget(
  harness: Harness,
  {
    request: { topK, candidates, deterministic },
    plan,
    gateway,
    signal,
  }: Planned & { gateway: Gateway; signal: AbortSignal | undefined },
): Promise<Target> {
  const { kind, kb, models, given, service } = plan;
  const { rules, stateRules } = plan.banks;
  const asked = { gateway, topK, candidates, signal };
  if (kind === "built-in")
    return builtInTarget({
      kb: kb!,
      messages: (plan.banks.semantic ?? []).map(({ prompt }) => prompt),
      rules,
      stateRules: stateRules!,
      ...models,
      ...asked,
    });
  const options = {
    ...asked,
    deterministic,
    timeoutMs: harness.settings.timeoutMs,
    model: harness.catalog.resolve(withoutKey(service?.url ?? plan.target)),
  };
  if (kind === "module") return moduleTarget(plan.target, options);
  if (kind === "function") return functionTarget(plan.target, given, options);
  return httpTarget(plan.target, { ...options, service });
}

/** The record of payments stays beside the results. */
export function moveToFreeName(from: string, wanted: string): string {
  let to = wanted;
  for (let number = 2; exists(to); number += 1) to = `${wanted}_${number}`;
  makeFolder(dirname(to));
  move(from, to);
  return to;
}
