import { expect, test, onTestFinished } from "vitest";
import { HarnessError } from "../errors/index.ts";
import { checkName, toName, resolveInside } from "./index.ts";
import * as fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

test.each([
  "a",
  "my-story.v2",
  "opus-4.5",
  "Größe 3",
  "история",
  "日本語",
  "x".repeat(120),
  "a..b",
  "console",
  "com10",
  "nulls.txt",
  "-x",
  "😀",
])("%j is a safe name", (name) => expect(checkName(name, "story")).toBe(name));

test.each([
  ["", "empty"],
  ["x".repeat(121), "121 bytes"],
  ["x".repeat(300), "300 bytes"],
  ["ü".repeat(61), "122 bytes"],
  [".", "dot"],
  ["..", "dot"],
  [".hidden", "starts with a dot"],
  ["a/b", "separator"],
  ["..\\b", "dot"],
  ["a\\b", "separator"],
  ["a\0b", "control"],
  ["a\nb", "control"],
  ["a\u007f", "control"],
  ["a\u0085b", "control"],
  ["a.", "ends with"],
  ["a ", "ends with"],
  ["a\u00a0", "ends with"],
  ["CON", "Windows"],
  ["nul.txt", "Windows"],
  ["Com1.tar.gz", "Windows"],
  ["lpt9", "Windows"],
  ["COM¹", "Windows"],
  ["aux .md", "Windows"],
  ["a:b", "one of"],
  ["a*b", "one of"],
  ["what?", "one of"],
  ['a"b', "one of"],
  ["<a>", "one of"],
  ["a|b", "one of"],
  ["a\u202etxt.exe", "invisible"],
  ["a\u2066b", "invisible"],
  ["a\u200bb", "invisible"],
  ["a\u200db", "invisible"],
  ["\ufeffa", "invisible"],
  ["a\u00adb", "invisible"],
  ["a\u2028b", "invisible"],
  ["a\u3164b", "invisible"],
  ["a\ud800b", "invisible"],
])("%j is refused", (name, why) => {
  const error = refusal(name);
  expect(error).toMatchObject({ code: "unsafe-name", exit: 2 });
  expect(error.message).toContain("story");
  expect(error.message).toContain(why);
});

function refusal(name: string): HarnessError {
  try {
    checkName(name, "story");
  } catch (error) {
    if (error instanceof HarnessError) return error;
  }
  throw new Error(`${JSON.stringify(name)} was not refused`);
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        "con",
        "nul",
        "COM1",
        "lpt¹",
        ".",
        "..",
        " ",
        "-",
        "_",
        "a",
        "A",
        "é",
        "\u0301",
        "ﬃ",
        "℀",
        "\ud800",
        "\udc00",
        "\u200b",
        "\u3164",
        "1",
      ),
    )
    .map((parts) => parts.join("")),
);
const runs = { numRuns: 3_000 };

test("every text gets a safe name, always the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = toName(text);
      expect(checkName(name, "name")).toBe(name);
      expect(toName(text)).toBe(name);
    }),
    runs,
  );
});

test("different texts get different names, also on disks that ignore case", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      fc.pre(a !== b);
      expect(toName(a).toUpperCase()).not.toBe(toName(b).toUpperCase());
    }),
    runs,
  );
});

test("nearly the same texts get different names", () => {
  const variants = [
    "a b",
    "a  b",
    "a-b",
    "A b",
    "a_b",
    "a.b",
    " a b",
    "a b.",
    "a/b",
    "á b",
    "a\u0301 b",
    "a b\u200b",
    "\ud800",
    "\ud801",
    "x".repeat(120),
    "x".repeat(121),
    "x".repeat(122),
  ];
  // The name of another text, taken as a text.
  variants.push(toName("a b"), toName(toName("a b")));
  expect(new Set(variants.map(toName)).size).toBe(variants.length);
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

const outside = expect.objectContaining({ code: "outside-folder", exit: 2 });

test("paths inside are returned whole, whether they exist or not", () => {
  const { root } = folders();
  writeFileSync(join(root, "file"), "");
  expect(resolveInside(root)).toBe(root);
  expect(resolveInside(root, "a", "b/c")).toBe(join(root, "a/b/c"));
  expect(resolveInside(root, "a", "..", "..b")).toBe(join(root, "..b"));
  expect(resolveInside(root, "file", "below")).toBe(join(root, "file/below"));
  expect(resolveInside(join(root, "new"), "a")).toBe(join(root, "new/a"));
});

test.each([[[".."]], [["a", "../../x"]], [["/etc/passwd"]], [["../root-2/x"]], [["a\0b"]]])(
  "%j is outside",
  (parts) => {
    const { root } = folders();
    expect(() => resolveInside(root, ...parts)).toThrow(outside);
  },
);

test("a symbolic link cannot lead outside: to a folder, to a missing file, or through another link", () => {
  const { root, elsewhere } = folders();
  symlinkSync(elsewhere, join(root, "folder"));
  symlinkSync(join(elsewhere, "not-yet"), join(root, "dangling"));
  symlinkSync("dangling", join(root, "second"));
  symlinkSync("../elsewhere/new/deep", join(root, "relative"));
  for (const parts of [["folder"], ["folder", "new", "file"], ["dangling"], ["second"], ["relative", "x"]]) {
    expect(() => resolveInside(root, ...parts)).toThrow(outside);
    expect(() => resolveInside(root, ...parts)).not.toThrow(
      expect.objectContaining({ message: expect.stringContaining(elsewhere) }),
    );
  }
});

test("links that stay inside are allowed, also to missing files, also if the root is a link", () => {
  const { root, elsewhere } = folders();
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "link"));
  symlinkSync("real/later", join(root, "dangling"));
  symlinkSync(root, join(elsewhere, "root-link"));
  expect(resolveInside(root, "link", "a")).toBe(join(root, "link/a"));
  expect(resolveInside(root, "dangling", "a")).toBe(join(root, "dangling/a"));
  expect(resolveInside(join(elsewhere, "root-link"), "link", "a")).toBe(join(elsewhere, "root-link/link/a"));
});

test("refuses circular links", () => {
  const { root } = folders();
  symlinkSync("b", join(root, "a"));
  symlinkSync("a", join(root, "b"));
  expect(() => resolveInside(root, "a", "x")).toThrow(outside);
});
