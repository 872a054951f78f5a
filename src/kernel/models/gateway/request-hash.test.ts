import { expect, test } from "vitest";
import { requestHash } from "./request-hash.ts";

test("the order of keys does not matter, at any depth; the order of lists does", () => {
  const hash = requestHash({ a: 1, b: [{ c: "x", d: undefined, e: { f: 1, g: 2 } }] });
  expect(requestHash({ b: [{ e: { g: 2, f: 1 }, c: "x" }], a: 1 })).toBe(hash);
  expect(requestHash({ a: 1, b: [{ c: "x", e: { f: 2, g: 1 } }] })).not.toBe(hash);
  expect(requestHash(["a", "b"])).not.toBe(requestHash(["b", "a"]));
});

test("the hash of a request is stable across releases, so that old journals stay valid", () => {
  const facts = {
    kind: "text",
    model: "anthropic/claude-opus-4-5",
    messages: [["user", "Où êtes-vous ?"]],
    temperature: undefined,
  };
  expect(requestHash({ facts, maxOutput: 400 })).toBe("D7oVFu6KEV7F0RpJBQwgO4");
});
