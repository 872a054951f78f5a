import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  mechanism,
  type CheckResults,
  type Mechanism,
  type Pinned,
  type TestResult,
} from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import { lostAtMost, lostText, markOf, requireWhole } from "../../kernel/journal/index.ts";
import {
  lostFromRun,
  pinnedNotes,
  readRunRecord,
  requireAddresses,
  writeRunRecord,
  type Harness,
} from "../../kernel/run/index.ts";
import { fileError, makeFolder } from "../../kernel/store/index.ts";
import { checkBanks, historyPath, loadBanks, type Banks } from "../bank/index.ts";
import { loadHistory, resolveExpectations, type Resolved } from "../expectations/index.ts";
import { requireKb } from "../find-folders.ts";
import { loadKb, type Kb } from "../kb/index.ts";
import {
  builtInRules,
  builtInTarget,
  CANDIDATES,
  httpTarget,
  moduleTarget,
  TOP_K,
  type Target,
} from "../target/index.ts";
import { runCheck } from "./run-check.ts";
import { bankOf, isSelective, selectTests, type Selection } from "./select-tests.ts";

export type CheckWish = {
  /** The folder of the banks. */
  testBanks: string;
  /** The folder of the knowledge base; absent where a foreign target brings its own. */
  kb?: string;
  banks?: readonly Mechanism[];
  selection?: Selection;
  /** `built-in`, `offline`, an address, or the path of a module. */
  target?: string;
  embedder?: string;
  reranker?: string;
  topK?: number;
  candidates?: number;
  /** Earlier answers to identical requests will do. */
  cached?: boolean;
  /** The most to spend, in USD; otherwise what a run that was stopped had, or the settings'. */
  budget?: number;
  /** A run that was stopped is put away instead of taken up. */
  fresh?: boolean;
  /** The folder in which results are kept; the journal of a run that was stopped waits there. */
  results: string;
};

export type CheckEvents = {
  signal?: AbortSignal;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
  onNote?: (note: string) => void;
};

/** Everything that a run is made of, checked before the first call. */
export type CheckPlan = {
  banks: Banks;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  models: { embedder: ResolvedModel; reranker: ResolvedModel };
  /** Those of them that are called. */
  called: ResolvedModel[];
  filtered: boolean;
  target: string;
  /** The same for the same question: what was stopped is found by it. */
  key: string;
};

export type Checked = {
  results: CheckResults;
  notes: string[];
  /** Keeps the record of what was paid, beside the results. */
  keep(stem: string): string;
  drop(): void;
};

/** A run whose folder is ours. It is run once, and lets go of the folder then. */
export type OpenCheck = {
  readonly total: number;
  run(events?: Omit<CheckEvents, "onNote">): Promise<Checked>;
};

export const OFFLINE = "offline";
export const BUILT_IN = "built-in";

export function planCheck(harness: Harness, wish: CheckWish): CheckPlan {
  const { target = BUILT_IN, selection = {} } = wish;
  checkTarget(target);
  const asked = wish.banks ?? banksFor(selection);
  const offline = target === OFFLINE;
  const ownPipeline = target === BUILT_IN || offline;
  const folder = ownPipeline ? requireKb({ kb: wish.kb, testBanks: wish.testBanks }) : wish.kb;
  const kb = folder === undefined ? undefined : loadKb(folder);
  const all = loadBanks(wish.testBanks, { which: asked, required: wish.banks !== undefined });
  const expectations = resolveExpectations(all.semantic ?? [], loadHistory(historyPath(wish.testBanks)));
  checkBanks(all, { kb, expectationsOf: (test) => expectations.get(test.test_id)!.expectations });
  const banks = isSelective(selection) ? selectTests(all, selection) : all;
  const models = {
    embedder: harness.casting.modelFor("embedder", {
      asked: wish.embedder ?? (offline ? "house-embedding" : undefined),
    }),
    reranker: harness.casting.modelFor("reranker", {
      asked: wish.reranker ?? (offline ? "house" : undefined),
    }),
  };
  if (ownPipeline && banks.semantic) {
    harness.requireReady([
      { model: models.embedder, role: "embedder" },
      { model: models.reranker, role: "reranker" },
    ]);
  }
  const called = ownPipeline && banks.semantic ? [models.embedder, models.reranker] : [];
  const plan = { banks, kb, expectations, models, called, filtered: isSelective(selection), target };
  return { ...plan, key: keyOf(plan, wish) };
}

