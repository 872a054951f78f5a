import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resolveInside } from "./index.ts";

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

test("paths inside are given whole, whether they exist or not", () => {
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

test("a symbolic link does not lead out: to a folder, to a file not there yet, by way of another link", () => {
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

test("links that stay inside are fine, also to what is not there yet, also where the root is a link", () => {
  const { root, elsewhere } = folders();
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "link"));
  symlinkSync("real/later", join(root, "dangling"));
  symlinkSync(root, join(elsewhere, "root-link"));
  expect(resolveInside(root, "link", "a")).toBe(join(root, "link/a"));
  expect(resolveInside(root, "dangling", "a")).toBe(join(root, "dangling/a"));
  expect(resolveInside(join(elsewhere, "root-link"), "link", "a")).toBe(join(elsewhere, "root-link/link/a"));
});

test("links in circles are refused", () => {
  const { root } = folders();
  symlinkSync("b", join(root, "a"));
  symlinkSync("a", join(root, "b"));
  expect(() => resolveInside(root, "a", "x")).toThrow(outside);
});
