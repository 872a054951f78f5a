import { expect, test } from "vitest";
import { story } from "../../contract/index.ts";
import { smallGuide } from "../../../tests/support/house-cast/small-guide.ts";
import { houseGuide } from "./house-guide.ts";
import { sentences } from "../text/index.ts";

test("a guide with tellings, choices and endings is not changed", () => {
  expect(houseGuide(smallGuide)).toEqual(smallGuide);
});

test("beats without tellings are told by title and summary, and no two start alike", () => {
  const guide = houseGuide(
    story.parse({
      version: 1,
      id: "walk",
      title: "A Walk",
      pulses: [
        { id: "gate", title: "The Gate", summary: "**You** stand at the gate.\n\n- It is *locked*." },
        { id: "gate-2", title: "The Gate" },
        { id: "hill", title: "The Hill" },
      ],
    }),
  );
  expect(guide.pulses.map(({ text }) => text)).toEqual([
    ["The Gate. You stand at the gate. It is locked."],
    ["Part 2: The Gate."],
    ["The Hill."],
  ]);
  const openings = guide.pulses.map(({ text }) => sentences(text[0]!)[0]);
  expect(new Set(openings).size).toBe(3);
  expect(guide.pulses.every(({ choice }) => choice.options.length === 2)).toBe(true);
  expect(guide.endings).toHaveLength(1);
});
