/** The parts of a check, resolved before the first call: banks, knowledge base, expectations, target and models. */
import { createHash } from "node:crypto";
import {
  mechanism,
  type Mechanism,
  type MetricsMethod,
  type PatternType,
  type RetrievalSettings,
} from "../../contract/index.ts";
import {
  addressLabel,
  hasKey,
  isAddress,
  isFunction,
  keepAddressOut,
  withoutKey,
} from "../../kernel/addresses/index.ts";
import { about, causedBy, HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import { createCasting, createCatalog, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness, HarnessOptions } from "../../kernel/run/index.ts";
import { chosenBy } from "../../kernel/settings/index.ts";
import { fileInfo, readText } from "../../kernel/store/index.ts";
import { banksIn, checkBanks, countTests, historyPath, loadBanks, testsOf, type Banks } from "../banks.ts";
import { loadHistory, resolveExpectations, type Resolved } from "../expectations/index.ts";
import { findFolders, requireKb } from "../find-folders.ts";
import { loadKb, type Kb } from "../kb.ts";
import { CANDIDATES, mechanismOfId, TOP_K } from "../mechanisms/index.ts";
import { givenFunctions, readService, type GivenFunctions, type Service } from "../target/index.ts";
import type { Scope } from "./summarise.ts";

export type CheckRequest = {
  testBanks: string;
  /** The folder of the knowledge base; absent if an external target has its own. */
  kb?: string;
  banks?: readonly Mechanism[];
  selection?: Selection;
  /** `built-in`, `offline`, an address, or the path of a target file, a module or a TREC run. */
  target?: string;
  /** The address with its key, if the target is an address that holds one. Never stored. */
  address?: string;
  embedder?: string;
  reranker?: string;
  /** Read the target's answers: with this model, or with the role's. */
  answers?: { reader?: string };
  topK?: number;
  candidates?: number;
  /** How ranking metrics are cut and averaged. Answers do not depend on it, so it is not part of the key. */
  metrics?: MetricsMethod;
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
  models: { embedder: ResolvedModel; reranker: ResolvedModel };
  /** Reads answers, if they are read. */
  reader?: ResolvedModel;
  /** Those of the models that are called. */
  called: ResolvedModel[];
  /** Everything available, besides what is run. */
  scope: Scope;
  target: string;
  /** Where it is called: the target with its key, if it is an address that holds one. */
  address: string;
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
    target: addressLabel(target),
    ...(hasKey(target) && { address: target }),
    topK: settings.topK,
    candidates: settings.candidates,
    metrics: settings.metrics,
    results,
    ...(settings.deterministic && { deterministic: true }),
  };
}

/** Reranking calls are spaced, unless the settings say otherwise. */
export function withSpacedReranking<Given extends Pick<HarnessOptions, "settings" | "oneKey" | "origin">>(
  config: Given,
  reranker: string | undefined,
): Given {
  const { settings, oneKey, origin } = config;
  const { models, via, roles } = settings;
  const model = createCasting({
    catalog: createCatalog({
      models,
      via,
      origin,
      chosenBy: (model) => chosenBy(model, { settings, origin }),
    }),
    roles,
    oneKey,
  }).modelFor("reranker", { asked: reranker });
  if (model.provider === "house") return config;
  const spaced = { spacingMs: settings.retrieval.rerankSpacingMs, ...settings.limits[model.label] };
  return { ...config, settings: { ...settings, limits: { ...settings.limits, [model.label]: spaced } } };
}

