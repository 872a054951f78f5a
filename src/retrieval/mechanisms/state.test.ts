import { expect, test } from "vitest";
import { handlersFor, holds } from "./state.ts";

test("inherited properties of a user's state are not values", () => {
  expect(holds({}, { constructor: { eq: true } })).toBe(false);
});

test.each([
  [{ n: { ne: 1 } }, { n: 2 }, true],
  [{ n: { ne: 1 } }, { n: 1 }, false],
  [{ n: { ne: 1 } }, {}, false],
  [{ n: { gt: 1 } }, { n: 1 }, false],
  [{ n: { gt: 1, lt: 3 } }, { n: 2 }, true],
  [{ n: { lt: 3 } }, { n: "2" }, false],
  [{ n: { exists: false } }, { n: null }, true],
  [{ n: { exists: false } }, { n: 0 }, false],
  [{ n: { exists: true } }, { n: 0 }, true],
  [{ n: { exists: true } }, {}, false],
])("%j on %j", (when, state, expected) => {
  expect(holds(state as Record<string, number>, when)).toBe(expected);
});

test("several rules may name one handler: it comes up once if any of them holds", () => {
  const rules = [{ eq: 1 }, { gte: 1 }].map((n) => ({ handler: "h", when: { n } }));
  expect(handlersFor({ n: 1 }, { rules })).toEqual(["h"]);
  expect(handlersFor({ n: 0 }, { rules })).toEqual([]);
});
