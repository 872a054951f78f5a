import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shippedNames } from "./find-content.ts";

test("every prompt of the package is listed as shipped", () => {
  const files = readdirSync(join(import.meta.dirname, "../../../prompts")).map((file) =>
    file.replace(/\.md$/, ""),
  );
  expect(shippedNames("prompt")).toEqual(files.toSorted());
});
