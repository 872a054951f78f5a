/**
 * What a schema's `$ref`s point to, and how deep an instance must be at the least: a recursive schema is
 * left by its shortest way out, and one that has none is refused before it is followed for ever.
 */
import type { JsonSchema, SchemaPart } from "./json-schema.ts";
import { normalForm, propertySchema } from "./schema-merge.ts";
import { SchemaUnmet } from "./schema-unmet.ts";

export type SchemaRefs = {
  resolve(ref: string): SchemaPart;
  /** Levels of nesting in the shallowest instance; Infinity where there is none. */
  depthOf(part: SchemaPart): number;
};

export function schemaRefs(root: JsonSchema): SchemaRefs {
  const depths = new Map<string, number>();
  const depthOf = (part: SchemaPart) => shallowest(part, (ref) => depths.get(ref) ?? Infinity);
  const resolve = (ref: string) => follow(root, ref);

  const refs = [...refsIn(root)];
  // Every round settles at least the shallowest of those still open; a round without news settles all.
  for (let news = true; news;) {
    news = false;
    for (const ref of refs) {
      const depth = depthOf(resolve(ref));
      if (depth < (depths.get(ref) ?? Infinity)) {
        depths.set(ref, depth);
        news = true;
      }
    }
  }
  const known = new WeakMap<JsonSchema, number>();
  return {
    resolve,
    depthOf(part) {
      if (typeof part === "boolean") return depthOf(part);
      const depth = known.get(part) ?? depthOf(part);
      known.set(part, depth);
      return depth;
    },
  };
}

/** The types a schema allows; where it names none, those its keywords speak of. */
export function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  const spokenOf = Object.entries(keywordsOf).filter(([, keywords]) =>
    keywords.some((keyword) => schema[keyword] !== undefined),
  );
  return spokenOf.length > 0 ? spokenOf.map(([type]) => type) : ["string"];
}

const keywordsOf = {
  object: ["properties", "required", "additionalProperties", "propertyNames", "minProperties"],
  array: ["items", "prefixItems", "minItems", "maxItems"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "format"],
};

function shallowest(part: SchemaPart, depthOfRef: (ref: string) => number): number {
  if (typeof part === "boolean") return part ? 0 : Infinity;
  const schema = normalForm(part);
  const depth = (nested: SchemaPart) => shallowest(nested, depthOfRef);
  const deepest = (parts: SchemaPart[]) => Math.max(0, ...parts.map(depth));
  const leastOf = (branches?: SchemaPart[]) => (branches ? Math.min(...branches.map(depth)) : 0);

  const ofType: Record<string, () => number> = {
    object: () => 1 + deepest((schema.required ?? []).map((name) => propertySchema(schema, name) ?? true)),
    array: () => {
      const least = schema.minItems ?? 0;
      const prefix = (schema.prefixItems ?? []).slice(0, least);
      return 1 + deepest(least > prefix.length ? [...prefix, restOf(schema)] : prefix);
    },
  };
  return Math.max(
    schema.enum ? 0 : Math.min(...typesOf(schema).map((type) => ofType[type]?.() ?? 0)),
    schema.$ref === undefined ? 0 : depthOfRef(schema.$ref),
    deepest(schema.allOf ?? []),
    leastOf(schema.anyOf),
    leastOf(schema.oneOf),
    isNever(schema) ? Infinity : 0,
  );
}

/** What a schema in normal form says of the items past its tuple. */
export const restOf = ({ items }: JsonSchema): SchemaPart =>
  items === undefined || Array.isArray(items) ? true : items;

/** `{ not: {} }` is how generators write "never". */
export const isNever = ({ not }: JsonSchema) =>
  not === true || (typeof not === "object" && Object.keys(not).length === 0);

function follow(root: JsonSchema, ref: string): SchemaPart {
  const steps = ref
    .replace(/^#\/?/, "")
    .split("/")
    .filter((step) => step !== "");
  let found: unknown = ref.startsWith("#") ? root : undefined;
  for (const step of steps) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined;
  }
  if (typeof found !== "boolean" && (typeof found !== "object" || found === null))
    throw new SchemaUnmet(`its reference "${ref}" leads nowhere`);
  return found as SchemaPart;
}

function* refsIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, nested] of Object.entries(value)) {
    if (key === "$ref" && typeof nested === "string") yield nested;
    else yield* refsIn(nested);
  }
}
