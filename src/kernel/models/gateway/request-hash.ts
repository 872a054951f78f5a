import { hash } from "node:crypto";
import { remember } from "../../memo/index.ts";

/** 128 bits of SHA-256 over a canonical form: the same request gives the same hash, whatever the order of its keys. */
export function requestHash(request: unknown): string {
  return hash("sha256", canonical(request) ?? "", "base64url").slice(0, 22);
}

/** A part of requests that comes again and again, and never changes: its canonical form is made once. */
export function lasting<Part extends object>(part: Part): Part {
  known.set(part, canonical(part)!);
  return part;
}

const known = new WeakMap<object, string>();

/** JSON with all keys in order. By hand: a copy with its keys in order is as long in the making as all the rest. */
function canonical(value: unknown): string | undefined {
  if (typeof value === "string") return JSON.stringify(value.length >= LONG ? digest(value) : value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return (
    known.get(value) ??
    (Array.isArray(value)
      ? `[${value.map((item) => canonical(item) ?? "null").join(",")}]`
      : fieldsOf(value as Record<string, unknown>))
  );
}

function fieldsOf(value: Record<string, unknown>): string {
  let fields = "";
  for (const key of keysOf(value)) {
    const field = canonical(value[key]);
    if (field !== undefined) fields += `${fields === "" ? "" : ","}${JSON.stringify(key)}:${field}`;
  }
  return `{${fields}}`;
}

/** Numbers come first, in their own order: no object can have them in another. */
function keysOf(value: object): string[] {
  const keys = Object.keys(value);
  const numbers = keys.findIndex((key) => !/^(?:0|[1-9]\d{0,9})$/.test(key) || Number(key) > LARGEST_INDEX);
  return numbers === 0
    ? keys.sort()
    : numbers < 0
      ? keys
      : [...keys.slice(0, numbers), ...keys.slice(numbers).sort()];
}
const LARGEST_INDEX = 2 ** 32 - 2;

/** Instructions and guides come again with every turn: they are hashed once. */
const LONG = 4_000;
/** No request's own text begins so. */
const digest = remember((text) => `\u0000${hash("sha256", text, "base64url")}`, { most: 200 });