/** Keys and variables may be missing: `requireCheckKeys` tells. */
export function planCheck(harness: Harness, request: CheckRequest): CheckPlan {
  const { target = BUILT_IN, address = target, selection = {} } = request;
  keepAddressOut(address);
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
  const asked = request.banks ?? banksWith(selection, request.testBanks);
  const offline = target === OFFLINE;
  const ownPipeline = kind === "built-in";
  const folder = ownPipeline ? requireKb({ kb: request.kb, testBanks: request.testBanks }) : request.kb;
  const kb = folder === undefined ? undefined : ofSetting("kb", () => loadKb(folder));
  const all = ofSetting("testBanks", () =>
    loadBanks(request.testBanks, { which: asked, required: request.banks !== undefined }),
  );
  const expectations = resolveExpectations(all.semantic ?? [], loadHistory(historyPath(request.testBanks)));
  checkBanks(all, { kb, expectationsOf: (test) => expectations.get(test.test_id)!.expectations });
  const banks = isSelective(selection) ? selectTests(all, selection) : all;
  const models = {
    embedder: harness.casting.modelFor("embedder", {
      asked: request.embedder ?? (offline ? "house-embedding" : undefined),
    }),
    reranker: harness.casting.modelFor("reranker", {
      asked: request.reranker ?? (offline ? "house" : undefined),
    }),
  };
  const reader = request.answers && readerFor(harness, { ...request.answers, target, kind, banks });
  const called = [
    ...(ownPipeline && banks.semantic ? [models.embedder, models.reranker] : []),
    ...(reader ? [reader] : []),
  ];
  const scope: Scope = {
    banks: banksIn(request.testBanks),
    selected: isSelective(selection),
    ...(all.pattern && { crises: all.pattern.filter(({ is_critical }) => is_critical).length }),
  };
  const plan = {
    banks,
    kb,
    expectations,
    models,
    ...(reader && { reader }),
    called,
    scope,
    target,
    address,
    kind,
    ...(service && { service }),
    given,
  };
  return { ...plan, key: keyOf(plan, request, contentOf(plan)) };
}

/** Refuses a check that lacks a key, or a variable that its target file names. */
export function requireCheckKeys(
  harness: Harness,
  { kind, target, banks, models, reader }: Pick<CheckPlan, "kind" | "target" | "banks" | "models" | "reader">,
): void {
  if (kind === "service")
    readService(target, { variable: harness.variable, offline: harness.recordings.offline });
  harness.requireReady([
    ...(kind === "built-in" && banks.semantic
      ? [
          { model: models.embedder, role: "embedder" as const },
          { model: models.reranker, role: "reranker" as const },
        ]
      : []),
    ...(reader ? [{ model: reader, role: "reader" as const }] : []),
  ]);
}

function readerFor(
  harness: Harness,
  { reader, target, kind, banks }: { reader?: string; target: string; kind: TargetKind; banks: Banks },
): ResolvedModel {
  const answers = optionText("answers");
  const refused = (message: string, remedy: string) =>
    new HarnessError({ code: "bad-combination", option: "answers", message, remedy });
  if (kind === "built-in" || kind === "run")
    throw refused(
      `${answers} needs a target that answers questions; ${target} only retrieves.`,
      `Name your own system with ${optionText("target")}, or leave out ${answers}.`,
    );
  if (!banks.semantic)
    throw refused(
      `${answers} reads the answers of semantic tests, and none is selected.`,
      "Add the semantic bank.",
    );
  const model = harness.casting.modelFor("reader", { asked: reader });
  if (model.provider === "house" || model.kind !== "language")
    throw refused(
      `${model.label} cannot read answers.`,
      `Name a language model: ${optionText("answers", "MODEL")}.`,
    );
  return model;
}

/** What a target is, by its name: nothing else in the source looks at it. */
type TargetKind = "built-in" | "http" | "service" | "module" | "function" | "run";

function kindOf(target: string): TargetKind {
  if (target === BUILT_IN || target === OFFLINE) return "built-in";
  if (isAddress(target)) {
    if (URL.canParse(target)) return "http";
    throw new HarnessError({
      code: "bad-value",
      option: "target",
      message: `The target "${withoutKey(target)}" is not a valid address.`,
      remedy: "Write it as http://HOST:PORT/PATH.",
    });
  }
  if (isFunction(target)) return "function";
  if (/\.[cm]?[jt]s$/.test(target)) return "module";
  if (/\.(ya?ml|json)$/.test(target)) return "service";
  if (fileInfo(target)?.kind === "file") return "run";
  throw new HarnessError({
    code: "unknown-name",
    option: "target",
    message: `Unknown target "${withoutKey(target)}". ${suggestion(target, [BUILT_IN, OFFLINE])}`.trimEnd(),
    remedy: `Use ${BUILT_IN}, ${OFFLINE}, an address (http://…), a target file (./my-rag.yaml), a module (./my-rag.ts), or a TREC run.`,
  });
}

