/** Data of other tools, in their documented formats, become banks that `check` runs. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckResults } from "../../src/contract/index.ts";
import { loadBanks, loadKb } from "../../src/retrieval/index.ts";
import { beir, folder, jsonLines, rehearse, testsIn, trecRun as run } from "./import-command.ts";

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
  expect(second).toMatchObject({ query_id: "q 2/..", name: "q 2/..", expected_primary: ["d 2/ä"] });
  expect(second!.test_id).toMatch(/^q-2-..-[0-9a-f]{12}$/);
  const kb = loadKb(join(out, "kb"));
  expect(kb.byId.get("d 2/ä")).toMatchObject({ title: "d 2/ä", content: "Salt comes from the sea." });
  expect(kb.byId.get("d3")).toMatchObject({ title: "Boats", content: "Boats" });
  const check = ["check", "--target", "offline", "--test-banks", join(out, "test_banks")];
  const checked = await rehearse(...check, "--out", join(out, "results"), "--json");
  expect(JSON.parse(checked.stdout)).toMatchObject({ total_tests: 2, missing: 0 });
  const one = await rehearse(...check, "--no-save", "--verbose", "--test", "q 2/..");
  expect(one.stdout).toMatch(/^q-2-..-[0-9a-f]{12}: .* \(q 2\/\.\.\)$/m);
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
  // Without documents only the user's own system can be asked, and its address is not known.
  expect((await rehearse(...ask, "--name", "first")).stdout).toMatch(
    /\nNext: .* check --target TARGET --test-banks .*\nTARGET is your own system: its address, or a target file \(.*import\.md\)\.\n/,
  );
  const twin = await rehearse(...ask, "--name", "second");
  expect(twin.stderr).toMatch(/t\.jsonl:1: the id "1" is taken \(in .*semantic\)/);
  expect(twin.stderr).toContain("Give these tests other ids with --prefix TEXT");
  expect((await rehearse(...ask, "--name", "second", "--prefix", "B-")).exit).toBe(0);
  expect(testsIn(out).map(({ test_id }) => test_id)).toEqual(["1", "B-1"]);
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