function checkTarget(target: string): void {
  if (isAddress(target) && !URL.canParse(target))
    throw new HarnessError({
      code: "bad-target",
      message: `The target "${target}" is not a valid address.`,
      remedy: "Write it as http://HOST:PORT/PATH.",
    });
  if (target === BUILT_IN || target === OFFLINE || isAddress(target) || /\.[cm]?[jt]s$/.test(target)) return;
  throw new HarnessError({
    code: "unknown-target",
    message: [`There is no target "${target}".`, suggestion(target, [BUILT_IN, OFFLINE])]
      .filter(Boolean)
      .join(" "),
    remedy: `Give ${BUILT_IN}, ${OFFLINE}, an address (http://…), or the path of a module (./my-rag.ts).`,
  });
}

const isAddress = (target: string): boolean => /^https?:\/\//.test(target);

/** A module that was edited is another system: its answers must not be mixed with those of before. */
function contentOf(target: string): string | undefined {
  if (target === BUILT_IN || target === OFFLINE || isAddress(target)) return undefined;
  try {
    return readFileSync(target, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path: target });
  }
}

/** One test names its own bank. */
function banksFor({ testIds, topic, patternType }: Selection): readonly Mechanism[] {
  const given = [testIds && "--test", topic && "--topic", patternType && "--pattern-type"].filter(
    (flag) => flag !== undefined && flag !== "",
  );
  if (given.length > 1)
    throw new HarnessError({
      code: "bad-selection",
      message: `${given.join(" and ")} cannot be had together.`,
      remedy: "Give one of them.",
    });
  if (patternType) return ["pattern"];
  if (topic) return ["semantic"];
  const banks = (testIds ?? []).map(bankOf);
  return testIds && banks.every((bank) => bank !== undefined)
    ? [...new Set(banks as Mechanism[])]
    : mechanism.options;
}

/** Runs the banks. A run that was killed is taken up by the next one that asks for the same: no completed call is repeated. */
export async function check(
  harness: Harness,
  wish: CheckWish,
  { onNote, ...events }: CheckEvents = {},
): Promise<Checked> {
  const open = await openCheck(harness, { wish, plan: planCheck(harness, wish), onNote });
  return open.run(events);
}

/** Takes the folder of a planned run; throws "folder-locked" where the same question is being asked already. */
export async function openCheck(
  harness: Harness,
  { wish, plan, onNote }: { wish: CheckWish; plan: CheckPlan; onNote?: CheckEvents["onNote"] },
): Promise<OpenCheck> {
  const dir = join(wish.results, ".running", runName(plan.key, harness));
  if (existsSync(dir) && wish.fresh)
    onNote?.(
      `Discarded a stopped run of the same tests. Its calls are in ${moveTo(dir, join(wish.results, "calls_stopped"))}.`,
    );
  if (existsSync(dir))
    onNote?.("Resuming a stopped run of the same tests: paid calls are not repeated. --fresh starts over.");
  const before = readRunRecord(dir);
  const cap = wish.budget ?? before?.budget ?? harness.settings.budget;
  const lost = before && lostFromRun(dir, before);
  if (before) {
    requireWhole([lost], { cap, given: wish.budget !== undefined });
    requireAddresses(before.pinned, harness.addressOf);
    for (const note of pinnedNotes(before.pinned, harness.catalog)) onNote?.(note);
  }
  const pinned = before?.pinned ?? harness.pin(plan.called);
  const models = {
    embedder: atPinned(plan.models.embedder, pinned),
    reranker: atPinned(plan.models.reranker, pinned),
  };
  const run = await harness.openRun(dir, { cap, elsewhere: lostAtMost(lost) });
  for (const note of [...(lost ? [lostText(lost)] : []), ...run.damage, ...run.notes]) onNote?.(note);
  const mark = () =>
    writeRunRecord(dir, {
      version: 1,
      pinned,
      ...(cap !== undefined && { budget: cap }),
      journal: markOf(run.journal.all(), lost),
    });
  await mark();

  return {
    total: (["semantic", "state", "pattern", "always"] as const).reduce(
      (sum, bank) => sum + (plan.banks[bank]?.length ?? 0),
      0,
    ),
    async run({ signal, onResult } = {}) {
      let marked = harness.clock.now();
      let marking = Promise.resolve();
      let empty = false;
      try {
        const target = await openTarget(harness, {
          wish,
          plan,
          models,
          gateway: run.gateway,
          signal,
          onNote,
        });
        const builtIn =
          target.facts.kind === "built-in"
            ? undefined
            : { facts: target.facts, ...builtInRules({ kb: plan.kb, rules: plan.banks.rules }) };
        const results = await runCheck({
          ...plan,
          target,
          ...(builtIn && { builtIn }),
          journal: run.journal,
          damage: run.damage,
          standIns: standInsIn(plan),
          clock: harness.clock,
          signal,
          onResult: (result, progress) => {
            if (harness.clock.now() - marked >= MARK_EVERY_MS) {
              marked = harness.clock.now();
              marking = marking.then(mark);
              marking.catch(() => {}); // Told below.
            }
            onResult?.(result, progress);
          },
        });
        return {
          results,
          notes: [...(lost ? [lostText(lost)] : []), ...(plan.banks.semantic ? target.facts.notes : [])],
          keep: (stem) => moveTo(dir, join(wish.results, stem)),
          drop: () => rmSync(dir, { recursive: true, force: true }),
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
          if (empty) rmSync(dir, { recursive: true, force: true });
        }
      }
    },
  };
}

