import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorCodes } from "./index.ts";

const folder = `${import.meta.dirname}/../..`;
const sources = globSync("**/*.ts", { cwd: folder })
  .filter((file) => !file.endsWith(".test.ts") && !file.endsWith("error-codes.ts"))
  .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
  .join("\n");

test("few codes exist, and each is used", () => {
  const codes = Object.keys(errorCodes);
  expect(codes.length).toBeLessThanOrEqual(90);
  expect(codes.filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
});
