import { Hono } from "hono";
import { expect, test } from "vitest";
import { sendChanges } from "./send-changes.ts";

/** An app whose answers grow, and a client that remembers the tag of the last one. */
function growing(options?: Parameters<typeof sendChanges>[0]) {
  let text = "";
  const app = new Hono();
  app.use(sendChanges(options));
  app.get("/:page", (c) => c.json({ page: c.req.param("page"), kept: "x".repeat(100), text }));
  return async (path: string, tag?: string | null) => {
    text += "more ";
    const answer = await app.request(path, {
      headers: { "A-IM": "json-patch", ...(tag && { "If-None-Match": tag }) },
    });
    return { status: answer.status, tag: answer.headers.get("ETag"), body: await answer.json() };
  };
}

test("sends what has changed since the named answer of the same address", async () => {
  const get = growing();
  const first = await get("/a");
  expect(first).toMatchObject({ status: 200, body: { page: "a", text: "more " } });
  expect(await get("/a", first.tag)).toMatchObject({
    status: 226,
    body: [{ op: "replace", path: "/text", value: "more more " }],
  });
  for (const tag of [`W/${first.tag}`, first.tag!.replace(/"$/, '-gzip"')])
    expect((await get("/a", tag)).status, tag).toBe(226);
  expect((await get("/b", first.tag)).status).toBe(200);
  expect((await get("/a", '"unknown"')).status).toBe(200);
});

test("keeps the answers used last, up to a size", async () => {
  const get = growing({ mostKept: 600 });
  const [a, b] = [await get("/a"), await get("/b")];
  // Each answer is kept too, so the oldest unused one is dropped.
  expect((await get("/a", a.tag)).status).toBe(226);
  expect((await get("/c")).status).toBe(200);
  expect((await get("/a", a.tag)).status).toBe(226);
  expect((await get("/b", b.tag)).status).toBe(200);
});
