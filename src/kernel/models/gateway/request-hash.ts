import { hash } from "node:crypto";

/** 128 bits of SHA-256 over a canonical form: the same request gives the same hash in any key order. */
export const requestHash = (request: unknown): string =>
  hash("sha256", JSON.stringify(request, canonical) ?? "", "base64url").slice(0, 22);

/** A replacer for JSON.stringify: keys in order, and long texts as their hash. */
function canonical(_key: string, value: unknown): unknown {
  // No request's own text starts with a null character.
  if (typeof value === "string" && value.length >= LONG) return `\u0000${hash("sha256", value, "base64url")}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  );
}

const LONG = 4_000;
