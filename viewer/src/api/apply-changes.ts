/** Applies the changes that the server sends in place of a whole answer: a JSON Patch of `add`, `remove` and `replace`. */
import type { JsonChange } from "../../../src/contract/index.ts";

/** A new document; parts that no change touches are shared with the given one. */
export const withChanges = (document: unknown, changes: readonly JsonChange[]): unknown =>
  changes.reduce((now, change) => changed(now, namesIn(change.path), change), document);

function changed(part: unknown, [name, ...rest]: readonly string[], change: JsonChange): unknown {
  if (name === undefined) return change.op === "remove" ? undefined : change.value;
  const isTarget = rest.length === 0;
  if (Array.isArray(part)) {
    const at = Number(name);
    if (!isTarget) return part.with(at, changed(part[at], rest, change));
    if (change.op === "remove") return part.toSpliced(at, 1);
    return change.op === "add" ? part.toSpliced(at, 0, change.value) : part.with(at, change.value);
  }
  const fields = part as Record<string, unknown>;
  if (!isTarget) return { ...fields, [name]: changed(fields[name], rest, change) };
  if (change.op !== "remove") return { ...fields, [name]: change.value };
  const { [name]: _removed, ...others } = fields;
  return others;
}

const namesIn = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
