import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "./folders.ts";

test("a file in the way is named and left unchanged", () => {
  const file = join(mkdtempSync(join(tmpdir(), "make-")), "file");
  writeFileSync(file, "mine");
  expect(() => makeFolder(file)).toThrow(/is a file/);
  expect(() => makeFolder(join(file, "below"))).toThrow(/is a file/);
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("a name that is too long is refused with an explanation, and shown by its beginning", () => {
  const dir = mkdtempSync(join(tmpdir(), "make-"));
  expect(() => makeFolder(join(dir, "x".repeat(300)))).toThrow(
    /^Cannot create .*\/x{40}…: the name is too long \(ENAMETOOLONG\)\.$/,
  );
});
