/** The parts of a check, resolved before the first call: banks, knowledge base, expectations, target and models. */
import { createHash } from "node:crypto";
import { mechanism, type Mechanism, type PatternType, type RetrievalSettings } from "../../contract/index.ts";
import { requireBareAddress, isAddress, isFunction, withoutKey } from "../../kernel/addresses/index.ts";
import { about, causedBy, HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import {
  createCasting,
  createCatalog,
  hasOfflineEmbeddings,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { shortList } from "../../kernel/report/index.ts";
import type { Harness, HarnessOptions } from "../../kernel/run/index.ts";
import { readText } from "../../kernel/store/index.ts";
import { banksIn, checkBanks, historyPath, loadBanks, testsOf, type Banks } from "../banks.ts";
import { loadHistory, resolveExpectations, type Resolved } from "../expectations/index.ts";
import { findFolders, requireKb } from "../find-folders.ts";
import { loadKb, type Kb } from "../kb.ts";
import { CANDIDATES, TOP_K } from "../mechanisms/index.ts";
import {
  givenFunctions,
  NO_EMBEDDER,
  readService,
  type GivenFunctions,
  type Service,
} from "../target/index.ts";
import type { Scope } from "./summarise.ts";

export type CheckRequest = {
  testBanks: string;
  /** The folder of the knowledge base; absent if an external target has its own. */
  kb?: string;
  banks?: readonly Mechanism[];
  selection?: Selection;
  /** `built-in`, `offline`, an address, or the path of a target file or a module. */
  target?: string;
  embedder?: string;
  reranker?: string;
  /** Read the target's answers: with this model, or with the role's. */
  answers?: { reader?: string };
  topK?: number;
  candidates?: number;
  /** In USD. Default: the resumed run's budget, or the settings'. */
  budget?: number;
  /** Discard a stopped run instead of resuming it. */
  fresh?: boolean;
  /** How often each test is asked. Not part of the key: a stopped run keeps its attempts. */
  repeat?: number;
  /** The target always gives the same answer. */
  deterministic?: boolean;
  /** The folder of results. The journal of a stopped run stays there to be resumed. */
  results: string;
};

export type Selection = { testIds?: readonly string[]; topic?: string; patternType?: PatternType };

/** Valid and complete: nothing about the banks can fail later. */
export type CheckPlan = {
  banks: Banks;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  models: { embedder?: ResolvedModel | undefined; reranker: ResolvedModel };
  /** Reads answers, if they are read. */
  reader?: ResolvedModel;
  /** Those of the models that are called, by their roles. */
  called: Array<{ role: "embedder" | "reranker" | "reader"; model: ResolvedModel }>;
  /** Everything available, besides what is run. */
  scope: Scope;
  /** On files that were read leniently. */
  warnings: readonly string[];
  target: string;
  kind: TargetKind;
  /** The target file, read. */
  service?: Service;
  /** What a program gave as the target. */
  given?: GivenFunctions | undefined;
  /** Identifies the check: a stopped run is found by it. */
  key: string;
};

export const OFFLINE = "offline";
export const BUILT_IN = "built-in";

/** What a caller may override in the settings. */
export type CheckOverrides = {
  target?: string;
  kb?: string;
  testBanks?: string;
  results?: string;
};

export function checkRequest(
  settings: RetrievalSettings,
  overrides: CheckOverrides = {},
): CheckRequest & { target: string } {
  const {
    target = settings.target,
    kb = settings.kb,
    testBanks = settings.testBanks,
    results = settings.results,
  } = overrides;
  const folders = findFolders({ kb, testBanks });
  return {
    testBanks: folders.testBanks,
    kb: folders.kb,
    target,
    topK: settings.topK,
    candidates: settings.candidates,
    results,
    deterministic: settings.deterministic,
  };
}

/** One request may travel longer than the next: servers saw up to 33 ms less than the time between two sends. */
const TRAVEL = 1.04;

/** Reranking calls are spaced, unless the settings say otherwise. */
export function withSpacedReranking<Given extends Pick<HarnessOptions, "settings" | "oneKey" | "origin">>(
  config: Given,
): Given {
  const { settings, oneKey, origin } = config;
  const { models, via, roles } = settings;
  const model = createCasting({
    catalog: createCatalog({ models, via, origin }),
    roles,
    oneKey,
  }).modelFor("reranker", {});
  if (model.provider === "house") return config;
  const spaced = {
    spacingMs: Math.ceil(TRAVEL * settings.retrieval.rerankSpacingMs),
    ...settings.limits[model.label],
  };
  return { ...config, settings: { ...settings, limits: { ...settings.limits, [model.label]: spaced } } };
}

/** Keys and variables may be missing: `requireCheckKeys` tells. */
export function planCheck(harness: Harness, request: CheckRequest): CheckPlan {
  const { target = BUILT_IN, selection = {} } = request;
  const { retrieval } = harness.settings;
  const usual = checkRequest(retrieval);
  const ofSetting = <Value>(option: "target" | "kb" | "testBanks", work: () => Value): Value => {
    const isSet = retrieval[option] !== undefined && request[option] === usual[option];
    return causedBy(isSet ? harness.origin("retrieval", option) : undefined, () => about(option, work));
  };
  const kind = ofSetting("target", () => kindOf(target));
  const service =
    kind === "service"
      ? ofSetting("target", () => readService(target, { variable: harness.variable, offline: true }))
      : undefined;
  // A recording answers in its place.
  const given =
    kind === "function" && !harness.recordings.offline
      ? givenFunctions(target, harness.functions.get(target, "target"))
      : undefined;
  const asked = request.banks ?? banksFor(selection);
  const offline = target === OFFLINE;
  const ownPipeline = kind === "built-in";
  const warnings: string[] = [];
  const onWarning = (warning: string) => void warnings.push(warning);
  const all = ofSetting("testBanks", () =>
    loadBanks(request.testBanks, { which: asked, required: request.banks !== undefined, onWarning }),
  );
  const folder = ownPipeline ? requireKb({ kb: request.kb, testBanks: request.testBanks }) : request.kb;
  const kb = folder === undefined ? undefined : ofSetting("kb", () => loadKb(folder, { onWarning }));
  const expectations = resolveExpectations(
    all.semantic ?? [],
    loadHistory(historyPath(request.testBanks), onWarning),
  );
  const unknown = new Set<string>();
  checkBanks(
    all,
    { kb, expectationsOf: (test) => expectations.get(test.test_id)!.expectations },
    ownPipeline ? undefined : (id) => unknown.add(id),
  );
  if (unknown.size > 0)
    warnings.push(`${folder} does not have all documents that the tests name: ${shortList([...unknown])}`);
  const banks = isSelective(selection) ? selectTests(all, selection) : all;
  const { embedder } = harness.settings.roles;
  const offlineEmbedder = embedder === NO_EMBEDDER ? NO_EMBEDDER : "house-embedding";
  const models = {
    embedder: embedderFor(harness, request.embedder ?? (offline ? offlineEmbedder : embedder)),
    reranker: harness.casting.modelFor("reranker", {
      asked: request.reranker ?? (offline ? "house" : undefined),
    }),
  };
  const reader = request.answers && readerFor(harness, { ...request.answers, target, kind });
  const { embedder: calledEmbedder, reranker } = models;
  const called: CheckPlan["called"] = [];
  if (ownPipeline && banks.semantic) {
    if (calledEmbedder) called.push({ role: "embedder", model: calledEmbedder });
    called.push({ role: "reranker", model: reranker });
  }
  if (reader) called.push({ role: "reader", model: reader });
  const scope: Scope = {
    banks: banksIn(request.testBanks),
    selected: isSelective(selection),
  };
  const plan = {
    banks,
    kb,
    expectations,
    models,
    reader,
    called,
    scope,
    target,
    kind,
    service,
    given,
    warnings,
  };
  return { ...plan, key: keyOf(plan, request, contentOf(plan)) };
}

/** Undefined: documents are found by words alone, as requested or for lack of the optional packages. */
function embedderFor(harness: Harness, asked: string | undefined): ResolvedModel | undefined {
  if (asked === NO_EMBEDDER) return undefined;
  const model = harness.casting.modelFor("embedder", { asked });
  return model.provider === "house" && !hasOfflineEmbeddings() ? undefined : model;
}

const pipelineModels = ({ embedder, reranker }: CheckPlan["models"]): ResolvedModel[] =>
  embedder ? [embedder, reranker] : [reranker];

/** Refuses a check that lacks a key, or a variable that its target file names. */
export function requireCheckKeys(
  harness: Harness,
  { kind, target, called }: Pick<CheckPlan, "kind" | "target" | "called">,
): void {
  if (kind === "service")
    readService(target, { variable: harness.variable, offline: harness.recordings.offline });
  harness.requireReady(called);
}

function readerFor(
  harness: Harness,
  { reader, target, kind }: { reader?: string; target: string; kind: TargetKind },
): ResolvedModel {
  const model = harness.casting.modelFor("reader", { asked: reader });
  const isReader = model.provider !== "house" && model.kind === "language";
  if (isReader && kind !== "built-in") return model;
  throw new HarnessError({
    code: "bad-combination",
    option: "answers",
    message: isReader
      ? `${optionText("answers")} needs a target that answers questions; ${target} only retrieves.`
      : `${model.label} cannot read answers.`,
    remedy: isReader
      ? `Name your own system with ${optionText("target")}, or leave out ${optionText("answers")}.`
      : `Name a language model: ${optionText("answers", "MODEL")}.`,
  });
}

/** What a target is, by its name: nothing else in the source looks at it. */
type TargetKind = "built-in" | "http" | "service" | "module" | "function";

/** Refuses what no check could use, before one is asked for. */
export function requireTarget(target: string, { variable }: Pick<Harness, "variable">): void {
  const kind = kindOf(target);
  if (kind === "service") readService(target, { variable, offline: true });
  contentOf({ target, kind, given: undefined });
}

function kindOf(target: string): TargetKind {
  if (target === BUILT_IN || target === OFFLINE) return "built-in";
  if (isAddress(target)) {
    if (URL.canParse(requireBareAddress(target))) return "http";
    throw new HarnessError({
      code: "bad-value",
      option: "target",
      message: `The target "${target}" is not a valid address.`,
      remedy: "Write it as http://HOST:PORT/PATH.",
    });
  }
  if (isFunction(target)) return "function";
  if (/\.[cm]?[jt]s$/.test(target)) return "module";
  if (/\.(ya?ml|json)$/.test(target)) return "service";
  const hint = /^[\w.-]+:\d+(\/|$)/.test(target)
    ? `Did you mean http://${withoutKey(target)}?`
    : suggestion(target, [BUILT_IN, OFFLINE]);
  throw new HarnessError({
    code: "unknown-name",
    option: "target",
    message: `Unknown target "${withoutKey(target)}". ${hint}`.trimEnd(),
    remedy: `Use ${BUILT_IN}, ${OFFLINE}, an address (http://…), a target file (./my-rag.yaml), or a module (./my-rag.ts).`,
  });
}

/** An edited module, function or file is another system: earlier answers must not be mixed with its own. */
function contentOf({
  target,
  kind,
  given,
}: Pick<CheckPlan, "target" | "kind" | "given">): string | undefined {
  if (kind === "function") return given?.text;
  return kind === "built-in" || kind === "http" ? undefined : about("target", () => readText(target));
}

/** A topic or a pattern type say which bank is needed. */
function banksFor({ testIds, topic, patternType }: Selection): readonly Mechanism[] {
  const given = Object.entries({ test: testIds, topic, patternType }).flatMap(([name, value]) =>
    value === undefined ? [] : [optionText(name)],
  );
  if (given.length > 1)
    throw new HarnessError({
      code: "bad-combination",
      message: `${given.join(" and ")} cannot be used together.`,
      remedy: "Give only one of them.",
    });
  return patternType ? ["pattern"] : topic ? ["semantic"] : mechanism.options;
}

/** The same for the same tests, expectations, target and models. */
function keyOf(
  { banks, kb, expectations, models, reader, target }: Omit<CheckPlan, "key">,
  { topK = TOP_K, candidates = CANDIDATES }: CheckRequest,
  module: string | undefined,
): string {
  const hash = createHash("sha256");
  hash.update(
    JSON.stringify({
      dir: banks.dir,
      rules: banks.rules,
      stateRules: banks.stateRules,
      kb: kb?.hash,
      models: pipelineModels(models).map(({ label }) => label),
      // Another query may reach another system.
      target,
      module,
      topK,
      candidates,
      reader: reader?.label,
    }),
  );
  // One by one: ten thousand tests in one string would dominate memory.
  for (const name of mechanism.options)
    for (const test of banks[name] ?? []) hash.update(JSON.stringify([name, test]));
  for (const { expectations: today } of expectations.values()) hash.update(JSON.stringify(today));
  return hash.digest("hex").slice(0, 16);
}

const isSelective = ({ testIds, topic, patternType }: Selection): boolean =>
  testIds !== undefined || topic !== undefined || patternType !== undefined;

/** The banks with only the selected tests. A selection without any test is a mistake. */
function selectTests(banks: Banks, { testIds, topic, patternType }: Selection): Banks {
  const option = testIds ? "test" : topic === undefined ? "patternType" : "topic";
  const wanted = testIds ?? [topic ?? patternType!];
  // Only semantic tests have topics, and only pattern tests have a pattern type.
  const namesOf = (test: { test_id: string; topics?: readonly string[]; pattern_type?: string }) =>
    ({ test: [test.test_id], topic: test.topics ?? [], patternType: [test.pattern_type ?? ""] })[option];
  const known = new Set(mechanism.options.flatMap((name) => testsOf(banks, name).flatMap(namesOf)));
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      option,
      message: `No test for ${optionText(option, unknown)}. ${suggestion(unknown, [...known])}`.trimEnd(),
      remedy: `The bank files have: ${shortList([...known])}.`,
    });
  const picked: Banks = { ...banks };
  const pick = <Name extends Mechanism>(name: Name): void => {
    const tests = testsOf(banks, name).filter((test) => namesOf(test).some((one) => wanted.includes(one)));
    Object.assign(picked, { [name]: tests.length > 0 ? tests : undefined });
  };
  for (const name of mechanism.options) pick(name);
  return picked;
}
