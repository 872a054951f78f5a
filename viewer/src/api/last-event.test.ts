import { expect, test } from "vitest";
import { lastEventIn, lowest } from "./last-event.ts";

test("an answer, and one in pages, tells the last event that it knows of", () => {
  expect(lastEventIn({ lastEvent: 7 })).toBe(7);
  expect(lastEventIn({ pages: [{ lastEvent: 9 }, { lastEvent: 8 }, {}] })).toBe(8);
  expect([undefined, null, {}, { pages: [] }, "7"].map(lastEventIn)).toEqual(Array.from({ length: 5 }));
});

test("the stream goes on from the oldest of all answers", () => {
  expect(lowest([undefined, 4, 3, undefined, 5])).toBe(3);
  expect(lowest([undefined])).toBeUndefined();
});
