import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HarnessError } from "../errors/index.ts";
import { readJson } from "./read-json.ts";

const folder = mkdtempSync(join(tmpdir(), "read-json-"));
const file = (text: string): string => {
  const path = join(folder, "some.json");
  writeFileSync(path, text);
  return path;
};
const bad = (problem: string) =>
  new HarnessError({ code: "bad-thing", message: `It is no thing: ${problem}.`, remedy: "Mend it." });

test("what it holds, with or without a byte order mark", () => {
  expect(readJson(file('{ "a": [1] }'), bad)).toEqual({ a: [1] });
  expect(readJson(file("\uFEFF[]"), bad)).toEqual([]);
});

test("what is no JSON is told with the place; what cannot be opened as such", () => {
  expect(() => readJson(file('{\n  "a": 1\n  "b": 2 }'), bad)).toThrow(
    expect.objectContaining({
      code: "bad-thing",
      message: expect.stringMatching(/^It is no thing: .*line 3, column 3/) as unknown,
    }) as Error,
  );
  expect(() => readJson(join(folder, "nowhere.json"), bad)).toThrow(
    expect.objectContaining({
      code: "not-found",
      exit: 2,
      message: expect.stringContaining("nowhere.json") as unknown,
    }) as Error,
  );
  expect(() => readJson(folder, bad)).toThrow(expect.objectContaining({ code: "is-a-folder" }) as Error);
});
