import { expect, test } from "vitest";
import { withChoice, withReference } from "./choice-order.ts";

test("choices keep their order, and the reference comes first", () => {
  const chosen = withChoice(withChoice(["my-prompt"], "my-prompt-2", true), "baseline", true);
  expect(chosen).toEqual(["my-prompt", "my-prompt-2", "baseline"]);
  expect(withReference(chosen, "baseline")).toEqual(["baseline", "my-prompt", "my-prompt-2"]);
  expect(withChoice(chosen, "my-prompt", false)).toEqual(["my-prompt-2", "baseline"]);
});
