/** What every request must pass before a route sees it: our own host and origin, the token, a limited body; and the headers of every answer. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { Refusal } from "./problem.ts";

/** Where the server listens, and the names it goes by beside its own. */
export type Place = {
  host: string;
  /** Known once it listens. */
  port: () => number;
  /** `name` or `name:port`: for a proxy in front, or a name in a local network. */
  alsoKnownAs?: readonly string[];
};

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

const isEverywhere = (host: string): boolean => ["0.0.0.0", "::"].includes(bare(host));

/**
 * Whether an address that a client used is one of ours. A page that has its own name point at this machine still sends
 * that name: it is not ours, and so it gets nothing.
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
    // An address in figures cannot be somebody else's name for us.
    const known = names.has(name) || (isEverywhere(host) && isIP(bare(name)) !== 0);
    return known && asked === port() && protocol === "http:";
  };
}

const refused = (code: string, message: string, remedy: string) =>
  new Refusal({ status: 403, code, message, remedy });

const METHODS = ["GET", "POST", "DELETE"];

/** Pages of other sites can make a browser ask us anything: whatever may come from one is refused, before anything is done. */
export function refuseForeign(place: Place): MiddlewareHandler {
  const isOurs = ourNames(place);
  return async (c, next) => {
    // The address line may name a host too; both must be ours.
    const asked = new URL(c.req.url);
    const host = c.req.header("host") ?? asked.host;
    if (!isOurs(`http://${host}`) || !isOurs(`http://${asked.host}`))
      throw refused(
        "foreign-host",
        `This server does not go by the name ${JSON.stringify(host.slice(0, 200))}.`,
        "Use the address that `rehearse serve` prints; --allow-host adds a name.",
      );
    const origin = c.req.header("origin");
    if (origin !== undefined && !isOurs(origin))
      throw refused(
        "foreign-origin",
        `Pages of ${JSON.stringify(origin.slice(0, 200))} are not allowed to call this server.`,
        "Ask from a page of this server, or from a program.",
      );
    // Another port of this machine is another program: the browser calls it the same site, we do not.
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none")
      throw refused(
        "cross-site",
        "Pages of other sites are not allowed to call this server.",
        "Type the address, or ask from a page of this server.",
      );
    // A HEAD would run whatever the GET runs, for nobody.
    if (!METHODS.includes(c.req.raw.method))
      throw new Refusal({
        status: 405,
        code: "unknown-method",
        message: `${c.req.raw.method} is not answered.`,
        remedy: `Use ${METHODS.join(", ")}.`,
      });
    await next();
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Takes as long for a token that is nearly right as for one that is wrong from its first letter. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** Everybody must know the token: programs send it as `Authorization: Bearer`, a browser gets a cookie by opening `/?token=…` once. */
export function requireToken(token: string, { port }: { port: () => number }): MiddlewareHandler {
  // Not the token itself: who finds the cookie does not know what to type.
  const pass = digest(`cookie for ${token}`).toString("base64url");
  return async (c, next) => {
    // Cookies do not tell ports apart: two servers on one machine need two names.
    const cookie = `rehearse-${port()}`;
    const typed = c.req.path === "/" ? c.req.query("token") : undefined;
    if (typed !== undefined && same(typed, token)) {
      setCookie(c, cookie, pass, { httpOnly: true, sameSite: "Strict", path: "/" });
      return c.redirect("/", 303);
    }
    const bearer = /^Bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (!(bearer !== undefined && same(bearer, token)) && !same(getCookie(c, cookie) ?? "", pass)) {
      c.header("WWW-Authenticate", "Bearer");
      throw new Refusal({
        status: 401,
        code: "token-needed",
        message: "This server wants a token.",
        remedy: "Send `Authorization: Bearer <token>`; in a browser, open /?token=<token> once.",
      });
    }
    return next();
  };
}

const MOST = 1024 * 1024;

/** Whether a request says of itself that it is too large. */
const tooLargeBy = (contentLength: string | undefined): boolean => Number(contentLength ?? 0) > MOST;

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

/** What still arrives after the answer is thrown away, up to here: a sender that is cut off at once never hears why. */
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 500;
const LOOK_MS = 10;

/** Ends connections whose request was answered before all of its body had arrived. Node would read the rest, however much it is. */
export function hangUpOnTheRest(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    response.once("finish", () => {
      if (!request.complete) throwAway(request);
    });
  });
  // Who asks before sending is told: go on, or by the answer alone that it is too much.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!tooLargeBy(request.headers["content-length"])) response.writeContinue();
    server.emit("request", request, response);
  });
}

function throwAway(request: IncomingMessage): void {
  const { socket } = request;
  const before = socket.bytesRead;
  let looks = 0;
  request.resume();
  // Looked at, not listened for: Node tells nobody of what it throws away.
  const looking = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(looking);
    if (++looks * LOOK_MS >= LONGEST_MS || socket.bytesRead - before > MOST_BYTES) socket.destroy();
  }, LOOK_MS);
}

const headers = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Answers are data: no browser should keep, frame, sniff or run them, unless they say otherwise themselves. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value);
};
