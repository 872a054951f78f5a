/** Checks the token. Without it, browsers get the login form and programs get an error. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isForeignPage, isPagePath } from "./guard.ts";
import { loginHeaders, loginPage, reloadHeaders, reloadPage } from "./login-page.ts";
import { Refusal } from "./problem.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Constant time: a nearly correct token takes as long as a wrong one. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/**
 * Every request needs the token. Programs send it as `Authorization: Bearer`. A browser gets a cookie from the login
 * form, which every page shows without one, or by opening `/?token=…` once.
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

  /** Wrong tokens are not counted: tokens are too long to guess, and a limit would let others lock people out. */
  const enter = (c: Context, typed: string, next: string): Response => {
    if (!same(typed, token)) return login(c, { status: 401, next, problem: "This token is wrong." });
    setCookie(c, cookie(), pass, { httpOnly: true, sameSite: "Strict", path: "/" });
    return c.redirect(next, 303);
  };

  return async (c, next) => {
    const { method, path } = c.req;
    if (path === "/login" && method === "POST") {
      const form = new URLSearchParams(await c.req.text());
      return enter(c, form.get("token") ?? "", safeReturn(form.get("next")));
    }
    if (path === "/login" && method === "GET")
      return login(c, { status: 200, next: safeReturn(c.req.query("next") ?? null) });
    const typed = path === "/" && method === "GET" ? c.req.query("token") : undefined;
    if (typed !== undefined) return enter(c, typed, "/");
    const bearer = /^Bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if ((bearer !== undefined && same(bearer, token)) || same(getCookie(c, cookie()) ?? "", pass)) {
      if (path !== "/logout" || method !== "POST") return next();
      deleteCookie(c, cookie(), { path: "/" });
      return wantsPage(c) ? c.redirect("/login", 303) : c.body(null, 204);
    }
    if (method !== "GET" || !isPagePath(path)) throw refusal(c);
    const { pathname, search } = new URL(c.req.url);
    const back = safeReturn(pathname + search);
    return isForeignPage(c)
      ? c.html(reloadPage(back), 200, reloadHeaders)
      : login(c, { status: 401, next: back });
  };
}

const wantsPage = (c: Context): boolean => (c.req.header("accept") ?? "").includes("text/html");

/** The form, or for a program the problem in our usual form. */
function login(
  c: Context,
  { status, ...shown }: { status: 200 | 401; next: string; problem?: string },
): Response {
  if (status !== 200 && !wantsPage(c)) throw refusal(c);
  return c.html(loginPage(shown), status, loginHeaders);
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
  if (url?.origin !== ours || !isPagePath(url.pathname) || /^\/log(in|out)$/.test(url.pathname)) return "/";
  // A path with two slashes would name another server.
  return url.pathname.startsWith("//") || (url.pathname === "/" && url.searchParams.has("token"))
    ? "/"
    : url.pathname + url.search;
}
