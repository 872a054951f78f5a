import { createHash } from "node:crypto";

/** 128 bits of SHA-256 over a canonical form: the same request gives the same hash, whatever the order of its keys. */
export function requestHash(request: unknown): string {
  return createHash("sha256").update(canonical(request)).digest("base64url").slice(0, 22);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
