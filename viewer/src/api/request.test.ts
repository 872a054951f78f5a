import { expect, test } from "vitest";
import { pageRemedy } from "./request.ts";

test("a reader of a page is not told to send requests", () => {
  expect(pageRemedy("unknown-session", "GET /api/sessions lists all sessions.")).toMatch(/Sessions page/);
  expect(pageRemedy("invalid-request", "/openapi.json describes every parameter.")).not.toMatch(/openapi/);
  expect(pageRemedy("invalid-request", "/openapi.json describes every parameter.", true)).toMatch(/form/);
  expect(
    pageRemedy("session-over", "Give it more, such as --max-turns 60, or replay from an earlier turn."),
  ).not.toMatch(/--/);
});

test("what nobody has put differently is said as the server says it", () => {
  expect(pageRemedy("too-many-jobs", "Wait until one ends, or stop one.")).toBe(
    "Wait until one ends, or stop one.",
  );
});
