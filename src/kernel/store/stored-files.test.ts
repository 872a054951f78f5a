import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  copy,
  exists,
  fileInfo,
  listFolder,
  move,
  namesIn,
  readLines,
  remove,
  readJson,
} from "./stored-files.ts";
import { readText } from "./read-file.ts";
import { HarnessError } from "../errors/index.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "stored-files-"));
  mkdirSync(join(dir, "inner"));
  writeFileSync(join(dir, "b.txt"), "b");
  writeFileSync(join(dir, "inner", "a.txt"), "a");
  symlinkSync(join(dir, "b.txt"), join(dir, "link"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a folder lists its entries and their kinds, sorted", () => {
  expect(listFolder(dir)).toEqual([
    { name: "b.txt", kind: "file" },
    { name: "inner", kind: "folder" },
    { name: "link", kind: "link" },
  ]);
  expect(listFolder(dir, { deep: true }).map(({ name }) => name)).toEqual([
    "b.txt",
    "inner",
    join("inner", "a.txt"),
    "link",
  ]);
  expect(namesIn(join(dir, "missing"))).toEqual([]);
});

test("move, copy and remove work on files and folders", () => {
  copy(join(dir, "inner"), join(dir, "copied"));
  move(join(dir, "inner"), join(dir, "moved"));
  expect([readText(join(dir, "copied", "a.txt")), readText(join(dir, "moved", "a.txt"))]).toEqual(["a", "a"]);
  remove(join(dir, "copied"));
  remove(join(dir, "never there"));
  expect([exists(join(dir, "copied")), exists(join(dir, "inner"))]).toEqual([false, false]);
});

test("a copy keeps the files' times and contains only the selected files", () => {
  const before = fileInfo(join(dir, "inner", "a.txt"))!;
  writeFileSync(join(dir, "inner", "skipped.txt"), "");
  copy(join(dir, "inner"), join(dir, "chosen"), { only: (path) => !path.endsWith("skipped.txt") });
  expect(listFolder(join(dir, "chosen")).map(({ name }) => name)).toEqual(["a.txt"]);
  expect(fileInfo(join(dir, "chosen", "a.txt"))!.modifiedMs).toBeCloseTo(before.modifiedMs, 0);
});

const folder = mkdtempSync(join(tmpdir(), "read-json-"));
const file = (text: string): string => {
  const path = join(folder, "some.json");
  writeFileSync(path, text);
  return path;
};
const bad = (problem: string) =>
  new HarnessError({ code: "bad-file", message: `It is not a thing: ${problem}.`, remedy: "Fix it." });

test("reads JSON with or without a byte order mark", () => {
  expect(readJson(file('{ "a": [1] }'), bad)).toEqual({ a: [1] });
  expect(readJson(file("\uFEFF[]"), bad)).toEqual([]);
});

test("invalid JSON is reported with its position; an unreadable file as such", () => {
  expect(() => readJson(file('{\n  "a": 1\n  "b": 2 }'), bad)).toThrow(
    expect.objectContaining({
      code: "bad-file",
      message: expect.stringMatching(/^It is not a thing: .*line 3, column 3/) as unknown,
    }) as Error,
  );
  expect(() => readJson(join(folder, "nowhere.json"), bad)).toThrow(
    expect.objectContaining({
      code: "not-found",
      exit: 2,
      message: expect.stringContaining("nowhere.json") as unknown,
    }) as Error,
  );
  expect(() => readJson(folder, bad)).toThrow(expect.objectContaining({ code: "bad-path" }) as Error);
});

test("lines have any line end; a byte order mark and an empty last line are left out", () => {
  const path = join(dir, "lines.txt");
  writeFileSync(path, "\uFEFFone\r\n\né\nlast");
  expect(readLines(path)).toEqual(["one", "", "é", "last"]);
  writeFileSync(path, "one\n");
  expect(readLines(path)).toEqual(["one"]);
  writeFileSync(path, "");
  expect(readLines(path)).toEqual([]);
});

test("a compressed file is refused as text", () => {
  writeFileSync(join(dir, "a.gz"), Buffer.from([0x1f, 0x8b, 0x08, 0xff]));
  expect(() => readLines(join(dir, "a.gz"))).toThrow(/a\.gz is not UTF-8 text/);
});
