/** The results of a check, from its tests: the score, the health, and what was not as it should be. */
import {
  formatVersion,
  type CheckResults,
  mechanism,
  type Mechanism,
  type MetricsMethod,
  type Note,
  type NoteCode,
  type ResultOf,
  type TestResult,
} from "../../contract/index.ts";
import { counted, inOrder } from "../../kernel/report/index.ts";
import { summariseAnswers } from "../answers/index.ts";
import type { Banks } from "../banks.ts";
import { sourceCounts, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import { modules, stageNames, type MechanismModule, type TargetFacts } from "../mechanisms/index.ts";
import { repeatSummary } from "./repeats.ts";
import { summarise, type Components, type Scope } from "./summarise.ts";

/** What the results of a check are made from, besides its tests. */
export type CheckFacts = {
  banks: Banks;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  /** How ranking metrics are cut and averaged; at k by default. */
  metrics?: MetricsMethod;
  /** Everything available. Absent: all of it is run. */
  scope?: Scope;
  /** Known before the run, such as models used in place of others. */
  notes?: readonly Note[];
};

/** The tests of a check that were asked, in the order of the banks. */
export type AskedTests = {
  tests: TestResult[];
  /** Mechanisms that the built-in rules answered. */ byBuiltIn: Mechanism[];
};

/** The score, the health and everything else that follows from the tests. */
export function checkResultsOf({
  banks,
  kb,
  expectations,
  metrics = "at-k",
  scope,
  notes = [],
  asked: { tests, byBuiltIn },
  facts,
  reader,
  repeat,
  replayed = false,
  totals,
  timestamp,
  durationMs,
}: CheckFacts & {
  asked: AskedTests;
  /** Of the target that was asked. */
  facts: TargetFacts;
  /** The model that read the answers. */
  reader?: string | undefined;
  repeat?: number | undefined;
  replayed?: boolean | undefined;
  totals: CheckResults["totals"];
  timestamp: string;
  durationMs: number;
}): CheckResults {
  const components: Components = {};
  const add = <Name extends Mechanism>(name: Name): void => {
    if (!banks[name]) return;
    const module: MechanismModule<Name> = modules[name];
    const own = tests.filter((test) => test.mechanism === name) as Array<ResultOf<Name>>;
    const context = { target: facts, kb, expectations, metrics, byBuiltIn: byBuiltIn.includes(name) };
    Object.assign(components, { [name]: module.summarise(own, context) });
  };
  for (const name of mechanism.options) add(name);
  const { name, kind, embedder, reranker, topK, candidates } = facts;
  const deterministic = replayed ? mechanism.options : (facts.deterministic ?? []);
  const stages = stageNames(components.semantic?.results ?? []);
  const target = {
    name,
    kind,
    ...(embedder && { embedder }),
    ...(reranker && { reranker }),
    top_k: topK,
    candidates,
    ...(stages.length > 0 && { stages }),
    ...(deterministic.length > 0 && { deterministic: [...deterministic] }),
  };
  const resolved = (banks.semantic ?? []).flatMap(({ test_id }) => expectations.get(test_id) ?? []);
  return {
    version: formatVersion,
    timestamp,
    target,
    kb: { entities: kb?.entities.length ?? 0, hash: kb?.hash ?? "" },
    summary: summarise(components, {
      ...(scope && { scope }),
      sources: sourceCounts(resolved),
      foreign: kind !== "built-in",
      ...(kind === "built-in" && {
        searchable: kb?.entities.filter(({ load_mode }) => load_mode === "SEMANTIC").length,
      }),
    }),
    ...components,
    ...(reader !== undefined && {
      answers: summariseAnswers(components.semantic?.results ?? [], reader),
    }),
    ...((repeat !== undefined || tests.some(({ repeats }) => repeats)) && {
      repeats: repeatSummary(tests, repeat ?? 1),
    }),
    notes: inOrder([
      ...notes,
      ...(banks.semantic ? facts.notes : []),
      ...notesOnTests({ target, ...components }),
    ]),
    totals,
    duration_ms: durationMs,
  };
}

/** Parts that the target did not answer, and tests without a score. */
function notesOnTests(results: Components & Pick<CheckResults, "target">): Note[] {
  const banks = mechanism.options.flatMap((name) => {
    const found = results[name];
    return found ? [{ name, byBuiltIn: found.by_built_in, tests: found.results as TestResult[] }] : [];
  });
  const one = (code: NoteCode, text: string): Note => ({ code, text });
  return [
    ...banks
      .filter(({ byBuiltIn }) => byBuiltIn && results.target.kind !== "built-in")
      .map(({ name }) =>
        one("built-in-answered", `the target does not implement ${name} tests: this part was not tested`),
      ),
    ...banks.flatMap(({ name, tests }) =>
      [...Map.groupBy(tests, ({ missing }) => missing?.message)].flatMap(([why, same]) =>
        why === undefined ? [] : [one("not-scored", `${counted(same.length, `${name} test`)}: ${why}`)],
      ),
    ),
    ...banks.flatMap(({ name, tests }) => {
      const partly = tests.filter(
        ({ score, repeats }) => score !== null && repeats && repeats.answered < repeats.attempts.length,
      );
      const silent = partly.reduce(
        (sum, { repeats }) => sum + repeats!.attempts.length - repeats!.answered,
        0,
      );
      return silent === 0
        ? []
        : [
            one(
              "not-scored",
              `${counted(partly.length, `${name} test`)}: ${counted(silent, "attempt")} without an answer, not counted in the score (${partly.map(({ test_id }) => test_id).join(", ")})`,
            ),
          ];
    }),
  ];
}
