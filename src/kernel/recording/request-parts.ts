import { hash as digest } from "node:crypto";
import type { RecordedPart } from "../../contract/index.ts";

/** Why: every turn sends the whole history again. A recording stores each part of a request once, so it grows with the session and not with its square. */
export type Request = {
  /** Of the whole request. */
  hash: string;
  /** The request with its long parts replaced by references. */
  short: Record<string, Json>;
  parts: ReadonlyMap<string, RecordedPart>;
};
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A shorter text is smaller than its reference. */
const LONGEST_INLINE_TEXT = 60;
const LONGEST_INLINE_VALUE = 160;

/** Splits what a request is made of. Keys are sorted: the order in which code names them is not part of a request. */
export function requestParts(asked: object): Request {
  const parts = new Map<string, RecordedPart>();
  const put = (part: Unhashed): string => {
    const hash = contentHash(part);
    if (!parts.has(hash)) parts.set(hash, { ...part, hash } as RecordedPart);
    return hash;
  };
  const fieldsOf = (value: object): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, field]) => [key, shorten(field)]),
    );

  function shorten(value: unknown): Json {
    if (typeof value === "string")
      return value.length <= LONGEST_INLINE_TEXT ? value : { "#": put({ type: "text", text: value }) };
    if (Array.isArray(value)) {
      const items = value.map(shorten);
      if (fitsInline(items)) return items;
      let after: string | undefined;
      for (const item of items)
        after = put(after === undefined ? { type: "link", item } : { type: "link", after, item });
      return { "#": after! };
    }
    if (typeof value === "object" && value !== null) {
      const fields = fieldsOf(value);
      return fitsInline(fields) ? fields : { "#": put({ type: "value", value: fields }) };
    }
    return typeof value === "number" || typeof value === "boolean" ? value : null;
  }

  const short = fieldsOf(asked);
  return { hash: contentHash(short), short, parts };
}

type Unhashed = RecordedPart extends infer Part
  ? Part extends { hash: string }
    ? Omit<Part, "hash">
    : never
  : never;

const fitsInline = (value: Json): boolean => JSON.stringify(value).length <= LONGEST_INLINE_VALUE;

/** 128 bits of SHA-256, as for the requests of journals. */
const contentHash = (value: object): string =>
  digest("sha256", JSON.stringify(value), "base64url").slice(0, 22);
