/** The difference of two JSON documents as a JSON Patch (RFC 6902) of `add`, `remove` and `replace`. */
import type { JsonChange } from "../../contract/index.ts";

type Fields = Record<string, unknown>;

/** Applied in order, the changes turn `before` into `after`, with its fields in the same order. */
export function jsonChanges(before: unknown, after: unknown, path = ""): JsonChange[] {
  if (isSame(before, after)) return [];
  const whole: JsonChange[] = [{ op: "replace", path, value: after }];
  const parts =
    Array.isArray(before) && Array.isArray(after)
      ? itemChanges(before, after, path)
      : isFields(before) && isFields(after)
        ? fieldChanges(before, after, path)
        : undefined;
  return parts && JSON.stringify(parts).length < JSON.stringify(whole).length ? parts : whole;
}

/** Undefined: the changed fields would be in another order. */
function fieldChanges(before: Fields, after: Fields, path: string): JsonChange[] | undefined {
  const stay = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  // Numbers come before other names, regardless of when they were added.
  const order = Object.keys(Object.fromEntries([...stay, ...added].map((name) => [name, 0])));
  if (!isSame(order, Object.keys(after))) return undefined;
  return [
    ...Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .map((name): JsonChange => ({ op: "remove", path: at(path, name) })),
    ...stay.flatMap((name) => jsonChanges(before[name], after[name], at(path, name))),
    ...added.map((name): JsonChange => ({ op: "add", path: at(path, name), value: after[name] })),
  ];
}

/** What is the same at both ends stays; between them, items are changed one by one, added or removed. */
function itemChanges(before: readonly unknown[], after: readonly unknown[], path: string): JsonChange[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const common = shorter - end;
  const index = (number: number) => at(path, String(number));
  return [
    ...before
      .slice(start, common)
      .flatMap((item, offset) => jsonChanges(item, after[start + offset], index(start + offset))),
    // From the end, so that those before keep their place.
    ...before
      .slice(common, before.length - end)
      .map((_, offset): JsonChange => ({ op: "remove", path: index(before.length - end - 1 - offset) })),
    ...after
      .slice(common, after.length - end)
      .map((value, offset): JsonChange => ({ op: "add", path: index(common + offset), value })),
  ];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const at = (path: string, name: string): string =>
  `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
