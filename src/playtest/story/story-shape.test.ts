import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { story } from "../../contract/index.ts";

const least = { version: 1, id: "a-walk", title: "A Walk" };

test.each([
  ["the author's own text", { text: "# A Walk\n\nThey walk." }],
  ["a premise", { premise: "You walk." }],
  ["a beat with a title", { pulses: [{ id: "gate", title: "The Gate" }] }],
])("a guide needs no more than an id, a title and %s", (_, given) => {
  const guide = story.parse({ ...least, ...given });
  expect(guide).toMatchObject({ npcs: [], locations: [], devices: [], endings: [], names: [] });
  expect(guide.questions).toHaveLength(3);
});

test("a guide with nothing to tell is refused", () => {
  expect(story.safeParse(least).error!.issues).toMatchObject([
    { message: "a guide needs text, a premise or pulses" },
  ]);
});

const folder = new URL("../../../stories/", import.meta.url);
test.each(readdirSync(folder).filter((name) => name.endsWith(".json")))(
  "the shipped guide %s reads as it is written",
  (name) => {
    const written = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as object;
    expect(story.parse(written)).toMatchObject(written);
  },
);
