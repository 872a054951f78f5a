/** Converts a V1 bank, which is a list of tests, to V2. */
import { existsSync } from "node:fs";
import { bankFile } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { readJson, writeFileSafely } from "../../../kernel/store/index.ts";
import { badBank, mechanismOf, modules, readShaped, toV2 } from "../../../retrieval/index.ts";
import { defineCommand } from "../../frame/index.ts";

export default defineCommand({
  name: "migrate",
  summary: "Convert a V1 test bank to V2",
  description:
    "A V1 bank is a JSON list of tests. V2 puts the list into an object with three more fields: bank_type (the mechanism under test: SEMANTIC, STATE, PATTERN or ALWAYS), version and description. The tests do not change. V1 files still load as they are.\n\n" +
    `V1 does not name the mechanism, so it is recognised by a field of the first test: ${fieldsOf()}.`,
  args: { positionals: [{ name: "bank", help: "The bank's JSON file.", required: true }] },
  flags: {
    out: { type: "string", value: "FILE", help: "The file to write. Without it, the result is printed." },
    json: { type: "boolean", help: "Print a summary as one JSON document." },
  },
  examples: [
    {
      command: "rehearse migrate old/parent_test_bank.json --out test_banks/semantic/parent_test_bank.json",
      does: "Write the V2 bank.",
    },
    { command: "rehearse migrate old/parent_test_bank.json", does: "Print it." },
  ],
  async run({ flags, positionals: [path], io }) {
    const value = readJson(path, (problem) => badBank(path, [problem]));
    const mechanism = mechanismOf(value);
    if (!mechanism)
      throw badBank(path, [
        Array.isArray(value) && value.length > 0
          ? `the mechanism is unclear: the first test has none of the fields ${fieldsOf()}`
          : "it is not a bank: expected a list of tests (V1), or an object with bank_type and tests (V2)",
      ]);
    const was = Array.isArray(value) ? "V1" : "V2";
    const bank = readShaped(path, bankFile(mechanism), (found) => toV2(found, mechanism));
    // Keeps the tests as written, without the schema's defaults.
    const text = `${JSON.stringify(toV2(value, mechanism), undefined, 2)}\n`;
    if (flags.out !== undefined) {
      if (existsSync(flags.out))
        throw new HarnessError({
          code: "file-exists",
          message: `${flags.out} already exists.`,
          remedy: "Choose another --out, or move the file: banks are not overwritten.",
        });
      await writeFileSafely(flags.out, text);
    }
    if (flags.json)
      return io.json({ bank: mechanism, was, tests: bank.tests.length, out: flags.out ?? null });
    if (flags.out === undefined) return io.out(text);
    io.out(
      [
        `${counted(bank.tests.length, `${mechanism} test`)} written to ${flags.out}.`,
        ...(was === "V1" ? addedText(toV2(value, mechanism) as Bank) : ["The bank was already V2."]),
      ].join("\n"),
    );
  },
});

/** `expected_primary (semantic), …`: the fields that tell V1 banks apart. */
function fieldsOf(): string {
  return Object.entries(modules)
    .map(([name, { bank }]) => `${bank.ownField} (${name})`)
    .join(", ");
}

type Bank = { bank_type: string; version: string; description: string; tests: readonly object[] };

function addedText({ bank_type, version, description, tests }: Bank): string[] {
  const kept = [...new Set(tests.flatMap((test) => Object.keys(test)))];
  return [
    `Added: bank_type ${bank_type} (the mechanism under test), version ${version}, description "${description}".`,
    `Unchanged in every test: ${kept.join(", ")}.`,
  ];
}
