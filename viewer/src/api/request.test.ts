import { expect, test } from "vitest";
import { pageRemedy } from "./request.ts";

test("advice for readers of a page does not mention requests", () => {
  expect(pageRemedy("not-found", "GET /api/sessions lists all sessions.")).not.toMatch(/GET/);
  expect(pageRemedy("invalid-request", "/openapi.json describes every parameter.")).not.toMatch(/openapi/);
  expect(pageRemedy("invalid-request", "/openapi.json describes every parameter.", true)).toMatch(/form/);
  expect(
    pageRemedy("session-over", "Give it more, such as --max-turns 60, or replay from an earlier turn."),
  ).not.toMatch(/--/);
});

test("problems without page-specific advice use the server's words", () => {
  expect(pageRemedy("busy", "Wait until one ends, or stop one.")).toBe("Wait until one ends, or stop one.");
});
