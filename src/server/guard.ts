/** Checks every request before its route (host, origin, size of the body), and sets the headers of every answer. */
import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "./problem.ts";

/** Where the server listens, and further names that it answers to. */
export type Place = {
  host: string;
  /** Known once it listens. */
  port: () => number;
  /** `name` or `name:port`: for a proxy in front, or a name in a local network. */
  alsoKnownAs?: readonly string[];
};

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

export function isLoopback(host: string): boolean {
  const name = bare(host);
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

const isEverywhere = (host: string): boolean => ["0.0.0.0", "::"].includes(bare(host));

/**
 * Whether a client's address is ours. A page with its own name pointing at this machine still sends that name (DNS
 * rebinding), and is refused.
 */
export function ourNames({ host, port, alsoKnownAs = [] }: Place): (origin: string) => boolean {
  const names = new Set(["localhost", "127.0.0.1", "[::1]"]);
  if (isEverywhere(host)) names.add(hostname().toLowerCase());
  else names.add(inAddress(bare(host)));
  const others = alsoKnownAs.map((name) => /^(.*?)(?::(\d+))?$/.exec(name.toLowerCase())!);

  return (origin) => {
    const url = URL.parse(origin);
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      url.username + url.password + url.search + url.hash !== "" ||
      url.pathname !== "/"
    )
      return false;
    const { hostname: name, protocol } = url;
    const asked = Number(url.port || (protocol === "https:" ? 443 : 80));
    if (others.some(([, other, only]) => name === other && (only === undefined || Number(only) === asked)))
      return true;
    // A numeric address cannot be a foreign name that points here.
    const known = names.has(name) || (isEverywhere(host) && isIP(bare(name)) !== 0);
    return known && asked === port() && protocol === "http:";
  };
}

const refused = (message: string, remedy: string) =>
  new Refusal({ status: 403, code: "foreign-request", message, remedy });

/** Another port of this machine is another program, although browsers call it the same site. */
function isForeign(c: Context): boolean {
  const site = c.req.header("sec-fetch-site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Addresses of the viewer's pages. Loading one changes nothing and brings no data: the page asks for those itself. */
export const isPagePath = (path: string): boolean =>
  !/^\/(?:(?:api|cli|assets)(?:\/|$)|healthz$|[^/]+\.\w+$)/.test(path);

/** A link from another site, opened as a top-level page. Frames and scripts cannot send these headers. */
export const isForeignPage = (c: Context): boolean =>
  isForeign(c) &&
  c.req.method === "GET" &&
  c.req.header("sec-fetch-mode") === "navigate" &&
  c.req.header("sec-fetch-dest") === "document" &&
  isPagePath(c.req.path);

const METHODS = ["GET", "POST", "DELETE"];

/** A page of another site can make a browser send us any request, so requests that may come from one are refused first. */
export function refuseForeign(place: Place): MiddlewareHandler {
  const isOurs = ourNames(place);
  return async (c, next) => {
    // The request line may name a host too; both must be ours.
    const asked = new URL(c.req.url);
    const host = c.req.header("host") ?? asked.host;
    if (!isOurs(`http://${host}`) || !isOurs(`http://${asked.host}`))
      throw refused(
        `Host ${JSON.stringify(host.slice(0, 200))} is not allowed.`,
        "Use the address that `rehearse serve` prints, or start the server with --allow-host.",
      );
    const origin = c.req.header("origin");
    if (origin !== undefined && !isOurs(origin))
      throw refused(
        `Origin ${JSON.stringify(origin.slice(0, 200))} is not allowed.`,
        "Send the request from a page of this server, or from a program.",
      );
    if (isForeign(c) && !isForeignPage(c))
      throw refused(
        "Requests from pages of other sites are not allowed, except links to a page.",
        "Type the address, or use a page of this server.",
      );
    // A HEAD request would do the work of the GET for nothing.
    if (!METHODS.includes(c.req.raw.method))
      throw new Refusal({
        status: 405,
        code: "unknown-route",
        message: `Method ${c.req.raw.method} is not supported.`,
        remedy: `Use ${METHODS.join(", ")}.`,
      });
    await next();
  };
}

const MOST_BYTES = 1024 * 1024;

/**
 * Refuses a body that is too large by its announced size; without one, as soon as it has grown too large. The
 * framework's own limit rebuilds the request, which works only where Node's Request is replaced for the whole process.
 */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (Number(c.req.header("content-length") ?? 0) > MOST_BYTES) throw tooLarge();
  const { method, url, headers, signal, body } = c.req.raw;
  if (!body || c.req.header("transfer-encoding") === undefined) return next();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  c.req.raw = new Request(url, { method, headers, signal, ...(size > 0 && { body: Buffer.concat(chunks) }) });
  return next();
};

const tooLarge = () =>
  new Refusal({
    status: 413,
    code: "too-large",
    message: "The body is larger than 1 MB.",
    remedy: "Send a smaller body.",
  });

const headers = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Answers are data: a browser must not store, frame, sniff or run them unless they set other headers. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value);
};
