import { expect, test } from "vitest";
import { shownFirst } from "./overview.ts";
import type { IndexedRun } from "./run-index.ts";

const run = (target: string) => ({ digest: { target } }) as IndexedRun;

test("the page opens on the usual target if it was checked, otherwise on the one that was checked last", () => {
  expect(shownFirst([run("mine"), run("built-in")], "built-in")).toBe("built-in");
  expect(shownFirst([run("built-in, offline"), run("mine")], "built-in")).toBe("built-in, offline");
  expect(shownFirst([], "built-in")).toBe("built-in");
});
