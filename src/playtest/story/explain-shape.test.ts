import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { story } from "../../contract/index.ts";
import { explainShape } from "./explain-shape.ts";
import { findContent } from "./find-content.ts";

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
    "a missing field",
    (guide) => delete (guide as Record<string, unknown>).title,
    "title: missing (expected text)",
  ],
  [
    "a missing version",
    (guide) => delete (guide as Record<string, unknown>).version,
    "version: missing (expected 1)",
  ],
  [
    "a missing field of a pulse",
    (guide) => delete first(guide).title,
    `pulse "${id}", title: missing (expected text)`,
  ],
  [
    "a number in place of text",
    (guide) => (first(guide).title = 7),
    `pulse "${id}", title: expected text, found 7`,
  ],
  ["an empty text", (guide) => (first(guide).title = ""), `pulse "${id}", title: empty (expected text)`],
  ["a part without an id", (guide) => delete first(guide).id, "pulse 1, id: missing (expected text)"],
  [
    "a part of a part",
    (guide) => (first(guide).choice.options[1]!.label = 3),
    `pulse "${id}", choice, option 2, label: expected text, found 3`,
  ],
  [
    "too few",
    (guide) => (first(guide).choice.options.length = 1),
    `pulse "${id}", choice, options: at least 2 needed, found 1`,
  ],
  [
    "too many",
    (guide) => (guide.pulses = Array.from({ length: 61 }, () => first(guide))),
    "pulses: at most 60 allowed, found 61",
  ],
  [
    "a text that is too long",
    (guide) => void Object.assign(guide, { text: "x".repeat(400_001) }),
    "text: at most 400,000 characters allowed, found 400,001",
  ],
  [
    "an unknown kind",
    (guide) => (first(guide).kind = "scen"),
    `pulse "${id}", kind: "scen" is not one of "scene", "revelation", "confrontation", "challenge", "decision". Did you mean scene?`,
  ],
  [
    "a misspelt field",
    (guide) => void Object.assign(first(guide), { sumary: first(guide).summary, summary: undefined }),
    `pulse "${id}": unknown field "sumary". Did you mean summary?`,
  ],
  [
    "an id with a space",
    (guide) => (first(guide).id = "The Bus"),
    'pulse "The Bus", id: "The Bus": use lower-case words joined by hyphens',
  ],
])("%s is explained in the words of a guide", (_, change, expected) => {
  expect(problemsWith(change)).toContain(expected);
});

test("every problem is listed, without the validator's own wording", () => {
  const all = problemsWith(
    (guide) => (guide.pulses = Array.from({ length: 30 }, () => ({})) as unknown as Guide["pulses"]),
  );
  expect(all).toHaveLength(60);
  expect(all.join("\n")).not.toMatch(/received|Invalid|undefined/);
  expect(explainShape(story.safeParse([]).error!, [])).toEqual([
    "the guide: expected an object { … }, found a list",
  ]);
});
