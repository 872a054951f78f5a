/** A V1 bank, which is a bare list of tests, to V2. */
import { existsSync } from "node:fs";
import { bankFile } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { readJson, writeFileSafely } from "../../../kernel/store/index.ts";
import { badBank, mechanismOf, readShaped, toV2 } from "../../../retrieval/index.ts";
import { defineCommand } from "../../frame/index.ts";

export default defineCommand({
  name: "migrate",
  summary: "A V1 test bank to V2",
  description:
    "A V1 bank is a bare list of tests. V1 files still load as they are; this writes the V2 form, with the tests unchanged.",
  args: { positionals: [{ name: "bank", help: "The bank's file.", required: true }] },
  flags: {
    out: { type: "string", value: "FILE", help: "Where to write; without it the result is printed." },
    json: { type: "boolean", help: "Print one JSON document about what was done." },
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
      throw badBank(path, ["it is no bank: a list of tests, or an object with bank_type and tests"]);
    const was = Array.isArray(value) ? "V1" : "V2";
    const bank = readShaped(path, bankFile(mechanism), (found) => toV2(found, mechanism));
    // As it was written, but for the frame: defaults are for readers, not for files.
    const text = `${JSON.stringify(toV2(value, mechanism), undefined, 2)}\n`;
    if (flags.out !== undefined) {
      if (existsSync(flags.out))
        throw new HarnessError({
          code: "file-exists",
          message: `${flags.out} is there already.`,
          remedy: "Give another --out, or move it away: banks are not overwritten.",
        });
      await writeFileSafely(flags.out, text);
    }
    if (flags.json)
      return io.json({ bank: mechanism, was, tests: bank.tests.length, out: flags.out ?? null });
    if (flags.out === undefined) return io.out(text);
    io.out(
      `${bank.tests.length} ${mechanism} tests, ${was === "V1" ? "brought to V2" : "already V2"}: ${flags.out}`,
    );
  },
});
