/** Objects and arrays for a schema: which members they get, and how many. */
import type { Dice } from "../../dice/index.ts";
import type { JsonSchema, SchemaPart } from "./json-schema.ts";
import { propertySchema } from "./schema-merge.ts";
import { restOf } from "./schema-refs.ts";
import { SchemaUnmet } from "./schema-unmet.ts";

export type Nesting = {
  dice: Dice;
  words: readonly string[];
  /** Recursion has gone far enough: only what is required. */
  bare: boolean;
  make(part: SchemaPart): unknown;
};

/** How many throws it may take to come upon a value that is not there yet. */
const tries = 20;

export function arrayInstance(schema: JsonSchema, nesting: Nesting): unknown[] {
  const { minItems: min = 0, maxItems: max = Infinity, prefixItems: prefix = [], uniqueItems } = schema;
  if (min > max) throw new SchemaUnmet(`it wants at least ${min} items and at most ${max}`);

  const open = prefix.length === 0 || schema.items !== undefined;
  // An empty list is seldom what is wanted; a tuple is wanted whole, unless it must be short to end a recursion.
  const usual = Math.max(min, prefix.length, prefix.length === 0 ? 1 : 0) + (open ? nesting.dice.int(3) : 0);
  const wanted = nesting.bare ? min : Math.min(max, usual);

  const items: unknown[] = [];
  const seen = new Set<string>();
  while (items.length < wanted) {
    const item = attempt(() => {
      for (let left = tries; left > 0; left--) {
        const made = nesting.make(prefix[items.length] ?? restOf(schema));
        if (!uniqueItems || !seen.has(JSON.stringify(made))) return made;
      }
      throw new SchemaUnmet(`it wants ${min} different items and has ${items.length}`);
    }, items.length >= min);
    if (!item) break;
    seen.add(JSON.stringify(item.made));
    items.push(item.made);
  }
  return items;
}

export function objectInstance(schema: JsonSchema, nesting: Nesting): Record<string, unknown> {
  const { properties = {}, required = [], minProperties: min = 0, maxProperties: max = Infinity } = schema;
  const { dice, bare } = nesting;
  const members = new Map<string, unknown>();
  const add = (name: string, isRequired: boolean) => {
    const value = attempt(() => nesting.make(propertySchema(schema, name) ?? true), !isRequired);
    if (value) members.set(name, value.made);
  };

  for (const name of required) add(name, true);
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  for (const name of optional) {
    const needed = members.size < min;
    if (members.size < max && (needed || (!bare && dice.chance(0.7)))) add(name, false);
  }
  // A schema for the rest asks for a dictionary; `true`, `{}` or nothing only allows one.
  const isDictionary =
    typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length > 0;
  const wanted = Math.min(max, Math.max(min, members.size + (isDictionary && !bare ? dice.int(4) : 0)));
  for (let left = tries + wanted; left > 0 && members.size < wanted; left--) {
    const isTaken = (name: string) => members.has(name) || Object.hasOwn(properties, name);
    const name = attempt(() => nameFor(schema, nesting, isTaken), true)?.made;
    if (name !== undefined && !isTaken(name)) add(name, false);
  }
  if (members.size < min || members.size > max)
    throw new SchemaUnmet(`it wants ${min} to ${max} properties and has ${members.size}`);

  const order = [...Object.keys(properties), ...members.keys()].filter((name) => members.has(name));
  return Object.fromEntries([...new Set(order)].map((name) => [name, members.get(name)]));
}

function nameFor(
  { propertyNames }: JsonSchema,
  { dice, words, make }: Nesting,
  isTaken: (name: string) => boolean,
): string {
  const isAnyName =
    typeof propertyNames !== "object" ||
    (Object.keys(propertyNames).length === 1 && propertyNames.type === "string");
  if (!isAnyName) return String(make(propertyNames));
  const word = dice.pick(words);
  // There may be fewer words than properties to name.
  return isTaken(word) ? `${word}-${1 + dice.int(1000)}` : word;
}

/** What was made, wrapped since it may be anything; nothing where it could not be made and is not needed. */
function attempt<Value>(make: () => Value, dispensable: boolean): { made: Value } | undefined {
  try {
    return { made: make() };
  } catch (error) {
    if (dispensable && error instanceof SchemaUnmet) return undefined;
    throw error;
  }
}
