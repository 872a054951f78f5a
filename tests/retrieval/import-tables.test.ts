/** CSV and JSON Lines as banks, and what bad input gets. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { beir, folder, jsonLines, rehearse, testsIn } from "./import-command.ts";

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
    'Columns that are not used: "owner".',
    expect.stringMatching(/t\.csv:6: a question without anything to retrieve is left out\./),
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

test.each<[string, Record<string, string | Buffer>, string[], RegExp]>([
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
    /t\.csv: no column with the question. Columns: "a", "b"/,
  ],
  [
    "nothing to retrieve",
    { "t.csv": "query,remarks\na,42\n" },
    ["t.csv"],
    /no column with what must be retrieved or answered. Columns: "query", "remarks"\.\nName it: --column primary=COLUMN/,
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
    /t\.csv:2: a different number of columns from the first line/,
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
  ["no format", { "a.txt": "hello\n" }, ["a.txt"], /a\.txt cannot be imported: its name ends in neither/],
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
  [
    "an older encoding",
    { "t.csv": Buffer.from("query,expected\nWas heißt möglich?,a\n", "latin1") },
    ["t.csv"],
    /t\.csv is not UTF-8\.\nSave it as CSV UTF-8\./,
  ],
  [
    "UTF-16",
    { "t.csv": Buffer.from("\uFEFFquery,expected\na,b\n", "utf16le") },
    ["t.csv"],
    /t\.csv is not UTF-8 but UTF-16\./,
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

test("a field by any of its names, and a column in any case", async () => {
  const source = folder({ "t.csv": "Nr,User question,Relevant documents\n7,How long?,a.md;b.md\n" });
  const imported = (out: string, ...columns: string[]) =>
    rehearse(
      "bank",
      "import",
      join(source, "t.csv"),
      "--out",
      out,
      ...columns.flatMap((column) => ["--column", column]),
    );
  const out = folder();
  await imported(out, "query=user QUESTION", "expected=Relevant documents", "id=nr");
  expect(testsIn(out)).toMatchObject([
    { test_id: "7", prompt: "How long?", expected_primary: ["a.md", "b.md"] },
  ]);
  expect(await imported(folder(), "prompt=Usr question")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(
      'no column "Usr question". Columns: "Nr", "User question", "Relevant documents". Did you mean User question?',
    ) as string,
  });
});

test("the separator is the one that the first line has most of", async () => {
  const [source, out] = [folder({ "t.csv": "query\texpected\nwhy, then?\ta\n" }), folder()];
  await rehearse("bank", "import", join(source, "t.csv"), "--out", out);
  expect(testsIn(out)).toMatchObject([{ prompt: "why, then?", expected_primary: ["a"] }]);
});

test("what spreadsheets add: a line with the separator, empty columns and rows, ids with commas", async () => {
  const csv =
    "\uFEFFsep=;\r\nid;query;expected;;\r\n1;what, now;a, b;;\r\n;;;;\r\n2;then;c;;\r\n2;again;;;\r\n";
  const [source, out] = [folder({ "t.csv": csv }), folder()];
  const { stdout, stderr } = await rehearse("bank", "import", join(source, "t.csv"), "--out", out, "--json");
  expect(stderr).toMatch(/^\nNext: rehearse check --target /);
  expect((JSON.parse(stdout) as { notes: string[] }).notes).toEqual([
    expect.stringMatching(/t\.csv:3: warning: expected: ids are separated by ; or \|, so this is one id\./),
    expect.stringMatching(
      /t\.csv:6: the id "2" is taken \(.*t\.csv:5\), and nothing is to be retrieved: left out\./,
    ),
  ]);
  expect(testsIn(out)).toMatchObject([
    { test_id: "1", prompt: "what, now", expected_primary: ["a, b"] },
    { test_id: "2", prompt: "then", expected_primary: ["c"] },
  ]);
});

test.each([
  [
    "questions with passages and answers",
    'id,question,document,gold_passage,gold_answer\nq1,How salty?,d1,"Salt, ' +
      '35 grams per litre; more in the Red Sea.",35 g/l\nq2,Why?,,,The moon\n',
    [
      {
        test_id: "q1",
        expected_primary: [{ quote: "Salt, 35 grams per litre; more in the Red Sea.", from: "d1" }],
        gold_answer: "35 g/l",
      },
      { test_id: "q2", expected_primary: [], gold_answer: "The moon" },
    ],
  ],
  [
    "lists as Python prints them, and the reference rather than a system's answer",
    "user_input,reference_contexts,answer,reference\nWhy?,\"['The moon\\'s pull, " +
      'twice a day.\', ""It\'s the sun as well.""]",No idea,The moon\n',
    [
      {
        expected_primary: [{ quote: "The moon's pull, twice a day." }, { quote: "It's the sun as well." }],
        gold_answer: "The moon",
      },
    ],
  ],
  [
    "what a system retrieved for its answer is no gold passage",
    "question,answer,contexts,ground_truth\nWhy?,The sun,Sunlight is warm in summer.,The moon\n",
    [{ expected_primary: [], gold_answer: "The moon" }],
  ],
  [
    "some of the documents are enough",
    "question,doc_ids,primary_needed\nWhy?,a;b;c,2\n",
    [{ expected_primary: ["a", "b", "c"], primary_needed: 2 }],
  ],
])("a table imports as %s", async (_, text, tests) => {
  const [source, out] = [folder({ "t.csv": text }), folder()];
  const { stderr, exit } = await rehearse("bank", "import", join(source, "t.csv"), "--out", out);
  expect([exit, stderr]).toEqual([0, ""]);
  expect(testsIn(out)).toMatchObject(tests);
});

test("JSON Lines keep each passage with its document", async () => {
  const row = { question: "Why?", doc_ids: ["a", "b"], contexts: ["The moon pulls it.", "[1] And the sun."] };
  const [source, out] = [folder({ "t.jsonl": jsonLines(row) }), folder()];
  await rehearse("bank", "import", join(source, "t.jsonl"), "--out", out);
  expect(testsIn(out)[0]!.expected_primary).toEqual([
    { quote: "The moon pulls it.", from: "a" },
    { quote: "[1] And the sun.", from: "b" },
  ]);
});
