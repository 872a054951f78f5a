/** Converts a V1 bank to V2. */
import { z } from "zod";
import { bankFile, type Mechanism, type MigratedBank } from "../../contract/index.ts";
import { about, HarnessError, optionText } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { exists, readJson, writeFileSafely } from "../../kernel/store/index.ts";
import { badFile, mechanismOf, modules, readShaped, toV2 } from "../../retrieval/index.ts";
import { type Ran, operation } from "../declaration.ts";
import { file as filePath } from "../options.ts";

/** `expected_primary (semantic), …`: the fields that tell V1 banks apart. */
const FIELDS = Object.entries(modules)
  .map(([name, { bank }]) => `${bank.ownField} (${name})`)
  .join(", ");

const input = z.strictObject({
  file: filePath("The bank's JSON file."),
  out: filePath("The file to write. Without it, the bank is printed.").optional(),
});

export default operation({
  name: "bank migrate",
  description:
    'A V1 bank is a JSON list of tests, bare or as { "tests": […] }. ' +
    "V2 adds three fields: bank_type (the mechanism under test: " +
    "SEMANTIC, STATE, PATTERN or ALWAYS), version and description. The tests do not change. " +
    "V1 files still load as they are.\n\n" +
    `V1 does not name the mechanism, so it is recognised by a field of the first test: ${FIELDS}.`,
  input,
  arguments: ["file"],
  examples: [
    {
      input: { file: "old/parent_test_bank.json", out: "test_banks/semantic/parent_test_bank.json" },
      says: "Write the V2 bank.",
    },
  ],
  plan({ file, out }: z.output<typeof input>) {
    const { value, mechanism } = about("file", () => readBank(file));
    if (out !== undefined && exists(out))
      throw new HarnessError({
        code: "file-exists",
        option: "out",
        message: `${out} already exists.`,
        remedy: `Choose another ${optionText("out")}, or move the file: banks are not overwritten.`,
      });
    // Keeps the tests as written, without the schema's defaults.
    return { value, mechanism, out, migrated: toV2(value, { name: mechanism }) as MigratedBank["migrated"] };
  },
  async run({ value, mechanism, out, migrated }): Promise<Ran<MigratedBank>> {
    if (out !== undefined) await writeFileSafely(out, `${JSON.stringify(migrated, undefined, 2)}\n`);
    const was = (value as { bank_type?: unknown }).bank_type === undefined ? "V1" : "V2";
    return { result: { bank: mechanism, was, tests: migrated.tests.length, out: out ?? null, migrated } };
  },
  show({ bank, was, tests, out, migrated }) {
    if (out === null) return [JSON.stringify(migrated, undefined, 2)];
    const type = was === "V2" ? "the bank was already V2" : `bank_type ${migrated.bank_type} is new`;
    return [`${counted(tests, `${bank} test`)} written to ${out}: ${type}.`];
  },
});

function readBank(file: string): { value: unknown; mechanism: Mechanism } {
  const value = readJson(file, (problem) => badFile(file, [problem]));
  const mechanism = mechanismOf(value);
  if (!mechanism)
    throw badFile(file, [
      typeof value === "object" && value !== null && !("bank_type" in value)
        ? `the mechanism is unclear: the first test has none of the fields ${FIELDS}`
        : 'it is not a bank: expected a list of tests or { "tests": […] } (V1), or an object with bank_type and tests (V2)',
    ]);
  readShaped(file, bankFile(mechanism), {
    prepare: (found) => toV2(found, { name: mechanism }),
    onWarning: () => {},
  });
  return { value, mechanism };
}
