import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { guidePage } from "./index.ts";

test("a page of the guide is named as the working folder reaches it", () => {
  const root = resolve(import.meta.dirname, "../../..");
  expect(guidePage("retrieval.md", { cwd: root })).toBe(join("docs", "guide", "retrieval.md"));
  expect(guidePage("retrieval.md", { cwd: resolve(root, "..") })).toMatch(/^[^.].*docs.guide.retrieval\.md$/);
  expect(existsSync(guidePage("retrieval.md", { cwd: join(root, "src") }))).toBe(true);
});
