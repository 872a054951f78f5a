/** Imports the data of other tools as a bank. */
import { join } from "node:path";
import { z } from "zod";
import { shellWord } from "../../config/started-by.ts";
import { type ImportedBank, importFormat } from "../../contract/index.ts";
import { guidePage } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { importBank, tableFields, topicFields } from "../../retrieval/index.ts";
import type { Context } from "../declaration.ts";
import { operation } from "../operation.ts";
import { flag, folder, path } from "../options.ts";

const text = (description: string, value: string) =>
  z.string().min(1).optional().meta({ description, value });

const input = z.strictObject({
  paths: z.array(path()).min(1).meta({ description: "Files, or a BEIR folder." }),
  format: importFormat.optional().meta({
    description: "The format. Default: by the name and the first line of the file.",
    value: "FORMAT",
  }),
  name: text("The bank's name, any characters. Default: the name of the file or folder.", "NAME"),
  out: folder("The workspace that gets test_banks and kb.").default("."),
  prefix: text("Put this before every test id, to keep ids unique.", "TEXT"),
  split: text("BEIR: the judgements to use. Default: test.", "SPLIT"),
  field: z
    .enum(topicFields)
    .optional()
    .meta({ description: "TREC: the part of a topic that is asked. Default: title." }),
  primaryFrom: z.number().min(1).optional().meta({
    description: "BEIR, TREC: the lowest grade of a primary document. Default: the highest of each query.",
    value: "GRADE",
  }),
  column: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({
      description: `CSV, JSON Lines: the column of a field: ${tableFields.join(", ")}.`,
      value: "FIELD=COLUMN",
      whole: true,
    }),
  separator: text("CSV: the column separator; \\t is a tab. Default: a comma.", "CHAR"),
  listSeparator: text("CSV, JSON Lines: between the ids in one cell. Default: ; | or a line break.", "CHAR"),
  force: flag("Overwrite a bank and knowledge base of this name."),
});

type Input = z.output<typeof input>;

export default operation({
  name: "bank import",
  description:
    "`bank import` writes a semantic bank (test_banks/semantic/NAME.json) and, if there is a corpus, a knowledge base (kb/NAME.jsonl). Nothing is written unless everything can be read; problems are listed with file and line.\n\n" +
    "BEIR is a folder with queries.jsonl, qrels/SPLIT.tsv and corpus.jsonl. TREC is a file of judgements, with topics and runs if you have them; `rehearse check --target RUN` then scores a run without calling anything. promptfoo is a YAML config: the variable context of a test is what must be retrieved, and each kind of assertion without an equivalent is named. CSV and JSON Lines have one test per row.",
  input,
  arguments: ["paths"],
  examples: [
    { input: { paths: ["./scifact"] }, says: "A BEIR folder: bank and knowledge base." },
    { input: { paths: ["topics.txt", "qrels.txt"], name: "robust04" }, says: "TREC topics and judgements." },
    { input: { paths: ["promptfooconfig.yaml"] }, says: "What a promptfoo config says about retrieval." },
    {
      input: { paths: ["tests.csv"], column: ["prompt=Question"] },
      says: "A table with columns of your own.",
    },
  ],
  plan: (asked: Input) => asked,
  async preview({ column: columns, ...asked }) {
    const result = await importBank({ ...asked, columns, dryRun: true });
    return { shown: [resultText(result, "would write")], data: result };
  },
  async run({ column: columns, ...asked }, { harness }) {
    const result = await importBank({ ...asked, columns });
    return {
      result,
      hints: [`\nNext: ${nextText(result, { out: asked.out, harness })}`],
    };
  },
  show: (result) => [resultText(result, "written")],
});

const resultText = (
  { format, name, tests, documents, files, notes }: ImportedBank,
  written: "written" | "would write",
): string =>
  [
    `${name} (${format}): ${counted(tests, "test")}${documents > 0 ? `, ${counted(documents, "document")}` : ""}.`,
    ...notes.map((note) => `  ${note}`),
    ...files.map((file) => `${written}  ${file}`),
  ].join("\n");

function nextText(
  { runs, documents }: ImportedBank,
  { out, harness }: { out: string; harness: Context["harness"] },
): string {
  const banks = out === "." ? "" : ` --test-banks ${shellWord(join(out, "test_banks"))}`;
  const target = runs[0] ? shellWord(runs[0]) : documents > 0 ? "offline" : undefined;
  const check = `${harness.command} check --target ${target ?? "TARGET"}${banks}`;
  if (target !== undefined) return check;
  return `${check}\nTARGET is your own system: its address, or a target file (${guidePage("import.md")}).`;
}
