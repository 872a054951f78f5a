import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { asSchema } from "ai";
import { dice } from "../../dice/index.ts";
import type { JsonSchema } from "./json-schema.ts";
import { instanceOf } from "./schema-instance.ts";

const words = ["lantern", "Bridge", "constructor", "river", "naïve", "橋", "𝒳", "toll-keeper", "42"];
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});
const chain = z.object({
  value: z.int(),
  get next() {
    return z.union([chain, z.null()]);
  },
});
const person = z.object({
  name: z.string().min(1),
  get friends() {
    return z.array(pet).optional();
  },
});
const pet: z.ZodType = z.object({
  owner: z.lazy(() => person).nullable(),
  others: z.record(
    z.string(),
    z.lazy(() => person),
  ),
});
const expression: z.ZodType = z.lazy(() =>
  z.discriminatedUnion("op", [
    z.object({ op: z.literal("number"), value: z.number() }),
    z.object({ op: z.literal("sum"), left: expression, right: expression }),
    z.object({ op: z.literal("list"), items: z.array(expression).min(2) }),
  ]),
);

const schemas: Record<string, z.ZodType> = {
  string: z.string(),
  "string of a length": z.string().min(5).max(9),
  "string of one length": z.string().length(3),
  "long string": z.string().min(500).max(510),
  "empty string": z.string().max(0),
  "trimmed string": z.string().trim().length(8),
  email: z.email(),
  "short email": z.email().max(7),
  "long email": z.email().min(60),
  uuid: z.uuid(),
  url: z.url(),
  "short url": z.url().max(15),
  "date-time": z.iso.datetime(),
  date: z.iso.date(),
  time: z.iso.time(),
  "pattern of a word": z.string().regex(/^[a-z]+$/),
  "pattern of digits": z.string().regex(/^\d{1,9}$/),
  number: z.number(),
  "number from 0 to 1": z.number().min(0).max(1),
  "number strictly within": z.number().gt(0).lt(0.001),
  "number at one point": z.number().min(Math.PI).max(Math.PI),
  "negative number": z.number().negative(),
  "number in cents": z.number().multipleOf(0.01).min(0.07).max(0.07),
  "far multiple": z.number().multipleOf(750).min(1),
  integer: z.int(),
  "integer in a range": z.int().min(1).max(5),
  "integer strictly within": z.int().gt(0).lt(2),
  "even integer": z.int().multipleOf(2).min(3).max(4),
  "integer and a half step": z.int().multipleOf(0.5).min(0).max(3),
  "far negative integer": z.int().min(-2_000_000_005).max(-2_000_000_000),
  "32 bits": z.int32(),
  boolean: z.boolean(),
  null: z.null(),
  any: z.any(),
  enum: z.enum(["calm", "tense"]),
  literal: z.literal("yes"),
  literals: z.literal([1, "a", null, true]),
  nullable: z.string().min(3).nullable(),
  "nullable enum": z.enum(["a", "b"]).nullable(),
  "nullable object": z.object({ a: z.int() }).nullable(),
  object: z
    .object({
      a: z.string(),
      b: z.number().optional(),
      c: z.boolean().default(true),
      d: z.date().optional().or(z.string()).pipe(z.any()),
    })
    .omit({ d: true }),
  "strict object": z.strictObject({ a: z.string().optional(), b: z.int().optional() }),
  "loose object": z.looseObject({ a: z.string() }),
  "object with a catchall": z.object({ a: z.string() }).catchall(z.number()),
  "object with odd names": z.object({
    constructor: z.int(),
    toString: z.string(),
    "with space": z.boolean(),
  }),
  "object that must not have": z.object({ a: z.string(), b: z.never().optional() }),
  record: z.record(z.string(), z.number()),
  "record of an enum": z.record(z.enum(["a", "b"]), z.number()),
  "partial record": z.partialRecord(z.enum(["a", "b"]), z.number()),
  array: z.array(z.string()),
  "array of a size": z.array(z.int().min(0).max(9)).min(2).max(3),
  "long array": z.array(z.boolean()).length(40),
  "empty array": z.array(z.never()),
  tuple: z.tuple([z.string(), z.number(), z.null()]),
  "tuple with a rest": z.tuple([z.string()]).rest(z.boolean()),
  union: z.union([z.string(), z.number().min(5), z.object({ a: z.null() }), z.array(z.int())]),
  "discriminated union": z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("say"), text: z.string() }),
    z.object({ kind: z.literal("act"), target: z.string(), roll: z.int().min(1).max(20) }),
    z.object({ kind: z.literal("pass") }),
  ]),
  intersection: z
    .object({ a: z.string(), n: z.number().min(2) })
    .and(z.object({ b: z.int(), n: z.number().max(3) })),
  "intersection of unions": z.intersection(
    z.union([z.object({ t: z.literal("a"), x: z.string() }), z.object({ t: z.literal("b"), y: z.string() })]),
    z.union([z.object({ t: z.literal("b"), z: z.int() }), z.object({ t: z.literal("c"), z: z.int() })]),
  ),
  "intersection of a union and an object": z.intersection(
    z.union([z.object({ x: z.int() }), z.object({ y: z.int() })]),
    z.object({ a: z.string() }),
  ),
  "verdict of a judge": z.object({
    scores: z
      .array(
        z.object({
          criterion: z.enum(["tone", "pace", "fairness"]),
          score: z.int().min(0).max(10),
          evidence: z.string().max(80).nullable(),
        }),
      )
      .min(3),
    confidence: z.number().min(0).max(1),
    summary: z.string().min(20).max(200),
    at: z.iso.datetime().optional(),
  }),
  tree,
  chain,
  person,
  pet,
  expression,
  json: z.json(),
};

