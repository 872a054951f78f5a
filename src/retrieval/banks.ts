/** Test banks as files: found by mechanism, read, converted from V1 to V2, and checked for contradictions. */
import { dirname, join, relative } from "node:path";
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
import { badFile, readShaped, type OnWarning } from "./data-file.ts";
import { shipped } from "./find-folders.ts";
import { modules, type BankWorld, type MechanismModule } from "./mechanisms/index.ts";

/** Test id → the name of its bank. */
type BankNames = ReadonlyMap<string, string>;

/** The banks of a folder as written. `expectations/` resolves what their tests expect today. */
export type Banks = {
  dir: string;
  rules?: PatternRules | undefined;
  stateRules?: StateRules;
  names?: BankNames | undefined;
} & {
  [Name in Mechanism]?: readonly TestOf<Name>[];
};

export const bankPath = (dir: string, name: Mechanism): string => join(dir, modules[name].bank.file);
const rulesPath = (dir: string): string => join(dir, "pattern", "pattern_rules.json");
const stateRulesPath = (dir: string): string => join(dir, "state", "state_rules.json");
export const historyPath = (dir: string): string => join(dir, "semantic", "history");

export const banksIn = (dir: string): Mechanism[] =>
  mechanism.options.filter((name) => bankFiles(dir, name).length > 0);

/** The bank by its usual name, and every other JSON file of its folder that has tests or a `bank_type`. */
function bankFiles(dir: string, name: Mechanism): string[] {
  const usual = bankPath(dir, name);
  const others = jsonFiles(dir, name).filter((path) => path !== usual && isBank(path));
  return [...(exists(usual) ? [usual] : []), ...others];
}

const jsonFiles = (dir: string, name: Mechanism): string[] => {
  const folder = dirname(bankPath(dir, name));
  return namesIn(folder)
    .map((file) => join(folder, file))
    .filter((path) => path.endsWith(".json") && path !== rulesPath(dir) && path !== stateRulesPath(dir));
};

function isBank(path: string): boolean {
  const value = readJson(path, (problem) => badFile(path, [problem]));
  return typeof value === "object" && value !== null && ("bank_type" in value || "tests" in value);
}

