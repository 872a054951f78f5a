import { expect, test } from "vitest";
import { doing } from "./branches-panel.tsx";

test("a branch says which turn it plays, and after the last one that it is being read", () => {
  expect(doing(0, 1)).toBe("turn 1 of 1");
  expect(doing(1, 1)).toBe("being read");
  expect(doing(4, undefined)).toBe("turn 5");
});
