import { expect, test } from "vitest";
import { shippedNames } from "./find-content.ts";
import { guideSource, inspectGuide, loadStory } from "./load-story.ts";

test.each(shippedNames("story"))("the text of the shipped guide %s gives the same guide again", (name) => {
  const guide = loadStory(name);
  const { format, text } = guideSource(guide);
  expect(format).toBe("json");
  expect(inspectGuide({ name: guide.id, text })).toMatchObject({ guide });
});

const text =
  "# The Lamp\n\nA keeper waits.\n\n## 1. The door\n\nIt opens.\n\n## 2. The stairs\n\nThey creak.";

test("a guide that is all in its text stays Markdown; what front matter gave makes it JSON", () => {
  const { guide } = inspectGuide({ name: "the-lamp", text });
  expect(guideSource(guide!)).toEqual({ format: "markdown", text });
  const named = inspectGuide({ name: "the-lamp", text: `---\nnames: [Ada, Ben]\n---\n${text}` }).guide!;
  const source = guideSource(named);
  expect(source.format).toBe("json");
  expect(inspectGuide({ name: "the-lamp", text: source.text }).guide).toEqual(named);
});

test("a guide with a text and a structure that the text does not give is JSON", () => {
  const { guide } = inspectGuide({ name: "the-lamp", text });
  const changed = { ...guide!, npcs: [{ id: "keeper", name: "The Keeper", lines: [] }] };
  const { format, text: source } = guideSource(changed);
  expect(format).toBe("json");
  expect(inspectGuide({ name: "other", text: source }).guide).toEqual(changed);
});

test.each([
  ['{ "version": 1,\n  "id": }', /line 2, column 9/],
  ['{ "version": 1, "id": "x", "title": "X", "pulses": [{ "id": "a" }] }', /pulse "a", title: missing/],
  ["", /empty/],
  ["a\0b", /binary/],
  [
    "---\nbeets: none\n---\nText",
    /front matter: unknown field "beets" \(did you mean beats\?\)\. Known: title, /,
  ],
])("problems of a text name the place: %j", (source, problem) => {
  const { problems } = inspectGuide({ name: "x", text: source });
  expect(problems.find(({ severity }) => severity === "error")!.problem).toMatch(problem);
});