/** Reads the wanted banks that exist. With `required` all of them must. An empty bank is a mistake, not a score of 0. */
export function loadBanks(
  dir: string,
  {
    which,
    required = false,
    onWarning = () => {},
  }: {
    which: readonly Mechanism[];
    required?: boolean;
    onWarning?: OnWarning | undefined;
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
  const tests = Object.fromEntries(found.map((name) => [name, readTests(dir, name, { names, onWarning })]));
  const rules = exists(rulesPath(dir)) ? readShaped(rulesPath(dir), patternRules, { onWarning }) : undefined;
  return { dir, ...tests, rules, stateRules: loadStateRules(dir), names };
}

/** The rules beside the banks, else those that come with Rehearse. */
function loadStateRules(dir: string): StateRules {
  const own = stateRulesPath(dir);
  return readShaped(exists(own) ? own : stateRulesPath(shipped("test_banks")), stateRules);
}

function noBank(dir: string, which: readonly Mechanism[]): HarnessError {
  const unread = which.flatMap((name) => jsonFiles(dir, name)).map((path) => relative(dir, path));
  return badFile(dir, [
    "no test bank found: one of " +
      `${which.map((name) => modules[name].bank.file).join(", ")}, ` +
      "or another JSON file with tests in these folders",
    ...unread.map((path) => `${path} has no tests, so it was not read`),
  ]);
}

function readTests(
  dir: string,
  name: Mechanism,
  { names, onWarning }: { names: Map<string, string>; onWarning: OnWarning },
): readonly unknown[] {
  const files = bankFiles(dir, name);
  if (files.length === 0)
    throw fileNotFound(bankPath(dir, name), {
      remedy: `These banks have no ${name} tests. Add the file, or use the shipped banks: ${optionText("testBanks", "shipped")}.`,
    });
  return files.flatMap((path) => {
    const { tests, name: bank } = readShaped(path, bankFile(name), {
      prepare(value, lenient) {
        const bank = toV2(value, { name, lenient });
        const tests = (bank as { tests?: unknown } | null)?.tests;
        if (Array.isArray(tests)) modules[name].oddities?.(tests).forEach(lenient);
        return bank;
      },
      onWarning,
    });
    if (tests.length === 0) throw badFile(path, ["no tests in this file"]);
    if (bank !== undefined) for (const { test_id } of tests) names.set(test_id, bank);
    return tests as readonly unknown[];
  });
}

export const testsOf = <Name extends Mechanism>(banks: Banks, name: Name): readonly TestOf<Name>[] =>
  (banks[name] ?? []) as readonly TestOf<Name>[];

export const countTests = (banks: Banks): number =>
  mechanism.options.reduce((sum, name) => sum + (banks[name]?.length ?? 0), 0);

/** `onUnknown`: an external target may have what the knowledge base does not. */
export function checkBanks(banks: Banks, world: BankWorld, onUnknown?: (id: string) => void): void {
  const wrong: Partial<Record<Mechanism, string[]>> = {};
  const say = (name: Mechanism, problem: string) => (wrong[name] ??= []).push(problem);
  const { kb } = world;
  const seen = new Map<string, Mechanism>();

  function checkId(name: Mechanism, place: string, id: string): void {
    if (!kb || kb.byId.has(id)) return;
    if (onUnknown) onUnknown(id);
    else say(name, `${place}: the knowledge base has no "${id}"`);
  }

  function checkIds(name: Mechanism): void {
    for (const { test_id } of testsOf(banks, name)) {
      const twin = seen.get(test_id);
      const place = twin === name ? "" : ` (the other is in the ${twin} bank)`;
      if (twin) say(name, `${test_id}: duplicate test id${place}`);
      seen.set(test_id, name);
    }
  }

  function checkBank<Name extends Mechanism>(name: Name): void {
    const module: MechanismModule<Name> = modules[name];
    for (const test of testsOf(banks, name)) {
      const { test_id } = test;
      for (const [field, ids] of Object.entries(module.mentions(test, world))) {
        for (const id of ids) checkId(name, `${test_id}.${field}`, id);
      }
      for (const problem of module.problems(test, world)) say(name, `${test_id}: ${problem}`);
    }
  }

  for (const name of mechanism.options) checkIds(name);
  // Tests with the same id share their expectations: what is said about one may be true of the other.
  if (Object.keys(wrong).length === 0) for (const name of mechanism.options) checkBank(name);
  const ruled = [
    ...(banks.rules?.crisis_patterns ?? []).flatMap(({ entities }) => entities),
    ...(banks.rules?.keyword_boosts ?? []).map(({ entity }) => entity),
  ];
  for (const id of ruled) checkId("pattern", "pattern_rules.json", id);

  // The shipped rules name handlers of the shipped knowledge base.
  if (banks.state && exists(stateRulesPath(banks.dir)))
    for (const { handler } of banks.stateRules?.rules ?? []) checkId("state", "state_rules.json", handler);

  const files = mechanism.options.flatMap((name) => (wrong[name] ? bankFiles(banks.dir, name) : []));
  const problems = Object.values(wrong).flat();
  if (problems.length > 0) throw badFile(files.length === 1 ? files[0]! : banks.dir, problems);
}

/**
 * A V1 bank is a list of tests, bare or in an object without `bank_type`. Anything else is returned as it is, for the
 * schema to judge.
 */
export function toV2(
  value: unknown,
  { name, lenient = () => {} }: { name: Mechanism; lenient?: (what: string) => void },
): unknown {
  const { version, description } = modules[name].bank;
  const bank_type = name.toUpperCase();
  if (Array.isArray(value)) return { bank_type, version, description, tests: value };
  if (typeof value !== "object" || value === null || !("tests" in value)) return value;
  if (!("bank_type" in value)) {
    lenient(`no bank_type, read as ${bank_type}`);
    return { bank_type, version, description, ...value };
  }
  return { version, ...value, bank_type: String(value.bank_type).toUpperCase() };
}

/** The mechanism of a bank, by its type (V2) or by the fields of its first test (V1). */
export function mechanismOf(value: unknown): Mechanism | undefined {
  const type = (value as { bank_type?: unknown } | null)?.bank_type;
  const named = mechanism.options.find((name) => String(type).toLowerCase() === name);
  if (named) return named;
  const tests = Array.isArray(value) ? value : (value as { tests?: unknown } | null)?.tests;
  const first = Array.isArray(tests) ? (tests[0] as Record<string, unknown> | undefined) : undefined;
  if (type !== undefined || typeof first !== "object" || first === null) return undefined;
  return (
    mechanism.options.find((name) => modules[name].bank.ownField in first) ??
    ("prompt" in first ? "semantic" : undefined)
  );
}
