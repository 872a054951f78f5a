/** Who may ask the server: its own names and pages, and on any other address those who know the token. */
import { createConnection } from "node:net";
import { describe, expect, test } from "vitest";
import { serveForAll } from "../support/serve-for-all.ts";
import { expectProblem } from "../support/expect-problem.ts";
import { makeWorkspace, serveWorkspace } from "../support/served-workspace.ts";

const all = serveForAll();

describe("who may ask", () => {
  const paths: Array<[string, { method?: string; json?: unknown }]> = [
    ["/healthz", {}],
    ["/cli/test-harness?banks=state", {}],
    ["/api/check-runs", { json: {} }],
    ["/api/check-runs/nobody/events", {}],
    ["/nothing", {}],
    ["/cli/calibrate", { method: "POST" }],
    ["/", { method: "OPTIONS" }],
  ];
  const port = () => all.served.server.port;

  test.each([
    ["a foreign Host", "foreign-host", () => ({ host: "evil.example" })],
    ["a foreign Host with our port", "foreign-host", () => ({ host: `evil.example:${port()}` })],
    ["ours with another port", "foreign-host", () => ({ host: `127.0.0.1:${port() - 1}` })],
    ["ours without a port", "foreign-host", () => ({ host: "localhost" })],
    ["a name that begins like ours", "foreign-host", () => ({ host: `localhost.evil.example:${port()}` })],
    ["a foreign Origin", "foreign-origin", () => ({ origin: "https://evil.example" })],
    ["an Origin that nobody has", "foreign-origin", () => ({ origin: "null" })],
    ["another port's Origin", "foreign-origin", () => ({ origin: `http://localhost:${port() - 1}` })],
    ["another site's page", "cross-site", () => ({ "sec-fetch-site": "cross-site" })],
    ["another port's page", "cross-site", () => ({ "sec-fetch-site": "same-site" })],
  ])("%s is refused on every path", async (_, code, headers) => {
    for (const [path, options] of paths) {
      const answer = await all.ask(path, { ...options, headers: headers() });
      expectProblem(answer, { status: 403, code });
    }
  });

  test("hosts that no polite program sends are refused as well: in the address line, none, two, or with a user's name", async () => {
    const raw = (head: string) =>
      new Promise<string>((resolve, reject) => {
        let text = "";
        const socket = createConnection(port(), "127.0.0.1", () =>
          socket.end(`${head}\r\nConnection: close\r\n\r\n`),
        );
        socket.setEncoding("utf8").on("data", (part: string) => (text += part));
        socket.on("end", () => resolve(text)).on("error", reject);
      });
    const ours = `127.0.0.1:${port()}`;
    expect(await raw(`GET http://evil.example/healthz HTTP/1.1\r\nHost: ${ours}`)).toMatch(
      /^HTTP\/1\.1 403 [\s\S]*foreign-host/,
    );
    expect(await raw(`GET http://${ours}/healthz HTTP/1.1\r\nHost: evil.example`)).toMatch(
      /^HTTP\/1\.1 403 [\s\S]*foreign-host/,
    );
    for (const head of [
      "GET /healthz HTTP/1.1",
      "GET /healthz HTTP/1.0",
      "GET /healthz HTTP/1.1\r\nHost:",
      `GET /healthz HTTP/1.1\r\nHost: ${ours}@evil.example`,
      `GET /healthz HTTP/1.1\r\nHost: ${ours}/`,
      `GET /healthz HTTP/1.1\r\nHost: evil.example\r\nHost: ${ours}`,
    ]) {
      expect([head, await raw(head)]).toEqual([
        head,
        expect.stringMatching(/^HTTP\/1\.1 40[03] (?![\s\S]*"ok")/),
      ]);
    }
  });

  test("our own names and pages are let in, and answers are kept from browsers' other habits", async () => {
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
      const { status, headers } = await all.ask("/healthz", {
        headers: {
          host: `${name}:${port()}`,
          origin: `http://${name.toLowerCase()}:${port()}`,
          "sec-fetch-site": "same-origin",
        },
      });
      expect({ status, ...headers }).toMatchObject({
        status: 200,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect((await all.ask("/api/nothing")).headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expectProblem(
      { ...(await all.ask("/cli/test-harness", { method: "PUT" })) },
      { status: 405, code: "unknown-method" },
    );
    expect((await all.ask("/cli/test-harness", { method: "HEAD" })).status).toBe(405);
  });

  test("any other address wants a token, and does not start without", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.0.1", "example.org"])
      await expect(serveWorkspace(all.workspace, { host })).rejects.toMatchObject({
        code: "token-needed",
        exit: 2,
      });
    await expect(serveWorkspace(all.workspace, { host: "" })).rejects.toMatchObject({ code: "bad-host" });
    await expect(serveWorkspace(all.workspace, { host: "0.0.0.0", token: " " })).rejects.toMatchObject({
      code: "bad-token",
    });
    await expect(serveWorkspace(all.workspace, { port: port() })).rejects.toMatchObject({
      code: "port-in-use",
      exit: 2,
    });
  });

  test("with a token: nothing without it, as a header for programs and a cookie for browsers", async () => {
    using own = makeWorkspace();
    await using open = await serveWorkspace(own, {
      host: "0.0.0.0",
      token: "open sesame 12345",
      allowHosts: ["rehearse.example"],
    });
    const bearer = { authorization: "Bearer open sesame 12345" };
    for (const path of ["/healthz", "/", "/openapi.json", "/nothing", "/api/check-runs/nobody/events"]) {
      const refused = await open.ask(path);
      expectProblem(refused, { status: 401, code: "token-needed" });
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    }
    for (const authorization of [
      "Bearer open sesame 12346",
      "Bearer",
      "Basic open sesame 12345",
      "open sesame 12345",
    ])
      expectProblem(await open.ask("/healthz", { headers: { authorization } }), {
        status: 401,
        code: "token-needed",
      });
    expect((await open.ask("/healthz", { headers: bearer })).status).toBe(200);
    expect(
      (
        await open.ask("/healthz", {
          headers: { ...bearer, host: "rehearse.example", origin: "https://rehearse.example" },
        })
      ).status,
    ).toBe(200);
    expectProblem(await open.ask("/healthz", { headers: { ...bearer, host: "evil.example" } }), {
      status: 403,
      code: "foreign-host",
    });
    expectProblem(await open.ask("/healthz", { headers: { ...bearer, origin: "http://evil.example" } }), {
      status: 403,
      code: "foreign-origin",
    });

    expectProblem(await open.ask("/?token=wrong"), { status: 401, code: "token-needed" });
    expectProblem(await open.ask("/healthz?token=open%20sesame%2012345"), {
      status: 401,
      code: "token-needed",
    });
    const entered = await open.ask("/?token=open%20sesame%2012345");
    const [cookie = ""] = entered.headers["set-cookie"] ?? [];
    expect({ status: entered.status, location: entered.headers.location, cookie }).toEqual({
      status: 303,
      location: "/",
      cookie: expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict$/) as string,
    });
    expect(cookie).not.toContain("sesame");
    expect((await open.ask("/healthz", { headers: { cookie: cookie.split(";")[0]! } })).status).toBe(200);
    expectProblem(await open.ask("/healthz", { headers: { cookie: cookie.split("=")[0]! + "=forged" } }), {
      status: 401,
      code: "token-needed",
    });
  });
});
