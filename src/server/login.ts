/** Checks the token. Without it, browsers get the login form and programs get an error. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { isForeignPage, isPagePath } from "./guard.ts";
import { loginHeaders, loginPage, reloadHeaders, reloadPage } from "./login-page.ts";
import { Refusal } from "./problem.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Constant time: a nearly correct token takes as long as a wrong one. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/**
 * Every request needs the token. Programs send it as `Authorization: Bearer`. A browser gets a cookie from the login
 * form, which every page shows without one. It ends with the browser.
 *
 * The cookie is SameSite=Strict, so no request that another site causes carries it, in browsers without Sec-Fetch
 * headers too. A link in a chat is such a request: the answer is a page without data that loads the same address again,
 * this time as our own page. Lax would save this step, but send the cookie with every GET navigation of other sites.
 */
export function requireToken(token: string, { port }: { port: () => number }): MiddlewareHandler {
  // Not the token itself, so that a stolen cookie does not reveal it.
  const pass = digest(`cookie for ${token}`).toString("base64url");
  // Cookies ignore ports, so two servers on one machine need two names.
  const cookie = (): string => `rehearse-${port()}`;

  return async (c, next) => {
    const { method, path } = c.req;
    if (path === "/login" && method === "POST") {
      const form = new URLSearchParams(await c.req.text());
      const back = safeReturn(form.get("next"));
      // Wrong tokens are not counted: tokens are too long to guess, and a limit would let others lock people out.
      if (!same(form.get("token") ?? "", token)) return login(c, back, "This token is wrong.");
      setCookie(c, cookie(), pass, { httpOnly: true, sameSite: "Strict", path: "/" });
      return c.redirect(back, 303);
    }
    const bearer = /^Bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if ((bearer !== undefined && same(bearer, token)) || same(getCookie(c, cookie()) ?? "", pass))
      return next();
    if (method !== "GET" || !isPagePath(path)) throw refusal(c);
    const { pathname, search } = new URL(c.req.url);
    const back = safeReturn(pathname + search);
    return isForeignPage(c) ? c.html(reloadPage(back), 200, reloadHeaders) : login(c, back);
  };
}

/** The form, or for a program the problem in our usual form. */
function login(c: Context, next: string, problem?: string): Response {
  if (!(c.req.header("accept") ?? "").includes("text/html")) throw refusal(c);
  return c.html(loginPage({ next, problem }), 401, loginHeaders);
}

function refusal(c: Context): Refusal {
  c.header("WWW-Authenticate", "Bearer");
  return new Refusal({
    status: 401,
    code: "token-needed",
    message: "The token is missing or wrong.",
    remedy: "Send `Authorization: Bearer <token>`; in a browser, open any page and log in.",
  });
}

/** Where to go after the login: a page of this server, written as its path, or the first page. */
export function safeReturn(next: string | null): string {
  const ours = "http://rehearse.invalid";
  const url = next?.startsWith("/") ? URL.parse(next, ours) : null;
  // A path with two slashes would name another server.
  if (url?.origin !== ours || !isPagePath(url.pathname) || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search;
}
