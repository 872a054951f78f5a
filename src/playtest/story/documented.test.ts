import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { story } from "../../contract/index.ts";

type Schema = { properties?: Record<string, Schema>; items?: Schema; additionalProperties?: Schema };

/** Every name of a field, however deep. Archetypes are keys of a record, not fields. */
const fieldsOf = ({ properties = {}, items, additionalProperties }: Schema): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [name, ...fieldsOf(schema)]),
  ...(items ? fieldsOf(items) : []),
  ...(typeof additionalProperties === "object" ? fieldsOf(additionalProperties) : []),
];

const guide = readFileSync(new URL("../../../docs/guide/stories.md", import.meta.url), "utf8");
const fields = [...new Set(fieldsOf(z.toJSONSchema(story, { io: "input" }) as Schema))];

test("the schema's fields are found, the deepest too", () => {
  expect(fields).toEqual(expect.arrayContaining(["text", "payoffAt", "outcome", "occupations"]));
});

test.each(fields)("docs/guide/stories.md explains the field %s", (field) => {
  expect(guide).toContain(`\`${field}\``);
});
