/** Imports the data of other tools as banks. */
import { join } from "node:path";
import { guidePage } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  importBank,
  importFormats,
  tableFields,
  topicFields,
  type ImportFormat,
  type ImportResult,
  type TopicField,
} from "../../../retrieval/index.ts";
import { shellWord } from "../../../config/started-by.ts";
import { defineCommand, type Io, terminalText } from "../../frame/index.ts";

export default defineCommand({
  name: "bank",
  summary: "Import banks from BEIR, TREC, promptfoo, CSV or JSON Lines",
  usage: "import <path>…",
  description:
    "`bank import` writes a semantic bank (test_banks/semantic/NAME.json) and, if there is a corpus, a knowledge base (kb/NAME.jsonl). Nothing is written unless everything can be read; problems are listed with file and line.\n\n" +
    "BEIR is a folder with queries.jsonl, qrels/SPLIT.tsv and corpus.jsonl. TREC is a file of judgements, with topics and runs if you have them; `rehearse check --target RUN` then scores a run without calling anything. promptfoo is a YAML config: the variable context of a test is what must be retrieved, and each kind of assertion without an equivalent is named. CSV and JSON Lines have one test per row.",
  args: {
    positionals: [
      { name: "action", help: "import.", required: true, choices: ["import"] },
      { name: "path", help: "Files, or a BEIR folder.", required: true, variadic: true },
    ],
  },
  flags: {
    format: {
      type: "choice",
      choices: importFormats,
      value: "FORMAT",
      help: "The format. Default: by the name and the first line of the file.",
    },
    name: {
      type: "string",
      value: "NAME",
      help: "The bank's name, any characters. Default: the name of the file or folder.",
    },
    out: {
      type: "string",
      value: "DIR",
      default: ".",
      help: "The workspace that gets test_banks and kb. Default: this folder.",
    },
    prefix: {
      type: "string",
      value: "TEXT",
      help: "Put this before every test id, so that banks with the same query ids can coexist.",
    },
    split: { type: "string", value: "SPLIT", help: "BEIR: the judgements to use. Default: test." },
    field: {
      type: "choice",
      choices: topicFields,
      help: "TREC: the part of a topic that is asked. Default: title.",
    },
    primaryFrom: {
      type: "number",
      value: "GRADE",
      min: 1,
      help: "BEIR, TREC: the lowest grade that makes a document primary. Default: the highest grade of each query.",
    },
    column: {
      type: "list",
      whole: true,
      value: "FIELD=COLUMN",
      help: `CSV, JSON Lines: where a field is found; repeat for several. Fields: ${tableFields.join(", ")}.`,
    },
    separator: {
      type: "string",
      value: "CHAR",
      help: "CSV: the column separator; \\t is a tab. Default: a comma.",
    },
    listSeparator: {
      type: "string",
      value: "CHAR",
      help: "CSV, JSON Lines: between the ids in one cell. Default: ; | or a line break. A JSON list works too.",
    },
    force: { type: "boolean", help: "Overwrite an existing bank and knowledge base of this name." },
    dryRun: { type: "boolean", help: "Read everything, report, and write nothing." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse bank import ./scifact", does: "A BEIR folder: bank and knowledge base." },
    {
      command: "rehearse bank import topics.txt qrels.txt --name robust04",
      does: "TREC topics and judgements.",
    },
    {
      command: "rehearse bank import promptfooconfig.yaml --dry-run",
      does: "What a promptfoo config says about retrieval.",
    },
    {
      command: "rehearse bank import tests.csv --column prompt=Question --column primary='Doc IDs'",
      does: "A table with columns of your own.",
    },
  ],
  async run({ flags, positionals: [, ...paths], io }) {
    const { column, format, field, json, ...more } = flags;
    const result = await importBank({
      ...more,
      paths,
      columns: column,
      format: format as ImportFormat | undefined,
      field: field as TopicField | undefined,
    });
    if (json) return io.json({ ...result, dry_run: flags.dryRun });
    io.out(terminalText(text(result, flags)));
    if (!flags.dryRun) io.say(`\nNext: ${next(result, flags.out, io)}`);
  },
});

const text = (
  { format, name, tests, documents, files, notes }: ImportResult,
  { dryRun }: { dryRun: boolean },
): string =>
  [
    `${name} (${format}): ${counted(tests, "test")}${documents > 0 ? `, ${counted(documents, "document")}` : ""}.`,
    ...notes.map((note) => `  ${note}`),
    ...files.map((file) => `${dryRun ? "would write" : "written"}  ${file}`),
  ].join("\n");

function next({ runs, documents }: ImportResult, out: string, io: Io): string {
  const banks = out === "." ? "" : ` --test-banks ${shellWord(join(out, "test_banks"))}`;
  const target = runs[0] ? shellWord(runs[0]) : documents > 0 ? "offline" : undefined;
  return target === undefined
    ? `${io.command(`check --target TARGET${banks}`)}\nTARGET is your own system: its address, or a target file (${guidePage("import.md")}).`
    : io.command(`check --target ${target}${banks}`);
}
