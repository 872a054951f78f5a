import { expect, test } from "vitest";
import { cautions } from "./cautions.ts";

const differing = (...names: string[]) =>
  cautions({ values: Object.fromEntries(names.map((name) => [name, ["a", "b"]])) });

test("one change needs no caution; several do, and so does another reader", () => {
  expect(differing("prompt", "prompt text", "replicate", "max turns")).toEqual([]);
  expect(differing("prompt text", "players")).toEqual([
    "Several things differ: the prompt, the players. Any of them may be the cause.",
  ]);
  expect(differing("narrator", "observer")).toEqual([
    "They were read by different readers, so their findings are not comparable.",
  ]);
});
