/** Data of other tools, in their documented formats, become banks that `check` runs. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import bank from "../../src/cli/commands/retrieval/bank.ts";
import check from "../../src/cli/commands/retrieval/check.ts";
import type { CheckResults, SemanticTest } from "../../src/contract/index.ts";
import { loadBanks, loadKb } from "../../src/retrieval/index.ts";
import { runInMemory } from "../support/cli/run-in-memory.ts";

const rehearse = (...argv: string[]) => runInMemory([bank, check], argv);

function folder(files: Record<string, string> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "import-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

const jsonLines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const beir = () => ({
  "corpus.jsonl": jsonLines(
    { _id: "d1", title: "Tides", text: "The moon pulls the sea.", metadata: {} },
    { _id: "d 2/ä", title: "", text: "Salt comes from the sea." },
    { _id: "d3", title: "Boats", text: "" },
  ),
  "queries.jsonl": jsonLines(
    { _id: "q1", text: "why are there tides", metadata: {} },
    { _id: "q 2/..", text: "where does salt come from" },
    { _id: "q3", text: "not judged" },
  ),
  "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t1\nq1\td 2/ä\t0\nq 2/..\td 2/ä\t1\n",
});

const testsIn = (dir: string): readonly SemanticTest[] =>
  loadBanks(join(dir, "test_banks"), { which: ["semantic"] }).semantic!;

test("BEIR becomes a bank and a knowledge base: grades as primary and secondary, ids of any characters", async () => {
  const [source, out] = [folder(beir()), folder()];
  const { stdout, exit } = await rehearse(
    "bank",
    "import",
    source,
    "--out",
    out,
    "--name",
    "my ../data",
    "--json",
  );
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    format: "beir",
    name: "my ../data",
    tests: 2,
    documents: 3,
    dry_run: false,
    notes: [`1 queries have no judgement in ${join(source, "qrels/test.tsv")}: left out.`],
  });
  const [first, second] = testsIn(out);
  expect(first).toMatchObject({
    test_id: "q1",
    prompt: "why are there tides",
    expected_primary: ["d1"],
    expected_secondary: ["d3"],
    not_expected: [],
    grades: [
      ["d1", 2],
      ["d3", 1],
    ],
  });
  expect(second).toMatchObject({ query_id: "q 2/..", expected_primary: ["d 2/ä"] });
  expect(second!.test_id).toMatch(/^q-2-..-[0-9a-f]{12}$/);
  const kb = loadKb(join(out, "kb"));
  expect(kb.byId.get("d 2/ä")).toMatchObject({ title: "d 2/ä", content: "Salt comes from the sea." });
  expect(kb.byId.get("d3")).toMatchObject({ title: "Boats", content: "Boats" });
  const checked = await rehearse(
    "check",
    "--target",
    "offline",
    "--test-banks",
    join(out, "test_banks"),
    "--out",
    join(out, "results"),
    "--json",
  );
  expect(JSON.parse(checked.stdout)).toMatchObject({ total_tests: 2, missing: 0 });
  const report = readFileSync((JSON.parse(checked.stdout) as { report_file: string }).report_file, "utf8");
  expect(report).toContain("| my ../data |");
});

test("nothing is overwritten without --force, and a dry run writes nothing", async () => {
  const [source, out] = [folder(beir()), folder()];
  const ask = ["bank", "import", source, "--out", out, "--name", "one"];
  expect((await rehearse(...ask, "--dry-run")).stdout).toContain("would write");
  expect(readdirSync(out)).toEqual([]);
  await rehearse(...ask);
  const before = readFileSync(join(out, "test_banks/semantic/one.json"), "utf8");
  writeFileSync(join(source, "queries.jsonl"), jsonLines({ _id: "q1", text: "changed" }));
  const again = await rehearse(...ask);
  expect([again.exit, again.stderr]).toEqual([
    2,
    expect.stringMatching(/one\.json already exists.*--force/s),
  ]);
  expect(readFileSync(join(out, "test_banks/semantic/one.json"), "utf8")).toBe(before);
  expect((await rehearse(...ask, "--force")).exit).toBe(0);
  expect(testsIn(out)[0]!.prompt).toBe("changed");
});

test("two banks with the same query ids need a prefix", async () => {
  const [source, out] = [
    folder({ "t.jsonl": jsonLines({ id: "1", query: "a", expected: ["x"] }) }),
    folder(),
  ];
  const ask = ["bank", "import", join(source, "t.jsonl"), "--out", out];
  await rehearse(...ask, "--name", "first");
  const twin = await rehearse(...ask, "--name", "second");
  expect(twin.stderr).toMatch(/t\.jsonl:1: the id "1" is taken \(in .*semantic\)/);
  expect((await rehearse(...ask, "--name", "second", "--prefix", "B-")).exit).toBe(0);
  expect(testsIn(out).map(({ test_id }) => test_id)).toEqual(["1", "B-1"]);
});

test("a test is found by its id, even if the id looks like one of another bank", async () => {
  const [source, out] = [
    folder({
      "t.jsonl": jsonLines({ id: "STATE-1", query: "a", expected: ["x"] }),
      "a.run": "STATE-1 Q0 x 1 1 r\n",
    }),
    folder(),
  ];
  await rehearse("bank", "import", join(source, "t.jsonl"), "--out", out);
  const checked = await rehearse(
    "check",
    "--target",
    join(source, "a.run"),
    "--test-banks",
    join(out, "test_banks"),
    "--test",
    "STATE-1",
    "--no-save",
    "--json",
    "--out",
    join(out, "results"),
  );
  expect(checked.stderr).not.toContain("Error");
  expect(JSON.parse(checked.stdout)).toMatchObject({ total_tests: 1, combined_score: 100 });
});

const topics = `<top>
<num> Number: 301
<title> International Organized Crime
<desc> Description:
Identify organizations that participate in
international criminal activity.
<narr> Narrative:
A relevant document must name an organization.
</top>

<top>
<num> Number: 302
<title> Poliomyelitis &amp; Post-Polio
</top>
`;
const qrels = "301 0 FBIS-1 2\n301 0 FBIS-2 1\n301 0 FBIS-3 0\n302\t0\tFT-1\t1\n303 0 FT-9 1\n";
const run =
  "301 Q0 FBIS-2 1 9.5 my-bm25\n301 Q0 FBIS-1 2 9.25 my-bm25\n302 Q0 FT-2 1 3 my-bm25\n302 Q0 FT-1 2 2 my-bm25\n";

test("TREC topics, judgements and a run: the run is scored without a call, in its own terms", async () => {
  const [source, out] = [folder({ "topics.301": topics, "qrels.txt": qrels, "a.run": run }), folder()];
  const files = ["topics.301", "qrels.txt", "a.run"].map((name) => join(source, name));
  const imported = JSON.parse(
    (await rehearse("bank", "import", ...files, "--out", out, "--prefix", "T-", "--json")).stdout,
  ) as Record<string, unknown>;
  expect(imported).toMatchObject({
    format: "trec",
    name: "qrels",
    tests: 2,
    runs: [files[2]],
    notes: [expect.stringMatching(/judges 1 topics that .* does not have/)],
  });
  expect(testsIn(out).map(({ test_id, query_id, prompt }) => ({ test_id, query_id, prompt }))).toEqual([
    { test_id: "T-301", query_id: "301", prompt: "International Organized Crime" },
    { test_id: "T-302", query_id: "302", prompt: "Poliomyelitis & Post-Polio" },
  ]);
  const { stdout, exit } = await rehearse(
    "check",
    "--target",
    files[2]!,
    "--test-banks",
    join(out, "test_banks"),
    "--out",
    join(out, "results"),
    "--json",
  );
  expect(exit).toBe(0);
  const answer = JSON.parse(stdout) as { results_file: string; report_file: string };
  expect(answer).toMatchObject({ combined_score: 100, total_tests: 2, missing: 0 });
  const { semantic, target, totals } = JSON.parse(readFileSync(answer.results_file, "utf8")) as CheckResults;
  expect(target).toMatchObject({ kind: "run", stages: ["my-bm25"] });
  expect(totals.all.attempts).toBe(0);
  // Grades 2 and 1 in the wrong order: (1 + 2/log2(3)) / (2 + 1/log2(3)).
  const second = 1 / Math.log2(3);
  expect(semantic!.results[0]!.metrics.final.ndcg).toBeCloseTo((1 + 2 * second) / (2 + second), 9);
  const report = readFileSync(answer.report_file, "utf8");
  expect(report).toContain("| my-bm25 (first 15) |");
  expect(report).toContain("| Retrieval | 100 |");
  expect(report).not.toMatch(/semantic|reranker|candidates|pattern|always/i);
});

test("a topic that the run lacks has no score", async () => {
  const [source, out] = [folder({ "qrels.txt": qrels, "a.run": run }), folder()];
  await rehearse("bank", "import", join(source, "qrels.txt"), "--out", out);
  const { stdout } = await rehearse(
    "check",
    "--target",
    join(source, "a.run"),
    "--test-banks",
    join(out, "test_banks"),
    "--out",
    join(out, "results"),
    "--json",
  );
  expect(JSON.parse(stdout)).toMatchObject({ total_tests: 3, missing: 1, combined_score: 100 });
});

test("another part of a topic is asked with --field", async () => {
  const [source, out] = [folder({ "topics.301": topics.split("\n\n")[0]!, "qrels.txt": qrels }), folder()];
  const files = ["topics.301", "qrels.txt"].map((name) => join(source, name));
  await rehearse("bank", "import", ...files, "--out", out, "--field", "description");
  expect(testsIn(out)[0]!.prompt).toBe(
    "Identify organizations that participate in international criminal activity.",
  );
});

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
  expect(stderr).toBe("");
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
  ["a run alone", { "a.run": run }, ["a.run"], /A TREC import needs one file of judgements/],
  [
    "no format",
    { "a.txt": "hello\n" },
    ["a.txt"],
    /a\.txt cannot be imported: its name and its first line fit no known format/,
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
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({
    format: "promptfoo",
    tests: 3,
    documents: 2,
    notes: [
      `${path}:7: latency is about the output, not about what was retrieved: left out.`,
      `${path}:15: contains is about the output, not about what was retrieved: left out (2 times).`,
      `${path}:20: context-faithfulness is about the answer, which check --answers reads for every test: left out.`,
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

test.each([
  [
    "a context outside the folder",
    "tests: [{ vars: { query: q, context: 'file://../../etc/passwd' } }]",
    /leads out of the folder/,
  ],
  [
    "a context that is not there",
    "tests: [{ vars: { query: q, context: 'file://no.md' } }]",
    /:1: "no\.md" does not exist/,
  ],
  ["tests outside the folder", "tests: file://../tests.yaml", /is not inside/],
  [
    "no tests",
    "prompts: [a]\nredteam: {}",
    /nothing to import[\s\S]*:2: redteam plugins say nothing about retrieval/,
  ],
  ["something else", "a: 1", /not a promptfoo config/],
  ["broken YAML", "tests:\n  - vars: {a: [}\n", /promptfooconfig\.yaml:2: /],
  [
    "too many aliases",
    `a: &a [1,1]\nb: &b [${"*a,".repeat(99)}]\nc: &c [${"*b,".repeat(99)}]\ntests: [${"*c,".repeat(99)}]`,
    /alias/,
  ],
])("promptfoo: %s", async (_, text, message) => {
  const [source, out] = [folder({ "promptfooconfig.yaml": text }), folder()];
  const { exit, stderr } = await rehearse(
    "bank",
    "import",
    join(source, "promptfooconfig.yaml"),
    "--out",
    out,
  );
  expect([exit, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(readdirSync(out)).toEqual([]);
});

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    "..",
    "../..",
    "/etc/passwd",
    "a/b",
    "A",
    "a",
    "CON",
    "nul.json",
    "__proto__",
    "é",
    "e\u0301",
    " x ",
    "\u202e",
    "%2e%2e",
  ),
  fc.constantFrom("x", "/", "ä").map((part) => part.repeat(1_500)),
);

test("any bank name and any ids: files stay in their folders, names never collide, and everything is read back", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyText, { minLength: 2, maxLength: 4 }),
      fc.uniqueArray(anyText, { minLength: 1, maxLength: 5 }),
      async (names, ids) => {
        const source = folder({
          "t.jsonl": jsonLines(
            ...ids.map((id) => ({ id, query: id, expected: [id], not_expected: [`${id}!`] })),
          ),
        });
        const home = folder();
        const out = join(home, "workspace");
        for (const [index, name] of names.entries()) {
          const { stderr, exit } = await rehearse(
            "bank",
            "import",
            join(source, "t.jsonl"),
            "--out",
            out,
            `--name=${name}`,
            `--prefix=${index}-`,
          );
          expect([exit, stderr.startsWith("Error")]).toEqual([0, false]);
        }
        expect(readdirSync(home)).toEqual(["workspace"]);
        const files = readdirSync(out, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => relative(out, join(entry.parentPath, entry.name)));
        expect(files.every((file) => dirname(file) === join("test_banks", "semantic"))).toBe(true);
        // On a disk that ignores case and composition too.
        expect(new Set(files.map((file) => file.normalize("NFC").toLowerCase())).size).toBe(names.length);
        const banks = loadBanks(join(out, "test_banks"), { which: ["semantic"] });
        expect(new Set(banks.names!.values())).toEqual(new Set(names));
        const read = banks.semantic!.filter(({ test_id }) => test_id.startsWith("0-"));
        expect(new Set(read.map(({ expected_primary }) => expected_primary[0]))).toEqual(new Set(ids));
        expect(new Set(read.map(({ query_id, test_id }) => query_id ?? test_id))).toEqual(new Set(ids));
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});

const cranfield = join(process.env["REHEARSE_DATA"] ?? "", "cranfield");
const present =
  process.env["REHEARSE_DATA"] !== undefined && existsSync(join(cranfield, "bm25.expected.json"));
if (!present)
  console.info("Cranfield is not imported: REHEARSE_DATA names no folder with cranfield/bm25.expected.json.");

test.runIf(present)(
  "Cranfield, imported, with its BM25 run: the known nDCG, recall and reciprocal rank",
  async () => {
    const out = folder();
    await rehearse("bank", "import", cranfield, "--out", out);
    const config = join(out, "rehearse.config.mts");
    writeFileSync(config, "export default { retrieval: { topK: 10, candidates: 10 } };");
    const { stdout, stderr } = await rehearse(
      "check",
      "--target",
      join(cranfield, "bm25.top100.run"),
      "--test-banks",
      join(out, "test_banks"),
      "--out",
      join(out, "results"),
      "--config",
      config,
      "--json",
    );
    expect(stderr).not.toContain("Error");
    const { results_file } = JSON.parse(stdout) as { results_file: string };
    const { semantic } = JSON.parse(readFileSync(results_file, "utf8")) as CheckResults;
    const { aggregate } = JSON.parse(readFileSync(join(cranfield, "bm25.expected.json"), "utf8")) as {
      aggregate: Record<string, number>;
    };
    expect(semantic!.metrics!.final.ndcg).toBeCloseTo(aggregate["ndcg_cut_10"]!, 5);
    expect(semantic!.metrics!.final.recall).toBeCloseTo(aggregate["recall_10"]!, 5);
    expect(semantic!.metrics!.stages![0]).toMatchObject({ name: "bm25", tests: 225 });
  },
);
