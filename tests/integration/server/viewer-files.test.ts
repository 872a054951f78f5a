/** The viewer's files: their types, their policy, and no other files. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SECRET } from "../../support/server/playtest-workspace.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";

const workspace = makeWorkspace();
writeFileSync(join(workspace.dir, "secret.txt"), SECRET);
afterAll(() => workspace[Symbol.dispose]());

describe("the viewer", () => {
  const dist = () => {
    const dir = mkdtempSync(join(tmpdir(), "viewer-"));
    mkdirSync(join(dir, "assets"));
    writeFileSync(join(dir, "index.html"), "<!doctype html><title>viewer</title>");
    writeFileSync(join(dir, "assets", "index-Ab3_-x9Z.js"), "console.log(1)");
    writeFileSync(join(dir, "assets", "index.css"), "a{}");
    symlinkSync(join(workspace.dir, "secret.txt"), join(dir, "assets", "leak.txt"));
    return dir;
  };

  test("its page at each of its addresses, its files with their types, and a strict content security policy", async () => {
    await using own = await serveWorkspace(workspace, { viewer: dist() });
    for (const path of ["/", "/sessions", "/sessions/plain?turn=3", "/matrices/small"]) {
      const { status, text, headers } = await own.ask(path);
      expect({ status, text, type: headers["content-type"], cache: headers["cache-control"] }).toEqual({
        status: 200,
        text: "<!doctype html><title>viewer</title>",
        type: "text/html; charset=utf-8",
        cache: "no-cache",
      });
      expect(headers["content-security-policy"]).toBe(
        [
          "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'",
          "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'",
          "form-action 'none'; frame-ancestors 'none'",
        ].join("; "),
      );
    }
    // A session's name may have a dot: a browser that opens its page says what it wants.
    expect((await own.ask("/sessions/looping.v2", { headers: { accept: "text/html,*/*" } })).status).toBe(
      200,
    );
    expect((await own.ask("/assets/index-Ab3_-x9Z.js")).headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect((await own.ask("/assets/index.css")).headers).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "cache-control": "no-cache",
    });
    for (const path of [
      "/assets/leak.txt",
      "/assets/gone.js",
      "/assets/..%2f..%2fsecret.txt",
      "/..%2fsecret.txt",
      "/secret.txt",
      "/api/nothing",
      "/cli",
      "/api",
      "/assets/%00.js",
    ]) {
      const { status, text } = await own.ask(path);
      expect([path, status, text.includes(SECRET)]).toEqual([path, 404, false]);
    }
  });

  test("if it is not built, the page says how to build it", async () => {
    await using own = await serveWorkspace(workspace, { viewer: join(workspace.dir, "nowhere") });
    const { status, text } = await own.ask("/");
    expect({ status, text }).toEqual({
      status: 503,
      text: expect.stringContaining("pnpm build:viewer") as string,
    });
  });
});
