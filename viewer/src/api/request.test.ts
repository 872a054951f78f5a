import { afterEach, expect, test, vi } from "vitest";
import { getJson, pageRemedy } from "./request.ts";

afterEach(() => void vi.unstubAllGlobals());

test("an answer that is fetched again is put together from what has changed", async () => {
  const known: Array<string | null> = [];
  const sent = [
    [200, '"1"', { turns: [{ turn: 1 }], total: 1 }],
    [226, '"2"', [{ op: "add", path: "/turns/1", value: { turn: 2 } }]],
    [226, '"3"', [{ op: "replace", path: "/total", value: 2 }]],
    [200, '"4"', { turns: [], total: 0 }],
  ] as const;
  vi.stubGlobal("fetch", async (_path: string, { headers }: RequestInit) => {
    const [status, tag, body] = sent[known.length]!;
    known.push(new Headers(headers).get("If-None-Match"));
    return Response.json(body, {
      status,
      headers: { ETag: tag },
    });
  });
  const again = () => getJson("/api/some", { as: 1 });
  expect(await again()).toEqual({ turns: [{ turn: 1 }], total: 1 });
  expect(await again()).toEqual({ turns: [{ turn: 1 }, { turn: 2 }], total: 1 });
  expect(await again()).toEqual({ turns: [{ turn: 1 }, { turn: 2 }], total: 2 });
  expect(await again()).toEqual({ turns: [], total: 0 });
  expect(known).toEqual([null, '"1"', '"2"', '"3"']);
});

test("advice for readers of a page does not mention requests", () => {
  expect(pageRemedy("unknown-session", "GET /api/sessions lists all sessions.")).toMatch(/Sessions page/);
  expect(pageRemedy("invalid-request", "/openapi.json describes every parameter.")).not.toMatch(/openapi/);
  expect(pageRemedy("invalid-request", "/openapi.json describes every parameter.", true)).toMatch(/form/);
  expect(
    pageRemedy("session-over", "Give it more, such as --max-turns 60, or replay from an earlier turn."),
  ).not.toMatch(/--/);
});

test("problems without page-specific advice use the server's words", () => {
  expect(pageRemedy("too-many-jobs", "Wait until one ends, or stop one.")).toBe(
    "Wait until one ends, or stop one.",
  );
});
