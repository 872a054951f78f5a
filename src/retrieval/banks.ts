/** Test banks as files: found by mechanism, read, converted from V1 to V2, and checked for contradictions. */
import { dirname, join, relative } from "node:path";
import type { z } from "zod";
import {
  bankFile,
  mechanism,
  patternRules,
  stateRules,
  type Mechanism,
  type PatternRules,
  type StateRules,
  type TestOf,
} from "../contract/index.ts";
import { HarnessError, optionText } from "../kernel/errors/index.ts";
import { exists, fileNotFound, namesIn, readJson } from "../kernel/store/index.ts";
import { problemText, readShapedData } from "./data-file.ts";
import { shipped } from "./find-folders.ts";
import { modules, type BankWorld, type MechanismModule } from "./mechanisms/index.ts";

/** Test id → the name of its bank. */
type BankNames = ReadonlyMap<string, string>;

/** The banks of a folder as written. `expectations/` resolves what their tests expect today. */
export type Banks = { dir: string; rules?: PatternRules; stateRules?: StateRules; names?: BankNames } & {
  [Name in Mechanism]?: readonly TestOf<Name>[];
};

export const bankPath = (dir: string, name: Mechanism): string => join(dir, modules[name].bank.file);
const rulesPath = (dir: string): string => join(dir, "pattern", "pattern_rules.json");
const stateRulesPath = (dir: string): string => join(dir, "state", "state_rules.json");
export const historyPath = (dir: string): string => join(dir, "semantic", "history");

export const banksIn = (dir: string): Mechanism[] =>
  mechanism.options.filter((name) => bankFiles(dir, name).length > 0);

/** The bank by its usual name, and every other JSON file of its folder that has a `bank_type`. */
function bankFiles(dir: string, name: Mechanism): string[] {
  const usual = bankPath(dir, name);
  const others = jsonFiles(dir, name).filter((path) => path !== usual && hasBankType(path));
  return [...(exists(usual) ? [usual] : []), ...others];
}

const jsonFiles = (dir: string, name: Mechanism): string[] => {
  const folder = dirname(bankPath(dir, name));
  return namesIn(folder)
    .map((file) => join(folder, file))
    .filter((path) => path.endsWith(".json") && path !== rulesPath(dir) && path !== stateRulesPath(dir));
};

function hasBankType(path: string): boolean {
  const value = readJson(path, (problem) => badBank(path, [problem]));
  return typeof value === "object" && value !== null && "bank_type" in value;
}

/** Reads the wanted banks that exist. With `required` all of them must. An empty bank is a mistake, not a score of 0. */
export function loadBanks(
  dir: string,
  {
    which,
    required = false,
    except,
  }: {
    which: readonly Mechanism[];
    required?: boolean;
    /** A file to leave out, although it is there. */
    except?: string;
  },
): Banks {
  if (!exists(dir))
    throw fileNotFound(dir, {
      remedy: `Name the folder of the test banks with ${optionText("testBanks", "DIR")}.`,
    });
  const there = required ? which : banksIn(dir);
  const found = which.filter((name) => there.includes(name));
  if (found.length === 0) throw noBank(dir, which);
  const names = new Map<string, string>();
  const tests = Object.fromEntries(found.map((name) => [name, readTests(dir, name, { names, except })]));
  const rules = exists(rulesPath(dir)) ? readShaped(rulesPath(dir), patternRules) : undefined;
  return { dir, ...tests, ...(rules && { rules }), stateRules: loadStateRules(dir), names };
}

/** The rules beside the banks, else those that come with Rehearse. */
function loadStateRules(dir: string): StateRules {
  const own = stateRulesPath(dir);
  return readShapedData(exists(own) ? own : stateRulesPath(shipped("test_banks")), stateRules, {
    remedy: "docs/guide/retrieval.md shows the form of state rules.",
  });
}

function noBank(dir: string, which: readonly Mechanism[]): HarnessError {
  const unread = which.flatMap((name) => jsonFiles(dir, name)).map((path) => relative(dir, path));
  return badBank(dir, [
    `no test bank found: one of ${which.map((name) => modules[name].bank.file).join(", ")}, or another JSON file with a bank_type in these folders`,
    ...unread.map((path) => `${path} has no bank_type, so it was not read`),
  ]);
}

function readTests(
  dir: string,
  name: Mechanism,
  { names, except }: { names: Map<string, string>; except: string | undefined },
): readonly unknown[] {
  const files = bankFiles(dir, name);
  if (files.length === 0)
    throw fileNotFound(bankPath(dir, name), {
      remedy: `These banks have no ${name} tests. Add the file, or use the shipped banks: ${optionText("testBanks", "shipped")}.`,
    });
  return files.flatMap((path) => {
    if (path === except) return [];
    const { tests, name: bank } = readShaped(path, bankFile(name), (value) => toV2(value, name));
    if (tests.length === 0) throw badBank(path, ["no tests in this file"]);
    if (bank !== undefined) for (const { test_id } of tests) names.set(test_id, bank);
    return tests as readonly unknown[];
  });
}

