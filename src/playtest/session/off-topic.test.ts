import { expect, test } from "vitest";
import { offTopicOf } from "./off-topic.ts";

const narration = "Orla Penhale bars the door of the Gannet with a boat hook.";

test("a player is as far off the story as they say, unless their words show that they never left it", () => {
  expect(
    offTopicOf({ reported: "heavy", says: "My landlord would pay good money for a burrito.", narration }),
  ).toBe("heavy");
  expect(
    offTopicOf({ reported: "none", says: "My landlord would pay good money for a burrito.", narration }),
  ).toBe("none");
  expect(offTopicOf({ reported: "heavy", says: "I look around the place. Onward.", narration })).toBe("none");
  expect(
    offTopicOf({ reported: "medium", says: "That boat hook by the door, and Orla Penhale.", narration }),
  ).toBe("none");
});
