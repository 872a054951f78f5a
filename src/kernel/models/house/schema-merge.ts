/**
 * Two schemas that must both hold, as one: so that a value can be made once, from everything asked of it.
 * Works on normal forms without combinators; what is nested is left as `allOf` for the search to open.
 */
import type { JsonSchema, SchemaPart } from "./json-schema.ts";
import { SchemaUnmet } from "./schema-unmet.ts";

/** One spelling for what drafts and generators spell differently: `const` is an `enum` of one, a tuple is `prefixItems`. */
export function normalForm(schema: JsonSchema): JsonSchema {
  const normal = { ...schema };
  if (normal.const !== undefined) {
    normal.enum = [normal.const];
    delete normal.const;
  }
  if (Array.isArray(normal.items)) {
    normal.prefixItems = normal.items;
    delete normal.items;
    if (normal.additionalItems !== undefined) normal.items = normal.additionalItems;
  }
  return normal;
}

export function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  const merged: JsonSchema = { ...one, ...other };
  for (const keyword of Object.keys(one)) {
    const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
    if (rule && other[keyword] !== undefined)
      merged[keyword] = rule(one[keyword] as never, other[keyword] as never);
  }
  if (one.properties || other.properties) merged.properties = mergeProperties(one, other);
  return merged;
}

/** What a schema says about the property of this name; `undefined` where it says nothing. */
export function propertySchema(
  { properties, additionalProperties }: JsonSchema,
  name: string,
): SchemaPart | undefined {
  // A property may be called "constructor": look only at what is the schema's own.
  return properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

/** The smallest number that both divide, also for decimals such as 0.1 and 0.25. */
export function leastCommonMultiple(a: number, b: number): number {
  const scale = 10 ** Math.max(decimals(a), decimals(b));
  const [x, y] = [Math.round(a * scale), Math.round(b * scale)];
  const divisor = (p: number, q: number): number => (q === 0 ? p : divisor(q, p % q));
  return ((x / divisor(x, y)) * y) / scale;
}

const lowest = (a: number, b: number) => Math.min(a, b);
const highest = (a: number, b: number) => Math.max(a, b);
const both = (a: SchemaPart, b: SchemaPart): SchemaPart =>
  a === false || b === false ? false : a === true ? b : b === true ? a : { allOf: [a, b] };

type Types = NonNullable<JsonSchema["type"]>;
type Enum = NonNullable<JsonSchema["enum"]>;

const rules: Record<string, (a: never, b: never) => unknown> = {
  minimum: highest,
  exclusiveMinimum: highest,
  minLength: highest,
  minItems: highest,
  minProperties: highest,
  maximum: lowest,
  exclusiveMaximum: lowest,
  maxLength: lowest,
  maxItems: lowest,
  maxProperties: lowest,
  multipleOf: leastCommonMultiple,
  uniqueItems: (a: boolean, b: boolean) => a || b,
  required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
  items: both,
  additionalProperties: both,
  propertyNames: both,
  prefixItems: (a: SchemaPart[], b: SchemaPart[]) =>
    Array.from({ length: Math.max(a.length, b.length) }, (_, index) =>
      both(a[index] ?? true, b[index] ?? true),
    ),
  pattern: (a: string, b: string) => `^(?=[^]*(?:${a}))(?=[^]*(?:${b}))`,
  type: (a: Types, b: Types) => {
    const shared = [a].flat().flatMap((type) => {
      if ([b].flat().includes(type)) return [type];
      const wholeNumber =
        (type === "integer" && [b].flat().includes("number")) ||
        (type === "number" && [b].flat().includes("integer"));
      return wholeNumber ? ["integer" as const] : [];
    });
    if (shared.length === 0)
      throw new SchemaUnmet(`it must be ${[a].flat().join(" or ")}, and also ${[b].flat().join(" or ")}`);
    return shared;
  },
  enum: (a: Enum, b: Enum) => {
    const shared = a.filter((value) => b.includes(value));
    if (shared.length === 0)
      throw new SchemaUnmet(`it must be one of ${JSON.stringify(a)}, and also one of ${JSON.stringify(b)}`);
    return shared;
  },
};

function mergeProperties(one: JsonSchema, other: JsonSchema): Record<string, SchemaPart> {
  const names = new Set([...Object.keys(one.properties ?? {}), ...Object.keys(other.properties ?? {})]);
  return Object.fromEntries([...names].map((name) => [name, both(ofSide(one, name), ofSide(other, name))]));
}

/** `additionalProperties: false` on both sides of an `allOf` closes their sum, as validators with `merge` read it; not each against the other. */
function ofSide(schema: JsonSchema, name: string): SchemaPart {
  const part = propertySchema(schema, name) ?? true;
  return part === false && !Object.hasOwn(schema.properties ?? {}, name) ? true : part;
}

const decimals = (value: number) => {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
};
