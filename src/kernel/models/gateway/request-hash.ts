import { hash } from "node:crypto";
import { remember } from "../../memo/index.ts";

/** 128 bits of SHA-256 over a canonical form: the same request gives the same hash, whatever the order of its keys. */
export function requestHash(request: unknown): string {
  return hash("sha256", JSON.stringify(sorted(request)), "base64url").slice(0, 22);
}

/** The same value with all keys in order. (A replacer for JSON.stringify would do it too, several times slower on a long history.) */
function sorted(value: unknown): unknown {
  if (typeof value === "string" && value.length >= LONG) return digest(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}

/** Instructions and guides come again with every turn: they are hashed once. */
const LONG = 4_000;
/** No request's own text begins so. */
const digest = remember((text) => `\u0000${hash("sha256", text, "base64url")}`, { most: 200 });
