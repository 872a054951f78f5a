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
    "a number in place of text",
    (guide) => (first(guide).title = 7),
    `pulse "${id}", title: expected text, found 7`,
  ],
  ["a part without an id", (guide) => delete first(guide).id, "pulse 1, id: missing (expected text)"],
  [
    "too few",
    (guide) => (first(guide).choice.options.length = 1),
    `pulse "${id}", choice, options: needs at least 2 items`,
  ],
  [
    "an unknown kind",
    (guide) => (first(guide).kind = "scen"),
    `pulse "${id}", kind: expected "scene" or "revelation" or "confrontation" or "challenge" or "decision", found "scen"`,
  ],
  [
    "a misspelt field",
    (guide) => void Object.assign(first(guide), { sumary: first(guide).summary, summary: undefined }),
    `pulse "${id}": unknown field "sumary" (did you mean summary?)`,
  ],
  [
    "an id with a space",
    (guide) => (first(guide).id = "The Bus"),
    'pulse "The Bus", id: use lower-case words joined by hyphens',
  ],
  [
    "a commitment without content",
    (guide) => void Object.assign(guide, { commitments: [{}] }),
    "commitment 1: give exactly one of must, mustNever and before",
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
    "the guide: expected an object, found a list",
  ]);
});

const least = { version: 1, id: "a-walk", title: "A Walk" };

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

const guideWith = (given: object) =>
  story.parse({ ...least, pulses: ["the-quay", "the-crossing"].map((id) => ({ id, title: id })), ...given });
const problemsOf = (...commitments: unknown[]) =>
  checkStory(guideWith({ commitments })).filter(({ problem }) => problem.startsWith("commitment"));

test.each<[string, [string, string], string]>([
  [
    "names no pulse",
    ["the-kuay", "the-crossing"],
    'commitment 1: "the-kuay" is neither a beat nor an event in three or more words. Did you mean the-quay?',
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

test("every reference to a part that is not there is an error, and so is a repeated id", () => {
  const hook = { id: "h", at: "the-crossing", payoffAt: "the-quay", reveal: "r", payoff: "p" };
  const guide = guideWith({
    pulses: [
      { id: "the-quay", title: "A", location: "nowhere", npcs: ["nobody"] },
      { id: "the-crossing", title: "B" },
      { id: "the-crossing", title: "C" },
    ],
    npcs: [{ id: "ana", name: "Ana" }],
    names: ["Ana", "Leo", "Leo"],
    privateHooks: { joker: [hook, { ...hook, id: "i", payoffAt: "nine" }] },
    endings: [{ id: "end", title: "End", needs: ["ten"] }],
  });
  const errors = checkStory(guide).filter(({ severity }) => severity === "error");
  expect(errors.map(({ problem }) => problem)).toEqual([
    'pulses: the id "the-crossing" is used twice',
    'names: "Leo" is listed twice',
    'names: "Ana" is also an NPC',
    'pulse "the-quay": unknown NPC "nobody"',
    'pulse "the-quay": unknown location "nowhere"',
    'hook "h": it pays off before it is told',
    'hook "i": unknown pulse "nine"',
    'ending "end": unknown pulse "ten"',
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

test("docs/guide/stories.md explains every field", () => {
  expect(fields).toEqual(expect.arrayContaining(["text", "payoffAt", "outcome", "occupations"]));
  expect(fields.filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
});

test("a private hook for an unknown archetype is an error that lists the known ones", () => {
  const hook = { id: "h", at: "the-quay", payoffAt: "the-crossing", reveal: "r", payoff: "p" };
  const problems = checkStory(guideWith({ privateHooks: { jokr: [hook] } })).map(({ problem }) => problem);
  expect(problems).toContainEqual(
    expect.stringMatching(/^privateHooks, jokr: unknown archetype\. Known: joker, .*Did you mean joker\?$/),
  );
});