/** As the SDK sends it, and as zod writes it for others, with shared parts as references. */
const sent = async (schema: z.ZodType) => [
  (await asSchema(schema).jsonSchema) as JsonSchema,
  z.toJSONSchema(schema, { target: "draft-7", io: "input" }),
  z.toJSONSchema(schema, { target: "draft-2020-12", io: "input", reused: "ref" }),
];

for (const [name, schema] of Object.entries(schemas)) {
  test(`an instance is valid: ${name}`, async () => {
    for (const [index, json] of (await sent(schema)).entries()) {
      for (const seed of index === 0 ? seeds : seeds.slice(0, 40)) {
        const instance = instanceOf(json, dice("instance", seed), words);
        // What crosses the wire is JSON.
        const read = schema.safeParse(JSON.parse(JSON.stringify(instance)));
        if (!read.success)
          expect.fail(`seed ${seed}: ${JSON.stringify(instance)} for ${JSON.stringify(json)}: ${read.error}`);
      }
    }
  });
}

test("the same dice and words make the same instance, other dice others", async () => {
  const [json] = await sent(schemas["verdict of a judge"]!);
  const made = seeds.map((seed) => JSON.stringify(instanceOf(json!, dice(seed), words)));
  expect(seeds.map((seed) => JSON.stringify(instanceOf(json!, dice(seed), words)))).toEqual(made);
  expect(new Set(made).size).toBe(seeds.length);
});

test("over the seeds, every choice is taken", async () => {
  const made = (schema: z.ZodType) => {
    const json = z.toJSONSchema(schema);
    return seeds.map((seed) => instanceOf(json, dice("choice", seed), words));
  };
  expect(new Set(made(z.enum(["a", "b", "c"])))).toEqual(new Set(["a", "b", "c"]));
  expect(new Set(made(z.int().min(1).max(6)))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(new Set(made(z.int().gt(1).lt(4)))).toEqual(new Set([2, 3]));
  expect(new Set(made(z.boolean()))).toEqual(new Set([true, false]));
  expect(new Set(made(z.object({ a: z.null().optional() })).map((value) => JSON.stringify(value)))).toEqual(
    new Set(["{}", '{"a":null}']),
  );
  expect(new Set(made(z.union([z.null(), z.literal(1)])))).toEqual(new Set([null, 1]));
  expect(new Set(made(z.number().min(0).max(1))).size).toBeGreaterThan(50);
});

test("strings are made of the prompt's words", () => {
  for (const seed of seeds) {
    const text = instanceOf({ type: "string" }, dice(seed), ["lantern", "bridge"]) as string;
    expect(text).toMatch(/^(lantern|bridge)( (lantern|bridge))+$/);
    expect(text).not.toMatch(/(lantern|bridge) \1/);
  }
});

test("any words will do, or none", () => {
  const schema = z.object({
    a: z.string().min(4).max(30),
    b: z.email(),
    c: z.url(),
    d: z.record(z.string(), z.int()),
  });
  const json = z.toJSONSchema(schema);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.integer(), (anyWords, seed) => {
      schema.parse(instanceOf(json, dice(seed), anyWords));
    }),
  );
});

test("recursion ends soon", () => {
  const json = z.toJSONSchema(expression, { target: "draft-7" });
  const sizes = seeds.map((seed) => JSON.stringify(instanceOf(json, dice(seed), words)).length);
  expect(Math.max(...sizes)).toBeLessThan(5_000);
  expect(Math.max(...sizes)).toBeGreaterThan(200);
});

