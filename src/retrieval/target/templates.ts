/** Request templates with `{{placeholders}}`, and paths into responses. */

type Json = unknown;

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The names that a template uses, without what follows a dot. */
export const placeholdersIn = (template: Json): string[] =>
  stringsIn(template).flatMap((text) =>
    [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!.split(".")[0]!),
  );

function stringsIn(template: Json): string[] {
  if (typeof template === "string") return [template];
  if (typeof template !== "object" || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) => [
    ...(Array.isArray(template) ? [] : [key]),
    ...stringsIn(value),
  ]);
}

/** A string that is one placeholder becomes its value, of any type; inside other text it becomes text. */
export function filled(template: Json, values: Readonly<Record<string, unknown>>): Json {
  if (typeof template === "string") {
    const [whole] = template.matchAll(PLACEHOLDER);
    if (whole?.[0] === template.trim()) return valueOf(whole[1]!, values);
    return filledText(template, values, (text) => text);
  }
  if (Array.isArray(template)) return template.map((one) => filled(one, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, values)]));
}

export const filledText = (
  template: string,
  values: Readonly<Record<string, unknown>>,
  encode: (text: string) => string,
): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = valueOf(name, values);
    return encode(value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));
  });

/** A value that a test does not have is null. */
function valueOf(name: string, values: Readonly<Record<string, unknown>>): unknown {
  let value: unknown = values;
  for (const field of name.split("."))
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, field)
        ? (value as Record<string, unknown>)[field]
        : undefined;
  return value ?? null;
}

export type Path = ReadonlyArray<string | number | "*">;
const ALL = "*";

/** `$.hits[*]["a.b"].id` as steps; undefined: not a path. */
export function pathOf(text: string): Path | undefined {
  const steps: Array<string | number> = [];
  const step = /\.?([^.[\]"]+)|\[(\d+)\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]/y;
  step.lastIndex = text.startsWith("$") ? 1 : 0;
  if (step.lastIndex === text.length) return [];
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (!found) return undefined;
    const [, field, index, all, quoted] = found;
    const place =
      index !== undefined ? Number(index) : all !== undefined ? ALL : (field ?? unquoted(quoted!));
    if (place === undefined) return undefined;
    steps.push(place);
  }
  return steps;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

/** Everything at a path. More than one only with `[*]`. */
export function valuesAt(value: Json, path: Path): Json[] {
  let found: Json[] = [value];
  for (const step of path)
    found = found.flatMap((one): Json[] => {
      if (step === ALL) return Array.isArray(one) ? one : [];
      if (typeof one !== "object" || one === null || !Object.hasOwn(one, step)) return [];
      return [(one as Record<string | number, Json>)[step]];
    });
  return found;
}

const DEEP = 5;
const LISTED = 5;

/** Where a response has lists, as paths, with the fields of their first element: "hits.hits (10, with _id, _score)". */
export function listsIn(value: Json): string[] {
  const found: string[] = [];
  const look = (at: Json, path: string, depth: number): void => {
    if (typeof at !== "object" || at === null || depth > DEEP) return;
    if (Array.isArray(at)) {
      const [first] = at as Json[];
      const fields = typeof first === "object" && first !== null ? Object.keys(first).slice(0, LISTED) : [];
      const shape = fields.length === 0 ? at.length : `${at.length}, with ${fields.join(", ")}`;
      found.push(`${path || "$"} (${shape})`);
      return;
    }
    for (const [field, one] of Object.entries(at)) {
      const step = /^[^.[\]"]+$/.test(field) ? field : `[${JSON.stringify(field)}]`;
      look(one, path === "" || step.startsWith("[") ? `${path}${step}` : `${path}.${step}`, depth + 1);
    }
  };
  look(value, "", 0);
  return found.slice(0, LISTED);
}
