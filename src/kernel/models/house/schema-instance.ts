/**
 * A seeded instance of a JSON schema: how a model without a mind answers a request for an object.
 * Understood: types, enum and const, bounds of strings, numbers, arrays and objects, tuples, dictionaries, anyOf,
 * oneOf, allOf and $ref, also recursive. A pattern is only tried; `if`, `contains`, `patternProperties` and every
 * `not` but "never" are not looked at.
 */
import type { Dice } from "../../dice/index.ts";
import { arrayInstance, objectInstance } from "./container-instance.ts";
import type { JsonSchema, SchemaPart } from "./json-schema.ts";
import { numberAllowed, numberInstance } from "./number-instance.ts";
import { mergeSchemas, normalForm } from "./schema-merge.ts";
import { isNever, schemaRefs, typesOf, type SchemaRefs } from "./schema-refs.ts";
import { firstMet, SchemaUnmet, type Patience } from "./schema-unmet.ts";
import { stringAllowed, stringInstance } from "./string-instance.ts";

/** References followed on one path before only the shortest way out is taken. */
const roomForRefs = 2;
/** Where even the shortest way out is far too long: it was a dead end, and what is tried instead leads ever deeper. */
const mostRefs = 64;

type Search = {
  dice: Dice;
  words: readonly string[];
  refs: SchemaRefs;
  patience: Patience;
  followed: number;
};

export function instanceOf(schema: JsonSchema, dice: Dice, words: readonly string[]): unknown {
  // Outside the basic plane, validators disagree on how long a string is.
  const usable = words.filter((word) => /^[^\s\u{10000}-\u{10FFFF}]+$/u.test(word));
  const search = {
    dice,
    words: usable.length > 0 ? usable : ["plain", "answer"],
    refs: schemaRefs(schema),
    patience: { left: 1000 },
    followed: 0,
  };
  return make([schema], {}, search);
}

/** Takes the parts that must all hold into one schema, choosing a branch wherever there is a choice, and makes its value. */
function make(parts: SchemaPart[], settled: JsonSchema, search: Search): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return valueOf(settled, search);
  if (part === true) return make(rest, settled, search);
  if (part === false || isNever(part)) throw new SchemaUnmet("it allows nothing");
  if (search.followed > mostRefs || search.refs.depthOf(part) === Infinity)
    throw new SchemaUnmet("it leads back to itself without a way out");

  const { $ref, allOf, anyOf, oneOf, ...plain } = part;
  if ($ref !== undefined) {
    const others = { ...plain, ...(allOf && { allOf }), ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) };
    return make([search.refs.resolve($ref), others, ...rest], settled, {
      ...search,
      followed: search.followed + 1,
    });
  }
  if (allOf)
    return make(
      [...allOf, { ...plain, ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) }, ...rest],
      settled,
      search,
    );
  if (anyOf) {
    const others = { ...plain, ...(oneOf && { oneOf }) };
    return firstMet(inOrder(anyOf, search), search.patience, (branch) =>
      make([branch, others, ...rest], settled, search),
    );
  }
  if (oneOf)
    return firstMet(inOrder(oneOf, search), search.patience, (branch) =>
      make([branch, plain, ...rest], settled, search),
    );
  return make(rest, mergeSchemas(settled, normalForm(plain)), search);
}

function valueOf(schema: JsonSchema, search: Search): unknown {
  if (schema.enum) {
    const allowed = schema.enum.filter((value) => enumAllowed(schema, value));
    if (allowed.length === 0)
      throw new SchemaUnmet(`none of ${JSON.stringify(schema.enum)} is allowed by the rest of it`);
    return search.dice.pick(allowed);
  }
  const bare = search.followed >= roomForRefs;
  const nesting = { ...search, bare, make: (part: SchemaPart) => make([part], {}, search) };
  const makers: Record<string, () => unknown> = {
    object: () => objectInstance(schema, nesting),
    array: () => arrayInstance(schema, nesting),
    string: () => stringInstance(schema, search),
    number: () => numberInstance(schema, search.dice),
    integer: () => numberInstance({ ...schema, type: "integer" }, search.dice),
    boolean: () => search.dice.chance(0.5),
    null: () => null,
  };
  const types = search.dice.shuffle(typesOf(schema));
  const isContainer = (type: string) => Number(type === "object" || type === "array");
  return firstMet(
    bare ? types.sort((a, b) => isContainer(a) - isContainer(b)) : types,
    search.patience,
    (type) => {
      const maker = Object.hasOwn(makers, type) ? makers[type] : undefined;
      if (!maker) throw new SchemaUnmet(`there is no type "${type}"`);
      return maker();
    },
  );
}

/** Branches as the dice fall; once recursion has gone far enough, the shallowest first. */
function inOrder(branches: readonly JsonSchema[], { dice, refs, followed }: Search): JsonSchema[] {
  const shuffled = dice.shuffle(branches);
  return followed < roomForRefs ? shuffled : shuffled.sort((a, b) => refs.depthOf(a) - refs.depthOf(b));
}

function enumAllowed(schema: JsonSchema, value: string | number | boolean | null): boolean {
  if (schema.type !== undefined) {
    const type = value === null ? "null" : typeof value;
    if (!typesOf(schema).some((name) => name === type || (name === "integer" && Number.isInteger(value))))
      return false;
  }
  if (typeof value === "string") return stringAllowed(schema, value);
  return typeof value !== "number" || numberAllowed(schema, value);
}
