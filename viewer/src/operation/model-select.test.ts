import { expect, test } from "vitest";
import { modelGroups } from "./model-select.tsx";

const model = (name: string, ready = true) => ({ name, model: name, ready, house: false });
const house = (name: string) => ({ name, model: name, ready: true, house: true });
const models = [model("opus-4.5", false), house("house"), house("house/looping"), model("local/narrator")];

test("a role is offered every model that is ready, then the house as no evidence, then those without a key", () => {
  expect(modelGroups({ models, house: "plain" })).toEqual([
    { label: "Models", options: [{ value: "local/narrator", text: "local/narrator" }] },
    {
      label: "House: free, not evidence about a prompt",
      options: [{ value: "house", text: "house (not evidence)" }],
    },
    { label: "No key set", options: [{ value: "opus-4.5", text: "opus-4.5 (no key)" }] },
  ]);
  const names = (offer: "cast" | "none") =>
    modelGroups({ models, house: offer }).flatMap(({ options }) => options.map(({ value }) => value));
  expect(names("cast")).toEqual(["local/narrator", "house", "house/looping", "opus-4.5"]);
  expect(names("none")).toEqual(["local/narrator", "opus-4.5"]);
});