test("keywords that zod does not write are met as well", () => {
  for (const seed of seeds) {
    const make = (schema: JsonSchema) => instanceOf(schema, dice("keywords", seed), words);
    const unique = make({
      type: "array",
      items: { enum: [1, 2, 3, 4] },
      uniqueItems: true,
      minItems: 3,
    }) as number[];
    expect(new Set(unique).size).toBe(unique.length);
    expect(unique.length).toBeGreaterThanOrEqual(3);
    expect(
      Object.keys(
        make({
          type: "object",
          minProperties: 2,
          maxProperties: 3,
          additionalProperties: { type: "null" },
        }) as object,
      ).length,
    ).toSatisfy((n: number) => n >= 2 && n <= 3);
    expect(
      make({
        allOf: [{ type: "integer", minimum: 3 }, { type: "number", maximum: 4 }, { enum: [1, 3, 4, 5, "3"] }],
      }),
    ).toSatisfy((n: number) => n === 3 || n === 4);
    expect(
      make({ allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], type: "integer", minimum: 1, maximum: 30 }),
    ).toSatisfy((n: number) => n === 12 || n === 24);
    expect(make({ allOf: [{ pattern: "^[a-z]" }, { pattern: "r$" }], type: "string" })).toMatch(/^[a-z].*r$/);
    expect(make({ anyOf: [{ type: "string", const: "x" }, { not: {} }] })).toBe("x");
    expect(make({ properties: { a: { const: 1 } }, required: ["a"] })).toEqual({ a: 1 });
    expect(
      make({ type: "object", required: ["constructor"], properties: {}, additionalProperties: { const: 2 } }),
    ).toHaveProperty("constructor", 2);
    expect(String(make({ type: "number", minimum: 0, maximum: 10, multipleOf: 0.1 }))).toMatch(
      /^\d+(\.\d)?$/,
    );
    expect(
      Object.keys(
        instanceOf({ minProperties: 12, additionalProperties: { type: "null" } }, dice(seed), [
          "one",
        ]) as object,
      ).length,
    ).toBeGreaterThanOrEqual(12);
    expect(
      Object.keys(
        make({ properties: { a: {}, b: {}, c: {}, d: {} }, required: ["c"], maxProperties: 2 }) as object,
      ).length,
    ).toBeLessThanOrEqual(2);
    expect(make({ $ref: "#/definitions/a~1b%20c", definitions: { "a/b c": { const: 5 } } })).toBe(5);
    expect(make({ type: "object", properties: { self: { $ref: "#" } } })).toBeTypeOf("object");
    const tuple = make({
      prefixItems: [{ const: 1 }, { const: 2 }],
      items: { const: 3 },
      minItems: 3,
    }) as number[];
    expect(tuple.slice(0, 3)).toEqual([1, 2, 3]);
  }
});

test("an optional part that recurses through a tuple's tail ends", () => {
  const schema: JsonSchema = {
    type: "array",
    items: [{ const: 1 }, { $ref: "#" }],
    minItems: 1,
    maxItems: 2,
  };
  for (const seed of seeds)
    expect(JSON.stringify(instanceOf(schema, dice(seed), words))).toMatch(
      /^\[1(,\[1(,\[1(,\[1\])?\])?\])?\]$/,
    );
});

test("a schema that cannot be met is refused, and says why", () => {
  const refusals: Array<[JsonSchema, RegExp]> = [
    [{ type: "string", pattern: "^(?=impossible)a$" }, /pattern \^\(\?=impossible\)a\$/],
    [{ type: "string", minLength: 3, maxLength: 2 }, /minLength 3, maxLength 2/],
    [{ type: "integer", minimum: 3, maximum: 2 }, /between 3 and 2/],
    [{ type: "array", items: {}, minItems: 2, maxItems: 1 }, /at least 2 items and at most 1/],
    [{ type: "array", items: { type: "null" }, uniqueItems: true, minItems: 2 }, /2 different items/],
    [{ allOf: [{ const: 1 }, { const: 2 }] }, /\[1\].*\[2\]/],
    [{ allOf: [{ type: "string" }, { type: "integer" }] }, /string.*integer/],
    [{ type: "object", required: ["a"], additionalProperties: false }, /way out/],
    [{ type: "object", properties: { self: { $ref: "#" } }, required: ["self"] }, /way out/],
    [{ $ref: "#" }, /way out/],
    [{ $ref: "#/definitions/gone" }, /#\/definitions\/gone/],
    [{ not: {} }, /allows nothing/],
    // The way out is barred by a pattern: what is left leads ever deeper, in many ways.
    [
      {
        anyOf: [
          { type: "string", pattern: "^(?=impossible)a$" },
          ...Array.from({ length: 5 }, () => ({ type: "array" as const, items: { $ref: "#" }, minItems: 1 })),
        ],
      },
      /No instance/,
    ],
  ];
  for (const [schema, why] of refusals) {
    expect(() => instanceOf(schema, dice(1), words), JSON.stringify(schema)).toThrow(
      expect.objectContaining({ code: "house-schema-unmet", exit: 2, message: expect.stringMatching(why) }),
    );
  }
});
