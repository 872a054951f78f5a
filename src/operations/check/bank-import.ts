/** Imports the data of other tools as a bank. */
import { join } from "node:path";
import { z } from "zod";
import type { ImportedBank } from "../../contract/index.ts";
import { guidePage, shellWord } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { importBank, tableFields } from "../../retrieval/index.ts";
import { type Context, operation } from "../declaration.ts";
import { folder, path } from "../options.ts";

const text = (description: string, value: string) =>
  z.string().min(1).optional().meta({ description, value });

const input = z.strictObject({
  path: path().meta({ description: "A file, or a BEIR folder." }),
  name: text("The bank's name, any characters. Default: the name of the file or folder.", "NAME"),
  out: folder("The workspace that gets test_banks and kb.").default("."),
  split: text("BEIR: the judgements to use. Default: test.", "SPLIT"),
  column: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({
      description: `CSV, JSON Lines: the column of a field: ${tableFields.join(", ")}.`,
      value: "FIELD=COLUMN",
      whole: true,
    }),
});

type Input = z.output<typeof input>;

export default operation({
  name: "bank import",
  description:
    "`bank import` writes a semantic bank (test_banks/semantic/NAME.json) and, if there is a corpus, " +
    "a knowledge base (kb/NAME.jsonl). Nothing is written unless everything can be read; " +
    "problems are listed with file and line.\n\n" +
    "BEIR is a folder with queries.jsonl, qrels/SPLIT.tsv and corpus.jsonl. CSV and JSON Lines have one test per row.",
  input,
  arguments: ["path"],
  examples: [
    { input: { path: "./scifact" }, says: "A BEIR folder: bank and knowledge base." },
    {
      input: { path: "tests.csv", column: ["prompt=Question"] },
      says: "A table with columns of your own.",
    },
  ],
  plan: (asked: Input) => asked,
  async run({ column: columns, ...asked }, { harness }) {
    const result = await importBank({ ...asked, columns });
    return {
      result,
      hints: [`\nNext: ${nextText(result, { out: asked.out, harness })}`],
    };
  },
  show: (result) => [resultText(result)],
});

function resultText({ format, name, tests, documents, files, notes }: ImportedBank): string {
  const counts = [counted(tests, "test"), documents > 0 ? counted(documents, "document") : []].flat();
  return [
    `${name} (${format}): ${counts.join(", ")}.`,
    ...notes.map((note) => `  ${note}`),
    ...files.map((file) => `written  ${file}`),
  ].join("\n");
}

function nextText(
  { documents }: ImportedBank,
  { out, harness }: { out: string; harness: Context["harness"] },
): string {
  const banks = out === "." ? "" : ` --test-banks ${shellWord(join(out, "test_banks"))}`;
  const check = `${harness.command} check --target ${documents > 0 ? "offline" : "TARGET"}${banks}`;
  if (documents > 0) return check;
  return `${check}\nTARGET is your own system: its address, or a target file (${guidePage("retrieval.md")}).`;
}
