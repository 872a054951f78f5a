import { expect, test } from "vitest";
import { guideSource } from "./guide-source.ts";
import { shippedNames } from "./find-content.ts";
import { inspectGuide, loadStory } from "./load-story.ts";

test.each(shippedNames("story"))("the text of the shipped guide %s gives the same guide again", (name) => {
  const guide = loadStory(name);
  const { format, text } = guideSource(guide);
  expect(format).toBe("json");
  expect(text).not.toContain("[]");
  expect(inspectGuide({ name: guide.id, text })).toMatchObject({ guide });
});

const text =
  "# The Lamp\n\nA keeper waits.\n\n## 1. The door\n\nIt opens.\n\n## 2. The stairs\n\nThey creak.";

test.each([
  ["its text", text, text],
  ["a title of its own", `---\ntitle: Lamps\n---\n${text}`, /^---\ntitle: Lamps\n---\n\n# The Lamp/],
  ["names and a genre", `---\nnames: [Ada, Ben]\ngenre: horror\n---\n${text}`, /names:\n {2}- Ada/],
  ["no beats", `---\nbeats: none\n---\n${text}`, /beats: none/],
])("a guide written as Markdown stays Markdown: %s", (_, written, expected) => {
  const { guide } = inspectGuide({ name: "the-lamp", text: written });
  const source = guideSource(guide!);
  expect(source.format).toBe("markdown");
  expect(source.text).toMatch(expected);
  expect(inspectGuide({ name: "the-lamp", text: source.text }).guide).toEqual(guide);
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
  ["---\nbeets: none\n---\nText", /front matter: unknown "beets"/],
])("problems of a text name the place: %j", (source, problem) => {
  const { problems } = inspectGuide({ name: "x", text: source });
  expect(problems.find(({ severity }) => severity === "error")!.problem).toMatch(problem);
});
