import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  alwaysBank,
  patternBank,
  patternRules,
  semanticBank,
  stateBank,
  type AlwaysTest,
  type Mechanism,
  type PatternRules,
  type PatternTest,
  type SemanticTest,
  type StateTest,
} from "../../contract/index.ts";
import { fileNotFound } from "../../kernel/store/index.ts";
import { toV2 } from "./migrate-bank.ts";
import { badBank, readShaped } from "./read-bank.ts";

/** The banks that are there, as they were written: what their tests expect today is for `expectations/`. */
export type Banks = {
  dir: string;
  semantic?: readonly SemanticTest[];
  state?: readonly StateTest[];
  pattern?: readonly PatternTest[];
  always?: readonly AlwaysTest[];
  rules?: PatternRules;
};

/** Where each bank of a folder lies. */
export const bankPaths = {
  semantic: join("semantic", "parent_test_bank.json"),
  state: join("state", "state_handler_tests.json"),
  pattern: join("pattern", "pattern_tests.json"),
  always: join("always", "always_load_tests.json"),
} as const satisfies Record<Mechanism, string>;

export const rulesPath = (dir: string): string => join(dir, "pattern", "pattern_rules.json");
export const historyPath = (dir: string): string => join(dir, "semantic", "history");

const schemas = {
  semantic: semanticBank,
  state: stateBank,
  pattern: patternBank,
  always: alwaysBank,
} as const;

/** Reads the banks that are asked for. One that was asked for by name must be there; an empty one is a mistake, not a score of 0. */
export function loadBanks(
  dir: string,
  { which, required = false }: { which: readonly Mechanism[]; required?: boolean },
): Banks {
  if (!existsSync(dir))
    throw fileNotFound(dir, { remedy: "Name the folder of the test banks with --test-banks DIR." });
  const found = which.filter((mechanism) => required || existsSync(join(dir, bankPaths[mechanism])));
  if (found.length === 0)
    throw badBank(dir, [`it holds none of ${which.map((mechanism) => bankPaths[mechanism]).join(", ")}`]);
  const tests = Object.fromEntries(found.map((mechanism) => [mechanism, readTests(dir, mechanism)]));
  const rules = existsSync(rulesPath(dir)) ? readShaped(rulesPath(dir), patternRules) : undefined;
  return { dir, ...tests, ...(rules && { rules }) };
}

function readTests(dir: string, mechanism: Mechanism): readonly unknown[] {
  const path = join(dir, bankPaths[mechanism]);
  if (!existsSync(path))
    throw fileNotFound(path, {
      remedy: `These banks have no ${mechanism} tests. Add the file, or use the shipped banks: --test-banks shipped.`,
    });
  const { tests } = readShaped(path, schemas[mechanism], (value) => toV2(value, mechanism));
  if (tests.length === 0) throw badBank(path, ["it holds no test"]);
  return tests;
}
