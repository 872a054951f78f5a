/** Answers held against what /openapi.json says of them. */
import { expect } from "vitest";
import type { Ask } from "./served-workspace.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
};
export type Operation = {
  tags: string[];
  parameters?: Array<{ name: string; in: string }>;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Where a value is not what its schema says, in words. Fields that are not described count too. */
function faults(value: unknown, schema: Schema, document: Document, at = "$"): string[] {
  if (schema.$ref)
    return faults(value, document.components.schemas[schema.$ref.split("/").at(-1)!]!, document, at);
  const either = schema.anyOf ?? schema.oneOf;
  if (either)
    return either.some((one) => faults(value, one, document, at).length === 0) ? [] : [`${at} fits none`];
  const kind =
    value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : typeof value === "number" && Number.isInteger(value)
          ? "integer"
          : typeof value;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.includes(kind) && !(kind === "integer" && types.includes("number")))
    return [`${at} is ${kind}, not ${types.join()}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${String(value)}`];
  if (kind === "array")
    return (value as unknown[]).flatMap((item, index) =>
      faults(item, schema.items ?? {}, document, `${at}[${index}]`),
    );
  if (kind !== "object") return [];
  const fields = value as Record<string, unknown>;
  return [
    ...(schema.required ?? []).filter((name) => !(name in fields)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const described =
        schema.properties?.[name] ??
        (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
      return described
        ? faults(field, described, document, `${at}.${name}`)
        : schema.properties && !schema.additionalProperties
          ? [`${at}.${name} is not described`]
          : [];
    }),
  ];
}

export type Walk = {
  ask: Ask;
  wanted: (operation: Operation) => boolean;
  /** What stands for a `{parameter}` of a path. */
  value: (path: string, parameter: string) => string;
  bodies?: Record<string, unknown>;
  queries?: Record<string, string>;
};

/** Every path answers, with a status and a body as described: when all is well, and as it refuses. Which these were. */
export async function walkDocument(
  document: Document,
  { ask, wanted, value, bodies = {}, queries = {} }: Walk,
): Promise<string[]> {
  const walked = Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => wanted(operation));
  for (const { path, method, operation } of walked) {
    const name = `${method} ${path}`;
    const good = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => value(path, parameter));
    const bad = path.replaceAll(/\{\w+\}/g, "nobody-and-nothing");
    const asked = [
      await ask(good + (queries[name] ?? ""), {
        method: method.toUpperCase(),
        ...(bodies[name] !== undefined && { json: bodies[name] }),
      }),
    ];
    expect([name, asked[0]!.status]).toEqual([name, expect.toSatisfy((status: number) => status < 300)]);
    // Something that is not there, a parameter that is not known, a foreign page.
    asked.push(await ask(bad, { method: method.toUpperCase(), headers: { origin: "http://evil.example" } }));
    if (bad !== path) asked.push(await ask(bad, { method: method.toUpperCase() }));
    if (operation.parameters?.some((parameter) => parameter.in === "query"))
      asked.push(await ask(`${good}?nobody=knows`, { method: method.toUpperCase() }));
    for (const { status, headers, json } of asked) {
      const described = operation.responses[status] ?? operation.responses["default"];
      expect([name, status, described !== undefined]).toEqual([name, status, true]);
      const [type, content] = Object.entries(described?.content ?? {})[0] ?? [];
      if (type !== undefined)
        expect([name, status, headers["content-type"]?.split(";")[0]]).toEqual([name, status, type]);
      if (type === "application/json" && path !== "/openapi.json")
        expect([name, status, faults(json, content!.schema, document)]).toEqual([name, status, []]);
    }
  }
  return walked.map(({ method, path }) => `${method} ${path}`).sort();
}
