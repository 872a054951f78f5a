import { expect, test } from "vitest";
import { describe } from "./describe.ts";
import { GROUP } from "./holder.ts";
import type { Statement } from "./statement.ts";

test("whoever has several things has them in a sentence that is right for one and for many", () => {
  const said = (label: string) =>
    describe({ attribute: "holder", label, value: "amos pell" } as Statement, {
      entity: "",
      attribute: "holder",
      value: GROUP,
      turn: 5,
      quote: "",
    });
  expect(said("the room keys")).toBe(
    "Narrator said Amos Pell had the room keys, but in turn 5 the group had, and nothing was passed on.",
  );
  expect(said("the lamp")).not.toMatch(/\bit\b/);
});
