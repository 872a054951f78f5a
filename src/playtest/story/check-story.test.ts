import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { story } from "../../contract/index.ts";
import { checkStory, explainShape } from "./check-story.ts";
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
  [
    "a commitment without content",
    (guide) => void Object.assign(guide, { commitments: [{}] }),
    "commitment 1: give exactly one of must, mustNever and before",
  ],
  [
    "a commitment of two kinds",
    (guide) => void Object.assign(guide, { commitments: [{ must: "a", mustNever: "b" }] }),
    "commitment 1: give exactly one of must, mustNever and before",
  ],
  [
    "a misspelt commitment",
    (guide) => void Object.assign(guide, { commitments: [{ mustnever: "a" }] }),
    'commitment 1: unknown field "mustnever". Did you mean mustNever?',
  ],
  [
    "half an order",
    (guide) => void Object.assign(guide, { commitments: [{ before: ["a"] }] }),
    "commitment 1, before: at least 2 needed, found 1",
  ],
  [
    "too many commitments",
    (guide) => void Object.assign(guide, { commitments: Array.from({ length: 21 }, () => ({ must: "a" })) }),
    "commitments: at most 20 allowed, found 21",
  ],
])("%s is explained in terms of a guide", (_, change, expected) => {
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

const least = { version: 1, id: "a-walk", title: "A Walk" };

test.each([
  ["the author's own text", { text: "# A Walk\n\nThey walk." }],
  ["a premise", { premise: "You walk." }],
  ["a beat with a title", { pulses: [{ id: "gate", title: "The Gate" }] }],
])("a guide needs only an id, a title and %s", (_, given) => {
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
  "the shipped guide %s is valid",
  (name) => {
    const written = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as object;
    const guide = story.parse(written);
    expect(guide).toMatchObject(written);
    expect(checkStory(guide).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(guide.commitments.length).toBeGreaterThanOrEqual(3);
    expect(guide.commitments.length).toBeLessThanOrEqual(6);
    expect(new Set(guide.commitments.flatMap(Object.keys))).toEqual(new Set(["must", "mustNever", "before"]));
  },
);

const pulses = ["the-quay", "the-crossing"].map((id) => ({ id, title: id, summary: "They go on." }));
const problemsOf = (...commitments: unknown[]) =>
  checkStory({ pulses, commitments }).filter(({ problem }) => problem.startsWith("commitment"));

test.each<[string, [string, string], string]>([
  [
    "names no pulse",
    ["the-kuay", "the-crossing"],
    'commitment 1: there is no pulse "the-kuay". Did you mean the-quay?',
  ],
  [
    "comes before itself",
    ["they cast off", "they cast off"],
    'commitment 1: "they cast off" cannot come before itself',
  ],
  [
    "is against the order of the pulses",
    ["the-crossing", "the-quay"],
    'commitment 1: "the-quay" comes before "the-crossing" in this guide',
  ],
])("a commitment that %s is an error", (_, before, problem) => {
  expect(problemsOf({ before })).toEqual([{ severity: "error", problem }]);
});

test("pulses in order and events in words are a good commitment; a repeated one is a warning", () => {
  const [first, second] = [{ before: ["the-quay", "the-crossing"] }, { before: ["the-quay", "they sink"] }];
  expect(problemsOf(first, second, { must: "They land." })).toEqual([]);
  expect(problemsOf(first, second, second)).toEqual([
    { severity: "warning", problem: "commitment 3 is the same as 2" },
  ]);
});

type Schema = { properties?: Record<string, Schema>; items?: Schema; additionalProperties?: Schema };

/** Every field name at any depth. Archetypes are keys of a record, not fields. */
const fieldsOf = ({ properties = {}, items, additionalProperties }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [name, ...fieldsOf(schema)]),
  ...(items ? fieldsOf(items) : []),
  ...(typeof additionalProperties === "object" ? fieldsOf(additionalProperties) : []),
];

const guide = readFileSync(new URL("../../../docs/guide/stories.md", import.meta.url), "utf8");
const fields = [...new Set(fieldsOf(z.toJSONSchema(story, { io: "input" }) as Schema))];

test("finds the schema's fields, including the deepest", () => {
  expect(fields).toEqual(expect.arrayContaining(["text", "payoffAt", "outcome", "occupations"]));
});

test.each(fields)("docs/guide/stories.md explains the field %s", (field) => {
  expect(guide).toContain(`\`${field}\``);
});

test("a private hook for an unknown archetype is an error that lists the known ones", () => {
  const problems = checkStory({ privateHooks: { jokr: [] } }).map(({ problem }) => problem);
  expect(problems).toContainEqual(
    expect.stringMatching(/^privateHooks, jokr: unknown archetype\. Known: joker, .*Did you mean joker\?$/),
  );
});
