import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { story } from "../../contract/index.ts";
import { explainShape } from "./explain-shape.ts";
import { findContent } from "./shipped.ts";

type Guide = Record<string, never> & {
  pulses: Array<Record<string, unknown> & { choice: { options: Array<Record<string, unknown>> } }>;
};

function problemsWith(change: (guide: Guide) => void): string[] {
  const guide = JSON.parse(readFileSync(findContent("story", "long-quiet").path, "utf8")) as Guide;
  change(guide);
  const { error } = story.safeParse(guide);
  return explainShape(error!, guide);
}
const first = (guide: Guide) => guide.pulses[0]!;
const id = (JSON.parse(readFileSync(findContent("story", "long-quiet").path, "utf8")) as Guide).pulses[0]!
  .id as string;

test.each<[string, (guide: Guide) => void, string]>([
  [
    "a field that is not there",
    (guide) => delete (guide as Record<string, unknown>).setting,
    "setting: it is missing; an object { … } belongs here",
  ],
  [
    "a field of a pulse that is not there",
    (guide) => delete first(guide).summary,
    `pulse "${id}", summary: it is missing; a text belongs here`,
  ],
  [
    "a number for a text",
    (guide) => (first(guide).title = 7),
    `pulse "${id}", title: a text belongs here, not 7`,
  ],
  ["an empty text", (guide) => (first(guide).title = ""), `pulse "${id}", title: it is empty`],
  [
    "a part without an id",
    (guide) => delete first(guide).id,
    "pulse 1, id: it is missing; a text belongs here",
  ],
  [
    "a part of a part",
    (guide) => (first(guide).choice.options[1]!.label = 3),
    `pulse "${id}", choice, option 2, label: a text belongs here, not 3`,
  ],
  [
    "too few",
    (guide) => (first(guide).details = ["one"]),
    `pulse "${id}", details: at least 2 are needed, and there is 1`,
  ],
  [
    "none of the kinds",
    (guide) => (first(guide).kind = "scen"),
    `pulse "${id}", kind: "scen" is none of "scene", "revelation", "confrontation", "challenge", "decision". Did you mean scene?`,
  ],
  [
    "a misspelt field",
    (guide) => void Object.assign(first(guide), { sumary: first(guide).summary, summary: undefined }),
    `pulse "${id}": "sumary" is no field of it. Did you mean summary?`,
  ],
  [
    "an id with a space",
    (guide) => (first(guide).id = "The Bus"),
    'pulse "The Bus", id: "The Bus": use lower-case words joined by hyphens',
  ],
])("%s is told in the words of a guide", (_, change, expected) => {
  expect(problemsWith(change)).toContain(expected);
});

test("no word of the schema's own reaches a writer, and only so many problems are listed", () => {
  const all = problemsWith(
    (guide) => (guide.pulses = Array.from({ length: 30 }, () => ({})) as unknown as Guide["pulses"]),
  );
  expect(all).toHaveLength(11);
  expect(all.at(-1)).toMatch(/^and \d+ more$/);
  expect(all.join("\n")).not.toMatch(/expected|received|Invalid|undefined/);
  expect(explainShape(story.safeParse([]).error!, [])).toEqual([
    "the guide: an object { … } belongs here, not a list",
  ]);
});
