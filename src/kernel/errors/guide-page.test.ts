import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { guidePage } from "./index.ts";

test("a page of the guide is named as the working folder reaches it", () => {
  const root = resolve(import.meta.dirname, "../../..");
  expect(guidePage("import.md", { cwd: root })).toBe(join("docs", "guide", "import.md"));
  expect(guidePage("import.md", { cwd: resolve(root, "..") })).toMatch(/^[^.].*docs.guide.import\.md$/);
  expect(existsSync(guidePage("import.md", { cwd: join(root, "src") }))).toBe(true);
});
