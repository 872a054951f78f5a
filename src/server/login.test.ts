import { Hono } from "hono";
import { expect, test } from "vitest";
import { limitBody, refuseForeign, safeHeaders } from "./guard.ts";
import { requireToken, safeReturn } from "./login.ts";
import { problemOf } from "./problem.ts";

const TOKEN = "a-secret-of-24-letters-or-more";
const html = { accept: "text/html,*/*" };
const link = {
  ...html,
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

function open({ token = TOKEN }: { token?: string | null } = {}) {
  const app = new Hono();
  app.onError((error, c) => {
    const { status, body } = problemOf(error);
    return c.json(body, status);
  });
  app.use(safeHeaders);
  app.use(refuseForeign({ host: "127.0.0.1", port: () => 80 }));
  app.use(limitBody);
  if (token !== null) app.use(requireToken(token, { port: () => 80 }));
  app.all("*", (c) => c.text(`inside ${c.req.path}`));
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await app.request(`http://127.0.0.1${path}`, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const logIn = (typed: string, next = "/sessions/a?turn=3", headers: Record<string, string> = {}) =>
    ask("/login", {
      method: "POST",
      headers: { ...html, "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ token: typed, next, username: "rehearse" }).toString(),
    });
  return { ask, logIn };
}
const cookieOf = ({ headers }: { headers: Headers }) => headers.get("set-cookie")?.split(";")[0] ?? "";

test("a link from another site opens pages, and nothing else", async () => {
  const { ask } = open({ token: null });
  for (const path of ["/", "/sessions", "/sessions/a.b?turn=3", "/experiments", "/retrieval/tests/X-1"])
    expect([path, (await ask(path, { headers: link })).status]).toEqual([path, 200]);
  for (const path of [
    "/api/sessions",
    "/%61pi/sessions",
    "/api",
    "/cli/test-harness",
    "/assets/a.js",
    "/openapi.json",
    "/healthz",
    "/icon.svg",
  ])
    expect([path, (await ask(path, { headers: link })).status]).toEqual([path, 403]);
  const others: Array<Record<string, string>> = [
    { "sec-fetch-dest": "iframe" },
    { "sec-fetch-dest": "embed" },
    { "sec-fetch-dest": "script", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" },
    { host: "evil.example" },
    { origin: "https://evil.example" },
  ];
  for (const other of others)
    expect([other, (await ask("/sessions", { headers: { ...link, ...other } })).status]).toEqual([
      other,
      403,
    ]);
  for (const method of ["POST", "DELETE"])
    expect((await ask("/sessions", { method, headers: link })).status).toBe(403);
});

test("every page shows the login form without a cookie, and the form leads back to the page", async () => {
  const { ask, logIn } = open();
  const asked = await ask("/sessions/a?turn=3&q=%22%3E", { headers: html });
  expect(asked.status).toBe(401);
  expect(asked.text).toContain('value="/sessions/a?turn=3&amp;q=%22%3E"');
  expect(asked.text).toMatch(/type="password" autocomplete="current-password"/);
  expect(asked.headers.get("content-security-policy")).toMatch(/form-action 'self'; frame-ancestors 'none'/);
  const entered = await logIn(TOKEN);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/sessions/a?turn=3"]);
  expect(entered.headers.get("set-cookie")).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  const cookie = cookieOf(entered);
  expect((await ask("/api/sessions", { headers: { cookie } })).text).toBe("inside /api/sessions");
  // Programs and data get no form.
  expect((await ask("/api/sessions", { headers: html })).text).toContain("token-needed");
  expect((await ask("/sessions")).text).toContain("token-needed");
});

test("a link from another site loads the page again as our own, because the cookie is not sent with it", async () => {
  const { ask } = open();
  const { status, text, headers } = await ask("/sessions/a?turn=3&x=1", { headers: link });
  expect(status).toBe(200);
  expect(text).toContain('http-equiv="refresh" content="0;url=/sessions/a?turn=3&amp;x=1"');
  expect(text).not.toContain("inside");
  expect((await ask("//evil.example/x", { headers: link })).text).toContain('content="0;url=/"');
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("only addresses of our own pages are returned to", () => {
  for (const page of ["/", "/sessions/a?turn=3&lens=issues", "/retrieval/tests/X%2FY"])
    expect(safeReturn(page)).toBe(page);
  for (const other of [
    null,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/%2e%2e//evil.example",
    "/x/..//evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/api/sessions",
    "/cli/test-harness",
  ])
    expect([other, safeReturn(other)]).toEqual([other, "/"]);
});

test("wrong tokens: the form says so, and the right one still opens", async () => {
  const { logIn } = open();
  const { status, text, headers } = await logIn("wrong");
  expect([status, headers.get("set-cookie")]).toEqual([401, null]);
  expect(text).toContain("This token is wrong.");
  expect((await logIn(TOKEN)).status).toBe(303);
});

test("another site cannot log a browser in", async () => {
  const { logIn } = open();
  const foreign: Array<Record<string, string>> = [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example" },
  ];
  for (const headers of foreign) expect((await logIn(TOKEN, "/", headers)).status).toBe(403);
});
