/** Data of other tools, in their documented formats, become banks that `check` runs. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadBanks, loadKb } from "../../src/retrieval/index.ts";
import { beir, folder, jsonLines, rehearse, testsIn } from "./import-command.ts";

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
  expect(second).toMatchObject({ name: "q 2/..", expected_primary: ["d 2/ä"] });
  expect(second!.test_id).toMatch(/^q-2-..-[0-9a-f]{12}$/);
  const kb = loadKb(join(out, "kb"));
  expect(kb.byId.get("d 2/ä")).toMatchObject({ title: "d 2/ä", content: "Salt comes from the sea." });
  expect(kb.byId.get("d3")).toMatchObject({ title: "Boats", content: "Boats" });
  const check = ["check", "--target", "offline", "--test-banks", join(out, "test_banks")];
  const checked = await rehearse(...check, "--out", join(out, "results"), "--json");
  expect(JSON.parse(checked.stdout)).toMatchObject({ total_tests: 2, missing: 0 });
  const one = await rehearse(...check, "--no-save", "--verbose", "--test", second!.test_id);
  expect(one.stdout).toMatch(/^q-2-..-[0-9a-f]{12}: .* \(q 2\/\.\.\)$/m);
  const report = readFileSync((JSON.parse(checked.stdout) as { report_file: string }).report_file, "utf8");
  expect(report).toContain("on my ../data\n");
});

test("nothing is overwritten", async () => {
  const [source, out] = [folder(beir()), folder()];
  const ask = ["bank", "import", source, "--out", out, "--name", "one"];
  await rehearse(...ask);
  const before = readFileSync(join(out, "test_banks/semantic/one.json"), "utf8");
  writeFileSync(join(source, "queries.jsonl"), jsonLines({ _id: "q1", text: "changed" }));
  const again = await rehearse(...ask);
  expect([again.exit, again.stderr]).toEqual([2, expect.stringMatching(/one\.json already exists/)]);
  expect(readFileSync(join(out, "test_banks/semantic/one.json"), "utf8")).toBe(before);
});

test("of two banks with the same query ids the second gets its name before them", async () => {
  const [source, out] = [
    folder({ "t.jsonl": jsonLines({ id: "1", query: "a", expected: ["x"] }) }),
    folder(),
  ];
  const ask = ["bank", "import", join(source, "t.jsonl"), "--out", out];
  // Without documents only the user's own system can be asked, and its address is not known.
  expect((await rehearse(...ask, "--name", "first")).stdout).toMatch(
    /\nNext: .* check --target TARGET --test-banks .*\nTARGET is your own system: its address, or a target file \(.*retrieval\.md\)\.\n/,
  );
  const twin = await rehearse(...ask, "--name", "second");
  expect(twin.stdout).toContain("another bank has tests with these ids: here they begin with second-.");
  expect(testsIn(out).map(({ test_id }) => test_id)).toEqual(["1", "second-1"]);
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
        for (const name of names) {
          const { stderr, exit } = await rehearse(
            "bank",
            "import",
            join(source, "t.jsonl"),
            "--out",
            out,
            `--name=${name}`,
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
        const read = banks.semantic!.filter(({ test_id }) => banks.names!.get(test_id) === names[0]);
        expect(new Set(read.map(({ expected_primary }) => expected_primary[0]))).toEqual(new Set(ids));
        expect(new Set(read.map(({ name, test_id }) => name || test_id))).toEqual(new Set(ids));
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});
