import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { Refusal } from "../refusal.ts";

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
