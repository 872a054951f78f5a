/** Access to the server: its own names and pages, and on other addresses only with the token. */
import { createConnection } from "node:net";
import { describe, expect, test } from "vitest";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { serveMade } from "../../support/server/served-playtests.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";

const { workspace, served, ask } = serveMade(makeWorkspace);

describe("access", () => {
  const paths: Array<[string, { method?: string; json?: unknown }]> = [
    ["/healthz", {}],
    ["/cli/test-harness?banks=state", {}],
    ["/api/operations/check", { json: {} }],
    ["/api/events", {}],
    ["/nothing", {}],
    ["/cli/calibrate", { method: "POST" }],
    ["/", { method: "OPTIONS" }],
  ];
  const port = () => served.server.port;

  test.each([
    ["a foreign Host", "foreign-request", () => ({ host: "evil.example" })],
    ["a foreign Host with our port", "foreign-request", () => ({ host: `evil.example:${port()}` })],
    ["ours with another port", "foreign-request", () => ({ host: `127.0.0.1:${port() - 1}` })],
    ["ours without a port", "foreign-request", () => ({ host: "localhost" })],
    ["a name that begins like ours", "foreign-request", () => ({ host: `localhost.evil.example:${port()}` })],
    ["a foreign Origin", "foreign-request", () => ({ origin: "https://evil.example" })],
    ["an Origin that nobody has", "foreign-request", () => ({ origin: "null" })],
    ["another port's Origin", "foreign-request", () => ({ origin: `http://localhost:${port() - 1}` })],
    ["another site's page", "foreign-request", () => ({ "sec-fetch-site": "cross-site" })],
    ["another port's page", "foreign-request", () => ({ "sec-fetch-site": "same-site" })],
  ])("%s is refused on every path", async (_, code, headers) => {
    for (const [path, options] of paths) {
      const answer = await ask(path, { ...options, headers: headers() });
      expectProblem(answer, { status: 403, code });
    }
  });

  test("malformed hosts are refused as well: in the request line, none, two, or with a user name", async () => {
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
      /^HTTP\/1\.1 403 [\s\S]*foreign-request/,
    );
    expect(await raw(`GET http://${ours}/healthz HTTP/1.1\r\nHost: evil.example`)).toMatch(
      /^HTTP\/1\.1 403 [\s\S]*foreign-request/,
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

  test("our own names and pages are accepted, with restrictive headers", async () => {
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
      const { status, headers } = await ask("/healthz", {
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
    expect((await ask("/api/nothing")).headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expectProblem(
      { ...(await ask("/cli/test-harness", { method: "PUT" })) },
      { status: 405, code: "unknown-route" },
    );
    expect((await ask("/cli/test-harness", { method: "HEAD" })).status).toBe(405);
  });

  test("any other address needs a token, and does not start without one", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.0.1", "example.org"])
      await expect(serveWorkspace(workspace, { host })).rejects.toMatchObject({
        code: "token-needed",
        exit: 2,
      });
    await expect(serveWorkspace(workspace, { host: "" })).rejects.toMatchObject({ code: "bad-value" });
    for (const token of ["", " ", "short", "x".repeat(23), `${"x".repeat(23)}  `])
      for (const host of ["0.0.0.0", "127.0.0.1"]) {
        const refused = serveWorkspace(workspace, { host, token });
        await expect(refused).rejects.toMatchObject({ code: "bad-value", exit: 2 });
        if (token.trim() !== "")
          await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(token.trim()) });
      }
    await expect(serveWorkspace(workspace, { port: port() })).rejects.toMatchObject({
      code: "port-in-use",
      exit: 2,
    });
  });

  test("with a token: nothing without it, from our own names only", async () => {
    using own = makeWorkspace();
    await using open = await serveWorkspace(own, {
      host: "0.0.0.0",
      token: "open sesame 12345 and more",
      allowHosts: ["rehearse.example"],
    });
    const bearer = { authorization: "Bearer open sesame 12345 and more" };
    for (const path of ["/healthz", "/", "/openapi.json", "/nothing", "/api/events"]) {
      const refused = await open.ask(path);
      expectProblem(refused, { status: 401, code: "token-needed" });
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    }
    for (const authorization of [
      "Bearer open sesame 12346 and more",
      "Bearer",
      "Basic open sesame 12345 and more",
      "open sesame 12345 and more",
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
      code: "foreign-request",
    });
    expectProblem(await open.ask("/healthz", { headers: { ...bearer, origin: "http://evil.example" } }), {
      status: 403,
      code: "foreign-request",
    });
  });
});

describe("a body of 2 GB", () => {
  const GB = 1024 ** 3;

  /** Sends a head, and gives the answer. */
  function send(head: string[]): Promise<string> {
    return new Promise((resolve) => {
      const socket = createConnection(served.server.port, "127.0.0.1");
      socket.once("data", (data) => {
        resolve(data.toString("latin1"));
        socket.destroy();
      });
      socket.on("error", () => {}); // It may hang up while we send.
      socket.write([...head, `Host: 127.0.0.1:${served.server.port}`, "", ""].join("\r\n"));
    });
  }
  test("is refused by its announced size on every path, before a byte of it is sent", async () => {
    const { paths } = (await ask("/openapi.json")).json as unknown as {
      paths: Record<string, Record<string, unknown>>;
    };
    const asked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "x")}`),
    );
    expect(asked.length).toBeGreaterThan(20);
    await Promise.all(
      [...asked, "GET /", "GET /sessions", "POST /nothing", "GET /assets/x.js"].map(async (line) => {
        const text = await send([`${line} HTTP/1.1`, `Content-Length: ${2 * GB}`]);
        expect(text, line).toMatch(/^HTTP\/1\.1 413 /);
        expect(text, line).toContain('"too-large"');
      }),
    );
  });
});
