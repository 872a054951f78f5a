import type { MiddlewareHandler } from "hono";
import { Refusal } from "../refusal.ts";

const MOST = 1024 * 1024;
/** What is too large is still read, up to here, and forgotten: a sender that is cut off in the middle never hears why. */
const MOST_HEARD = 16 * MOST;

/**
 * Bodies are read up to a size, before anybody looks at them. The framework's own limit makes a request anew from the
 * server's stand-in for one, which only works where Node's own is replaced for the whole process.
 */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const { method, url, headers, signal, body } = c.req.raw;
  if (!body) return next();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_HEARD) throw tooLarge();
    if (size <= MOST) chunks.push(chunk);
  }
  if (size > MOST) throw tooLarge();
  c.req.raw = new Request(url, { method, headers, signal, ...(size > 0 && { body: Buffer.concat(chunks) }) });
  return next();
};

const tooLarge = () =>
  new Refusal({
    status: 413,
    code: "body-too-large",
    message: "The body is larger than 1 MB.",
    remedy: "Ask for less at once.",
  });
