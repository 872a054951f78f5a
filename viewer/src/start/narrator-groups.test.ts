import { expect, test } from "vitest";
import { narratorGroups } from "./narrator-groups.ts";

const model = (name: string, ready: boolean) => ({ name, model: name, ready, house: false });

test("a matrix offers every narrator: those without a key disabled, the house cast in its own group", () => {
  const house = { name: "house/looping", model: "house/looping", ready: true, house: true, note: "Repeats." };
  const [models, cast] = narratorGroups([model("a/x", false), model("b/y", true), house]);
  expect(models!.options).toEqual([{ value: "b/y" }, { value: "a/x", text: "a/x (no key)", disabled: true }]);
  expect(cast!.options).toEqual([{ value: "house/looping", text: "house/looping: Repeats." }]);
  expect(narratorGroups([model("a/x", false), house])[0]!.label).toMatch(/^House cast/);
});