/** What is played from a recording is no part of a run that asks: neither takes the other up. */
export const runName = (key: string, { recordings }: Pick<Harness, "recordings">): string =>
  recordings.manifest ? `${key}-recorded` : key;

/** How much of a killed run's spending its record may not know. */
const MARK_EVERY_MS = 1_000;

/** The model at the price that the run began with. */
function atPinned(model: ResolvedModel, { models }: Pinned): ResolvedModel {
  const entry = models[model.name];
  return entry === undefined ? model : { ...model, price: entry.price };
}

/** The system under test, ready to be asked. */
export async function openTarget(
  harness: Harness,
  {
    wish: { topK, candidates, cached },
    plan,
    models = plan.models,
    gateway,
    signal,
    onNote,
  }: {
    wish: CheckWish;
    plan: CheckPlan;
    models?: CheckPlan["models"];
    gateway: Gateway;
    signal: AbortSignal | undefined;
    onNote?: CheckEvents["onNote"];
  },
): Promise<Target> {
  const asked = { gateway, topK, candidates, cached, signal };
  if (plan.target === BUILT_IN || plan.target === OFFLINE)
    return builtInTarget({ kb: plan.kb!, rules: plan.banks.rules, ...models, ...asked });
  const outside = {
    ...asked,
    timeoutMs: harness.settings.timeoutMs,
    clock: harness.clock,
    onWait: (ms: number) =>
      onNote?.(`Waiting for the first answer of ${plan.target}, at most ${ms / 1_000} s.`),
    model: harness.catalog.resolve(plan.target),
  };
  return isAddress(plan.target) ? httpTarget(plan.target, outside) : moduleTarget(plan.target, outside);
}
/** Models of the built-in pipeline whose names another model stands for, as the catalog says. */
const standInsIn = ({ target, models, banks }: CheckPlan): string[] =>
  banks.semantic && (target === BUILT_IN || target === OFFLINE)
    ? Object.values(models).flatMap(({ note, provider }) =>
        note === undefined || provider === "house" ? [] : [note],
      )
    : [];

/** The same for the same question: texts, expectations, target and models. */
function keyOf(
  { banks, kb, expectations, models, target }: Omit<CheckPlan, "key">,
  { topK = TOP_K, candidates = CANDIDATES, cached = false }: CheckWish,
): string {
  const hash = createHash("sha256");
  hash.update(
    JSON.stringify({
      dir: banks.dir,
      rules: banks.rules,
      kb: kb?.hash,
      models: [models.embedder.label, models.reranker.label],
      target,
      module: contentOf(target),
      topK,
      candidates,
      cached,
    }),
  );
  // One by one: ten thousand tests in one text would be the largest thing in memory.
  for (const mechanism of ["semantic", "state", "pattern", "always"] as const)
    for (const test of banks[mechanism] ?? []) hash.update(JSON.stringify([mechanism, test]));
  for (const { expectations: today } of expectations.values()) hash.update(JSON.stringify(today));
  return hash.digest("hex").slice(0, 16);
}

/** What was paid stays on record beside the results. */
function moveTo(from: string, wanted: string): string {
  let to = wanted;
  for (let number = 2; existsSync(to); number += 1) to = `${wanted}_${number}`;
  makeFolder(dirname(to));
  try {
    renameSync(from, to);
  } catch (error) {
    throw fileError(error, { doing: "move the calls to", path: to });
  }
  return to;
}