/** An edited module, function or file is another system: earlier answers must not be mixed with its own. */
function contentOf({
  target,
  kind,
  given,
}: Pick<CheckPlan, "target" | "kind" | "given">): string | undefined {
  if (kind === "function") return given?.text;
  return kind === "built-in" || kind === "http" ? undefined : readText(target);
}

/** Imported tests may have ids that look like those of another bank: then all banks are searched. */
function banksWith(selection: Selection, dir: string): readonly Mechanism[] {
  const likely = banksFor(selection);
  const { testIds } = selection;
  const there = banksIn(dir).filter((name) => likely.includes(name));
  if (!testIds || likely.length === mechanism.options.length) return likely;
  if (there.length === 0) return mechanism.options;
  const loaded = loadBanks(dir, { which: there });
  const ids = new Set(there.flatMap((name) => testsOf(loaded, name).map(({ test_id }) => test_id)));
  return testIds.every((id) => ids.has(id)) ? likely : mechanism.options;
}

/** Test ids, a topic or a pattern type say which banks are needed. */
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
  if (patternType) return ["pattern"];
  if (topic) return ["semantic"];
  const banks = (testIds ?? []).map(mechanismOfId);
  return testIds && banks.every((bank) => bank !== undefined)
    ? [...new Set(banks as Mechanism[])]
    : mechanism.options;
}

/** The same for the same tests, expectations, target and models. */
function keyOf(
  { banks, kb, expectations, models, reader, address }: Omit<CheckPlan, "key">,
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
      models: [models.embedder.label, models.reranker.label],
      // Another query may reach another system.
      target: address,
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
function selectTests(banks: Banks, selection: Selection): Banks {
  const { testIds } = selection;
  if (testIds) {
    const all = mechanism.options.flatMap((name) => (banks[name] ?? []).flatMap(idsOf));
    const unknown = testIds.find((id) => !all.includes(id));
    if (unknown !== undefined)
      throw new HarnessError({
        code: "unknown-name",
        option: "test",
        message: [`Unknown test "${unknown}".`, suggestion(unknown, all)].filter(Boolean).join(" "),
        remedy: `The ids are in the bank files: ${all.slice(0, 3).join(", ")}, …`,
      });
  }
  const { dir, rules, stateRules, names } = banks;
  const picked: Banks = {
    dir,
    ...(rules && { rules }),
    ...(stateRules && { stateRules }),
    ...(names && { names }),
  };
  const pick = <Name extends Mechanism>(name: Name): void => {
    const tests = testsOf(banks, name).filter((test) => isSelected(test, selection));
    if (tests.length > 0) Object.assign(picked, { [name]: tests });
  };
  for (const name of mechanism.options) pick(name);
  if (countTests(picked) === 0) throw nothingPicked(banks, selection);
  return picked;
}

/** Only semantic tests have topics, and only pattern tests have a pattern type. */
type AnyTest = {
  test_id: string;
  query_id?: string | undefined;
  topics?: readonly string[];
  pattern_type?: PatternType;
};

/** An imported test is also known by the id that it had. */
const idsOf = ({ test_id, query_id }: AnyTest): string[] => [
  test_id,
  ...(query_id === undefined ? [] : [query_id]),
];

const isSelected = (test: AnyTest, { testIds, topic, patternType }: Selection): boolean =>
  (testIds === undefined || idsOf(test).some((id) => testIds.includes(id))) &&
  (topic === undefined || (test.topics?.includes(topic) ?? false)) &&
  (patternType === undefined || test.pattern_type === patternType);

function nothingPicked(
  { semantic = [] }: Banks,
  { topic, patternType }: Pick<Selection, "topic" | "patternType">,
): HarnessError {
  const topics = [...new Set(semantic.flatMap((test) => test.topics))].sort();
  if (topic !== undefined)
    return new HarnessError({
      code: "unknown-name",
      option: "topic",
      message: [`No test has the topic "${topic}".`, suggestion(topic, topics)].filter(Boolean).join(" "),
      remedy: `Topics: ${topics.join(", ")}.`,
    });
  return new HarnessError({
    code: "no-tests",
    message: `No test matches${patternType ? ` the pattern type "${patternType}"` : ""}.`,
    remedy: "Choose another bank, or all.",
  });
}