export const testsOf = <Name extends Mechanism>(banks: Banks, name: Name): readonly TestOf<Name>[] =>
  (banks[name] ?? []) as readonly TestOf<Name>[];

export const countTests = (banks: Banks): number =>
  mechanism.options.reduce((sum, name) => sum + (banks[name]?.length ?? 0), 0);

export function checkBanks(banks: Banks, world: BankWorld): void {
  const wrong: Partial<Record<Mechanism, string[]>> = {};
  const say = (name: Mechanism, problem: string) => (wrong[name] ??= []).push(problem);
  const { kb } = world;
  const seen = new Map<string, Mechanism>();

  function checkBank<Name extends Mechanism>(name: Name): void {
    const module: MechanismModule<Name> = modules[name];
    for (const test of testsOf(banks, name)) {
      const { test_id } = test;
      const twin = seen.get(test_id);
      if (twin)
        say(
          name,
          `${test_id}: duplicate test id${twin === name ? "" : ` (the other is in the ${twin} bank)`}`,
        );
      seen.set(test_id, name);
      for (const [field, ids] of Object.entries(module.mentions(test, world))) {
        for (const id of ids)
          if (kb && !kb.byId.has(id)) say(name, `${test_id}.${field}: the knowledge base has no "${id}"`);
        if (field !== "rank_check")
          for (const id of repeated(ids)) say(name, `${test_id}.${field}: "${id}" is listed twice`);
      }
      for (const problem of module.problems(test, world)) say(name, `${test_id}: ${problem}`);
    }
  }

  for (const name of mechanism.options) checkBank(name);
  const ruled = [
    ...(banks.rules?.crisis_patterns ?? []).flatMap(({ entities }) => entities),
    ...(banks.rules?.keyword_boosts ?? []).map(({ entity }) => entity),
  ];
  for (const id of ruled)
    if (kb && !kb.byId.has(id)) say("pattern", `pattern_rules.json: the knowledge base has no "${id}"`);

  // The shipped rules name handlers of the shipped knowledge base.
  if (kb && banks.state && exists(stateRulesPath(banks.dir)))
    for (const { handler } of banks.stateRules?.rules ?? [])
      if (!kb.byId.has(handler)) say("state", `state_rules.json: the knowledge base has no "${handler}"`);

  const [first] = Object.keys(wrong) as Mechanism[];
  if (first) {
    const files = bankFiles(banks.dir, first);
    const place = files.length === 1 ? files[0]! : dirname(bankPath(banks.dir, first));
    throw badBank(place, Object.values(wrong).flat());
  }
}

const repeated = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

/** A V1 bank is a bare list of tests. Anything else is returned as it is, for the schema to judge. */
export function toV2(value: unknown, name: Mechanism): unknown {
  const { version, description } = modules[name].bank;
  return Array.isArray(value) ? { bank_type: name.toUpperCase(), version, description, tests: value } : value;
}

/** The mechanism of a bank, by its type (V2) or by the fields of its first test (V1). */
export function mechanismOf(value: unknown): Mechanism | undefined {
  const type = (value as { bank_type?: unknown } | null)?.bank_type;
  const named = mechanism.options.find((name) => type === name.toUpperCase());
  if (named) return named;
  const first = Array.isArray(value) ? (value[0] as Record<string, unknown> | undefined) : undefined;
  if (typeof first !== "object" || first === null) return undefined;
  return (
    mechanism.options.find((name) => modules[name].bank.ownField in first) ??
    ("prompt" in first ? "semantic" : undefined)
  );
}

/** A JSON file in the shape of a schema, or everything that is wrong with it. */
export function readShaped<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  prepare: (value: unknown) => unknown = (value) => value,
): z.output<Schema> {
  const value = readJson(path, (problem) => badBank(path, [problem]));
  const { data, error } = schema.safeParse(prepare(value));
  if (data === undefined)
    throw badBank(
      path,
      error!.issues.map((issue) => problemAt(value, issue)),
    );
  return data;
}

/** Names a test by its id, if it has one, rather than by its index. */
function problemAt(value: unknown, issue: z.core.$ZodIssue): string {
  const { path } = issue;
  const tests = Array.isArray(value) ? value : ((value as { tests?: unknown } | null)?.tests ?? []);
  const at = path[0] === "tests" && typeof path[1] === "number" ? path[1] : undefined;
  const id = at === undefined ? undefined : (tests as Array<{ test_id?: unknown } | undefined>)[at]?.test_id;
  const place = typeof id === "string" ? [id, ...path.slice(2)] : path;
  return `${place.join(".") || "the file"}: ${problemText(issue)}`;
}

const SHOWN = 20;

export const badBank = (path: string, problems: readonly string[]) =>
  new HarnessError({
    code: "bad-file",
    message: [
      `${path} cannot be used:`,
      ...problems.slice(0, SHOWN).map((problem) => `  ${problem}`),
      ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : []),
    ].join("\n"),
    remedy: "docs/guide/retrieval.md shows the form of every bank.",
  });
