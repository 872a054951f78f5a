import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadKb } from "./index.ts";

const entity = (id: string, more = "", content = "What it is about.") =>
  `---\nentity_id: ${id}\ntype: KNOWLEDGE\ntitle: ${id}\nload_mode: SEMANTIC\ntags: [a, b]\nsummary: In short.\n${more}---\n${content}\n`;

const line = (id: string) =>
  JSON.stringify({
    entity_id: id,
    type: "KNOWLEDGE",
    title: "T",
    load_mode: "SEMANTIC",
    summary: "S",
    content: "C",
  });

function folder(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), "kb-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

test("every Markdown file below the folder but the README is an entity", () => {
  const kb = loadKb(
    folder({
      "knowledge/gray_rock.md": entity("gray_rock"),
      "deep/down/biff.md": entity("biff", "user_types: [PARENT]\nwhen: { last_rating: { gte: 4 } }\n"),
      "README.md": "# no entity",
      "notes.txt": "",
    }),
  );
  expect(kb.entities.map(({ entity_id }) => entity_id)).toEqual(["biff", "gray_rock"]);
  expect(kb.byId.get("biff")).toMatchObject({
    user_types: ["PARENT"],
    when: { last_rating: { gte: 4 } },
    content: "What it is about.",
  });
});

test("plain Markdown files are entities: title, summary and id follow from the text", () => {
  const warnings: string[] = [];
  const kb = loadKb(
    folder({
      "returns.md": "# Returns and refunds\n\nSend it back within\n30 days.\n\n## How\n\nPrint the label.\n",
      "deep/opening hours.md": "---\nauthor: Ann\n---\nWe open at nine.",
      "more.jsonl": '{"entity_id":"fees","content":"There is a fee."}\n',
    }),
    { onWarning: (warning) => warnings.push(warning) },
  );
  const text = { type: "KNOWLEDGE", load_mode: "SEMANTIC", tags: [] };
  expect(kb.entities).toEqual([
    {
      ...text,
      entity_id: "fees",
      title: "fees",
      summary: "There is a fee.",
      content: "There is a fee.",
    },
    {
      ...text,
      entity_id: "opening hours",
      title: "opening hours",
      summary: "We open at nine.",
      content: "We open at nine.",
    },
    {
      ...text,
      entity_id: "returns",
      title: "Returns and refunds",
      summary: "Send it back within 30 days.",
      content: expect.stringMatching(/^# Returns[^]*label\.$/),
    },
  ]);
  expect(warnings).toEqual([
    expect.stringMatching(/: fields not read: "author" \(deep.opening hours\.md\)$/),
  ]);
});

test("a site's tree of Markdown is read: one name in two folders, empty files, front matter of another tool", () => {
  const warnings: string[] = [];
  const kb = loadKb(
    folder({
      "a/index.md": "First.",
      "b/index.md": "---\ntype: post\ntitle: 404\ntags: news, old\n---\nSecond.",
      "rule.md": "---\nThird.\n---\n",
      "empty.md": "\n",
    }),
    { onWarning: (warning) => warnings.push(warning.slice(warning.indexOf(": ") + 2)) },
  );
  expect(kb.entities).toMatchObject([
    { entity_id: "a/index", content: "First." },
    { entity_id: "b/index", type: "KNOWLEDGE", title: "404", tags: ["news", "old"] },
    { entity_id: "rule", content: "---\nThird.\n---" },
  ]);
  expect(warnings).toEqual([
    "empty files left out: empty.md",
    `fields not read: type "post" (${join("b", "index.md")})`,
  ]);
});

test("a JSON Lines file has an entity in each line, with an id of any characters", () => {
  const ids = [
    "../../etc/passwd",
    "a b",
    "Ä/ö",
    "A",
    "a",
    "__proto__",
    "constructor",
    "x".repeat(2_000),
    "\u0000",
  ];
  const kb = loadKb(folder({ "corpus.jsonl": `\uFEFF${ids.map(line).join("\r\n\n")}\n` }));
  expect(new Set(kb.entities.map(({ entity_id }) => entity_id))).toEqual(new Set(ids));
  expect(Object.keys(kb.hashes).toSorted()).toEqual(ids.toSorted());
});

test("a hash changes with an entity's content, not with its place, its final line endings, or its neighbours", () => {
  const hashes = (files: Record<string, string>) => loadKb(folder(files)).hashes;
  const { one } = hashes({ "one.md": entity("one") });
  expect(hashes({ "elsewhere/1.md": `${entity("one")}\n\n`, "two.md": entity("two") })["one"]).toBe(one);
  expect(hashes({ "one.md": entity("one", "", "What it is really about.") })["one"]).not.toBe(one);
  expect(hashes({ "one.md": entity("one", "user_types: [PARENT]\n") })["one"]).not.toBe(one);
  expect(hashes({ "one.md": entity("one").replace("In short", "In brief") })["one"]).not.toBe(one);
});

test.each([
  [
    "the same id twice",
    { "a.md": entity("same"), "b.md": entity("same") },
    /b\.md: a\.md has the same entity_id same/,
  ],
  [
    "a condition that nobody knows",
    { "a.md": entity("a", "when: { n: { above: 1 } }\n") },
    /a\.md: when\.n: unknown field "above"/,
  ],
  ["broken facts", { "a.md": entity("ab", "tags: [c]\n") }, /a\.md: line 8: .*unique/],
  ["no content", { "a.md": entity("ab", "", "") }, /no entities found/],
  ["nothing at all", {}, /no entities found/],
  ["an empty id", { "a.md": entity('""') }, /entity_id: empty/],
  [
    "a line that is not JSON",
    { "a.jsonl": `${line("a")}\n{"entity_id":\n` },
    /a\.jsonl: line 2: not valid JSON/,
  ],
  ["a line without a field", { "a.jsonl": `\n{"entity_id":"a"}\n` }, /a\.jsonl: line 2: content: missing/],
  [
    "the same id in a line and a file",
    { "a.jsonl": line("same"), "b.md": entity("same") },
    /b\.md: a\.jsonl: line 1 has the same entity_id same/,
  ],
])("%s", (_, files: Record<string, string>, message) => {
  expect(() => loadKb(folder(files))).toThrow(message);
});
