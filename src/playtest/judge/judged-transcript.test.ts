import { expect, test } from "vitest";
import { windowsOf, type Line } from "./judged-transcript.ts";

test("turns of several messages add up to whole turns", () => {
  const lines = Array.from({ length: 30 }, (_, turn) =>
    ["A door.", "We open it, all of us.", "I wait."].map((text): Line => ({
      turn: turn + 1,
      role: "player",
      speaker: "Ada",
      text,
    })),
  ).flat();
  expect(windowsOf(lines, 20_000).map(({ weight }) => weight)).toEqual([30]);
});
