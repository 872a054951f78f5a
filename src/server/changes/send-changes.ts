/**
 * Answers a client that already has an earlier version of a JSON answer with what has changed in it (RFC 3229: 226 IM
 * Used). A page that follows a growing session then receives each part of it once.
 */
import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { jsonChanges } from "./json-changes.ts";

/** What a client sends in `A-IM` if it can apply changes. */
const MANNER = "json-patch";
/** A tag as this server writes it, up to the closing quote. */
const TAG = /"[\w-]{22}/;
/** Characters of all answers that are kept, the most recently used ones. */
const MOST_KEPT = 32 * 1024 * 1024;

export function sendChanges({ mostKept = MOST_KEPT }: { mostKept?: number } = {}): MiddlewareHandler {
  const kept = createKeptAnswers(mostKept);
  return async (c, next) => {
    await next();
    if (c.req.method !== "GET" || c.req.header("a-im") !== MANNER || c.res.status !== 200) return;
    if (!c.res.headers.get("content-type")?.startsWith("application/json")) return;
    const text = await c.res.text();
    const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    // A proxy that compresses answers marks their tags as weak, or appends how.
    const known = TAG.exec(c.req.header("if-none-match") ?? "")?.[0].concat('"');
    // A version of another address must not be mistaken for one of this.
    const before = known === undefined ? undefined : kept.get(`${c.req.url} ${known}`);
    kept.set(`${c.req.url} ${tag}`, text);
    const changes = before === undefined ? undefined : changesBetween(before, text);
    const headers = new Headers(c.res.headers);
    headers.set("ETag", tag);
    c.res = undefined;
    if (changes === undefined) {
      c.res = new Response(text, { status: 200, headers });
      return;
    }
    headers.set("Content-Type", "application/json-patch+json");
    headers.set("IM", MANNER);
    headers.set("Delta-Base", known!);
    c.res = new Response(changes, { status: 226, headers });
  };
}

/** Undefined: the whole answer is shorter. */
function changesBetween(before: string, after: string): string | undefined {
  const changes = JSON.stringify(jsonChanges(JSON.parse(before), JSON.parse(after)));
  return changes.length < after.length ? changes : undefined;
}

function createKeptAnswers(most: number): {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
} {
  const kept = new Map<string, string>();
  let size = 0;
  const remove = (key: string) => {
    size -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  const set = (key: string, text: string) => {
    remove(key);
    kept.set(key, text);
    size += text.length;
    for (const oldest of kept.keys()) {
      if (size <= most) break;
      remove(oldest);
    }
  };
  return {
    get(key) {
      const text = kept.get(key);
      if (text !== undefined) set(key, text);
      return text;
    },
    set,
  };
}
