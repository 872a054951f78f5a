import { expect, test } from "vitest";
import { hints } from "./issue.ts";

const hint = (type: string) => ({
  turn: 2,
  type,
  description: "Something is odd.",
  severity: "warning",
  evidence: [{ turn: 2, text: "The tide turns." }],
  confidence: 0.5,
  source: "mechanical",
});

test("hints of kinds that nobody looks for any more are dropped; an unknown kind is refused", () => {
  const older = [hint("guide-deviation"), hint("loop"), hint("railroading"), hint("fallen-thread")];
  expect(hints.parse(older).map(({ type }) => type)).toEqual(["repetition", "fallen-thread"]);
  expect(hints.safeParse([hint("boredom")]).success).toBe(false);
});
