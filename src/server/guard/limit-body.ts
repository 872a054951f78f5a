import type { MiddlewareHandler } from "hono";
import { Refusal } from "../refusal.ts";

const MOST = 1024 * 1024;

/** Whether a request says of itself that it is too large. */
export const tooLargeBy = (contentLength: string | undefined): boolean => Number(contentLength ?? 0) > MOST;

/**
 * A body that is too large is refused by its announced size, else as soon as it has grown too large, on every path. The
 * framework's own limit makes a request anew from the server's stand-in for one, which only works where Node's own is
 * replaced for the whole process.
 */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (tooLargeBy(c.req.header("content-length"))) throw tooLarge();
  const { method, url, headers, signal, body } = c.req.raw;
  if (!body) {
    // Nobody reads the body of a GET, and so nobody would see it grow.
    if (c.req.header("transfer-encoding") !== undefined) throw unexpected(method);
    return next();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST) throw tooLarge();
    chunks.push(chunk);
  }
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

const unexpected = (method: string) =>
  new Refusal({
    status: 400,
    code: "unexpected-body",
    message: `A ${method} request takes no body.`,
    remedy: "Send it without a body.",
  });
