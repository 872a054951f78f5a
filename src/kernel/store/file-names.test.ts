import * as fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkName, resolveInside, toName } from "./index.ts";

test.each([
  "a",
  "my-story.v2",
  "Größe 3",
  "история",
  "日本語",
  "x".repeat(120),
  "a..b",
  "console",
  "-x",
  "😀",
])("%j is a safe name", (name) => expect(checkName(name, "story")).toBe(name));

const unsafe = [
  ["", "x".repeat(121), "ü".repeat(61), ".", "..", ".hidden", " a", "a.", "a "],
  ["a/b", "a\\b", "a\0b", "a\nb", "a\u0085b", "a\u202etxt.exe", "a\u200bb", "a\u2028b", "a\ud800b"],
  ["CON", "nul.txt", "Com1.tar.gz", "lpt9", "a:b", "what?", "<a>", "a|b"],
].flat();
test.each(unsafe)("%j is refused", (name) => {
  const refused = { code: "unsafe-name", exit: 2, message: expect.stringContaining("story") };
  expect(() => checkName(name, "story")).toThrow(expect.objectContaining(refused));
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(fc.constantFrom("con", "nul", "COM1", ".", " ", "-", "_", "A", "é", "\u0301", "\ud800", "1"))
    .map((parts) => parts.join("")),
);

test("every text gets a safe name of its own, also on disks that ignore case", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(checkName(toName(a), "name")).toBe(toName(a));
      if (a !== b) expect(toName(a).toUpperCase()).not.toBe(toName(b).toUpperCase());
    }),
    { numRuns: 2_000 },
  );
  const near = [
    "a b",
    "a  b",
    "a-b",
    "A b",
    "a_b",
    " a b",
    "a/b",
    "a b\u200b",
    "\ud800",
    "\ud801",
    "x".repeat(121),
    "x".repeat(122),
  ];
  // The name of another text, taken as a text.
  near.push(toName("a b"), toName(toName("a b")));
  expect(new Set(near.map(toName)).size).toBe(near.length);
});

test("names stay readable", () => {
  for (const plain of ["opus-4.5", "turn_7", "x".repeat(120)]) expect(toName(plain)).toBe(plain);
  expect(toName("The Dragon's Lair!")).toMatch(/^the-dragon-s-lair-[0-9a-f]{8}$/);
  expect(toName("История 1")).toMatch(/^история-1-[0-9a-f]{8}$/);
  expect(toName("con.txt")).toMatch(/^con-txt-[0-9a-f]{8}$/);
  expect(toName("")).toMatch(/^unnamed-[0-9a-f]{8}$/);
});

/** A folder `root` beside a folder `elsewhere`. */
function folders(): { root: string; elsewhere: string } {
  const dir = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [root, elsewhere] = [join(dir, "root"), join(dir, "elsewhere")];
  mkdirSync(root);
  mkdirSync(elsewhere);
  return { root, elsewhere };
}

test("paths inside are returned whole, whether they exist or not, also if the root is a link", () => {
  const { root, elsewhere } = folders();
  mkdirSync(join(root, "real"));
  writeFileSync(join(root, "file"), "");
  symlinkSync("real", join(root, "link"));
  symlinkSync(root, join(elsewhere, "root-link"));
  expect(resolveInside(root)).toBe(root);
  expect(resolveInside(root, "a", "..", "..b")).toBe(join(root, "..b"));
  expect(resolveInside(root, "file", "below")).toBe(join(root, "file/below"));
  expect(resolveInside(join(root, "new"), "a")).toBe(join(root, "new/a"));
  expect(resolveInside(join(elsewhere, "root-link"), "link", "a")).toBe(join(elsewhere, "root-link/link/a"));
});

test.each([
  [[".."]],
  [["a", "../../x"]],
  [["/etc/passwd"]],
  [["../root-2/x"]],
  [["a\0b"]],
  [["link", "new"]],
])("%j is outside", (parts) => {
  const { root, elsewhere } = folders();
  symlinkSync(elsewhere, join(root, "link"));
  const refused = { code: "outside-folder", exit: 2, message: expect.not.stringContaining(elsewhere) };
  expect(() => resolveInside(root, ...parts)).toThrow(expect.objectContaining(refused));
});
