/** CSV, JSON Lines and promptfoo configs as banks, and what bad input gets. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadKb } from "../../src/retrieval/index.ts";
import { beir, folder, jsonLines, rehearse, testsIn, trecRun } from "./import-command.ts";

test("CSV by RFC 4180, with columns by name or as mapped", async () => {
  const csv = [
    "\uFEFFQuestion,Doc IDs,not_expected,topics,owner",
    '"what is ""gray rock"", and',
    'when?","a;b|c",x,calm,Ann',
    'plain,"[""id, with; all | of it""]",,,',
    "",
    "nothing expected,,,,",
  ].join("\r\n");
  const [source, out] = [folder({ "t.csv": csv }), folder()];
  const { stdout, stderr } = await rehearse(
    "bank",
    "import",
    join(source, "t.csv"),
    "--out",
    out,
    "--json",
    "--column",
    "primary=Doc IDs",
    "--column",
    "prompt=Question",
  );
  expect(stderr).toMatch(/^\nNext: rehearse check --target /);
  expect((JSON.parse(stdout) as { notes: string[] }).notes).toEqual([
    expect.stringMatching(/t\.csv:6: questions with nothing to retrieve: left out\./),
    'Columns that are not used: "owner".',
  ]);
  expect(testsIn(out)).toMatchObject([
    {
      test_id: "1",
      prompt: 'what is "gray rock", and\nwhen?',
      expected_primary: ["a", "b", "c"],
      not_expected: ["x"],
    },
    { test_id: "2", prompt: "plain", expected_primary: ["id, with; all | of it"], topics: [] },
  ]);
});

test.each<[string, Record<string, string>, string[], RegExp]>([
  [
    "a broken line",
    { "t.jsonl": '{"query":"a","expected":["x"]}\n{"query":\n' },
    ["t.jsonl"],
    /t\.jsonl:2: not JSON/,
  ],
  ["a list", { "t.jsonl": "[1]\n" }, ["t.jsonl"], /t\.jsonl:1: expected an object in each line/],
  [
    "no question",
    { "t.csv": "a,b\n1,2\n" },
    ["t.csv"],
    /t\.csv:2: no column with the question. Columns: "a", "b"/,
  ],
  [
    "nothing to retrieve",
    { "t.csv": "query,answer\na,42\n" },
    ["t.csv"],
    /no column with what must be retrieved. Columns: "query", "answer"\.\nName it: --column primary=COLUMN/,
  ],
  [
    "another separator",
    { "t.csv": "query;expected\na;x\n" },
    ["t.csv"],
    /no column with the question. Columns: "query;expected"\.\nThe columns seem to have another separator: --separator ';'/,
  ],
  [
    "an open quote",
    { "t.csv": 'query,expected\n"a,x\nb,y\n' },
    ["t.csv"],
    /t\.csv:2: a quoted field is not closed/,
  ],
  [
    "too few columns",
    { "t.csv": "query,expected\na\n" },
    ["t.csv"],
    /t\.csv:2: 1 columns, but the first line names 2/,
  ],
  ["a column twice", { "t.csv": "query,query\na,b\n" }, ["t.csv"], /the column "query" occurs twice/],
  [
    "an id twice",
    { "t.csv": "id,query,expected\n1,a,x\n1,b,y\n" },
    ["t.csv"],
    /t\.csv:3: the id "1" is taken \(.*t\.csv:2\)/,
  ],
  [
    "expected and forbidden",
    { "t.csv": "query,expected,forbidden\na,x,x\n" },
    ["t.csv"],
    /t\.csv:2: "x" is expected and forbidden/,
  ],
  [
    "a grade in words",
    { "q.txt": "1 0 d 1\n1 0 d high\n" },
    ["q.txt"],
    /q\.txt:2: expected topic, iteration, document and grade/,
  ],
  ["a run alone", { "a.run": trecRun }, ["a.run"], /A TREC import needs one file of judgements/],
  [
    "no format",
    { "a.txt": "hello\n" },
    ["a.txt"],
    /a\.txt cannot be imported: its name and its first line match no known format/,
  ],
  ["a folder of something else", { "x/a.txt": "" }, ["x"], /it has no queries\.jsonl \(BEIR\)/],
  [
    "no judgements",
    { "x/queries.jsonl": "", "x/qrels/dev.tsv": "" },
    ["x"],
    /has no judgements[\s\S]*--split dev/,
  ],
  ["a file that is not there", {}, ["none.csv"], /none\.csv/],
  [
    "a document twice",
    { ...prefixed("b", beir()), "b/corpus.jsonl": jsonLines({ _id: "d1" }, { _id: "d1" }) },
    ["b"],
    /corpus\.jsonl:2: the id "d1" occurs twice/,
  ],
  ["bytes that are no text", { "t.jsonl": "\u001f" }, ["t.jsonl"], /t\.jsonl:1: not JSON/],
])("%s is an error with its place, and nothing is written", async (_, files, paths, message) => {
  const [source, out] = [folder(files), folder()];
  const { exit, stderr } = await rehearse(
    "bank",
    "import",
    ...paths.map((path) => join(source, path)),
    "--out",
    out,
  );
  expect(stderr).toMatch(message);
  expect(exit).toBe(2);
  expect(readdirSync(out)).toEqual([]);
});

function prefixed(dir: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${dir}/${name}`, text]));
}

const promptfoo = `# A config in promptfoo's documented form.
prompts:
  - 'Answer {{query}} with {{context}}'
providers: [openai:gpt-4.1-mini]
defaultTest:
  assert:
    - type: latency
      threshold: 2000
tests:
  - description: approvals
    vars:
      query: Who approves purchases?
      context: file://docs/purchases.md
    assert:
      - type: contains
        value: manager
      - type: context-recall
        threshold: 0.9
        value: managers approve purchases
      - type: context-faithfulness
        threshold: 0.9
  - vars:
      question: [How long is leave?, Who gets leave?]
      context: Leave is four months.
    assert:
      - type: contains
        value: four
  - vars:
      query: Nothing names a document here
    assert:
      - type: context-recall
        value: some fact
`;

test("promptfoo: contexts become documents, and each kind of assertion without an equivalent is one line", async () => {
  const source = folder({
    "promptfooconfig.yaml": promptfoo,
    "docs/purchases.md": "# Purchases\n\nAsk your manager.\n",
  });
  const [out, path] = [folder(), join(source, "promptfooconfig.yaml")];
  const { stdout, stderr } = await rehearse("bank", "import", path, "--out", out, "--json");
  expect(stderr).toMatch(/^\nNext: rehearse check --target /);
  expect(JSON.parse(stdout)).toMatchObject({
    format: "promptfoo",
    tests: 3,
    documents: 2,
    notes: [
      `${path}:7: latency is about the output, not about what was retrieved: left out.`,
      `${path}:15: contains is about the output, not about what was retrieved: left out (2 times).`,
      `${path}:20: context-faithfulness is about the answer, which \`rehearse check --answers\` reads for every test: left out.`,
      `${path}:31: context-recall without the variable context names no document to retrieve: left out.`,
      `${path}:28: tests without a context say nothing about what must be retrieved: left out.`,
    ],
  });
  expect(testsIn(out)).toMatchObject([
    { name: "approvals", prompt: "Who approves purchases?", expected_primary: ["docs/purchases.md"] },
    { test_id: "2.1", prompt: "How long is leave?", expected_primary: [expect.stringMatching(/^context-/)] },
    { test_id: "2.2", prompt: "Who gets leave?" },
  ]);
  expect(loadKb(join(out, "kb")).byId.get("docs/purchases.md")).toMatchObject({ title: "Purchases" });
});

test("columns are found by a word of their name, in any case, and the import says which", async () => {
  const source = folder({ "t.csv": "Nr,User question,Relevant documents\n7,How long?,a.md;b.md\n" });
  const imported = async (...columns: string[]) => {
    const out = folder();
    const argv = ["bank", "import", join(source, "t.csv"), "--out", out, "--json"];
    const ran = await rehearse(...argv, ...columns.flatMap((column) => ["--column", column]));
    return { ...ran, tests: ran.exit === 0 ? testsIn(out) : [] };
  };
  const guessed = await imported();
  expect(guessed.tests).toMatchObject([
    { test_id: "1", prompt: "How long?", expected_primary: ["a.md", "b.md"] },
  ]);
  expect((JSON.parse(guessed.stdout) as { notes: string[] }).notes).toEqual([
    'The column "User question" is read as prompt.',
    'The column "Relevant documents" is read as primary.',
    'Columns that are not used: "Nr".',
  ]);
  // A field by any of its names, a column in any case.
  const mapped = await imported("query=user QUESTION", "expected=Relevant documents", "id=nr");
  expect(mapped.tests).toMatchObject([{ test_id: "7", prompt: "How long?" }]);
  expect(await imported("prompt=Usr question")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(
      'no column "Usr question". Columns: "Nr", "User question", "Relevant documents". Did you mean User question?',
    ) as string,
  });
});

test("a tab between columns", async () => {
  const [source, out] = [folder({ "t.csv": "query\texpected\nwhy, then?\ta\n" }), folder()];
  await rehearse("bank", "import", join(source, "t.csv"), "--out", out, "--separator", "\\t");
  expect(testsIn(out)).toMatchObject([{ prompt: "why, then?", expected_primary: ["a"] }]);
});

test("what spreadsheets add: a line with the separator, empty columns and rows, ids with commas", async () => {
  const csv = "\uFEFFsep=;\r\nid;query;expected;;\r\n1;what, now;a, b;;\r\n;;;;\r\n2;then;c;;\r\n";
  const [source, out] = [folder({ "t.csv": csv }), folder()];
  const { stdout, stderr } = await rehearse("bank", "import", join(source, "t.csv"), "--out", out, "--json");
  expect(stderr).toMatch(/^\nNext: rehearse check --target /);
  expect((JSON.parse(stdout) as { notes: string[] }).notes).toEqual([
    expect.stringMatching(/t\.csv:3: expected: a comma does not separate ids \(use ; or \|, /),
  ]);
  expect(testsIn(out)).toMatchObject([
    { test_id: "1", prompt: "what, now", expected_primary: ["a, b"] },
    { test_id: "2", prompt: "then", expected_primary: ["c"] },
  ]);
});
