import { expect, test } from "vitest";
import { offTopicOf, tangentIntensity, type StrayedTurn } from "./tangents.ts";

const off = (kind: string, ...how: ReadonlyArray<"light" | "medium" | "heavy">): StrayedTurn => ({
  kind,
  off: how.map((offTopic, seat) => ({ seat, offTopic })),
});
const quiet: StrayedTurn = { off: [] };

test.each<[string, string, StrayedTurn[], number]>([
  ["light", "one message, over in the next turn, however far it went", [off("humour", "heavy")], 1],
  ["medium", "one message that took two turns to come back from", [off("humour", "light"), quiet], 2],
  [
    "medium",
    "one message, however far it went, that took two turns to come back from",
    [off("humour", "heavy"), quiet],
    2,
  ],
  ["medium", "two of four in one turn", [off("humour", "light", "light")], 1],
  ["heavy", "a message that carried others away", [off("humour", "heavy"), off("humour", "light")], 2],
  ["heavy", "five turns of it", [off("humour", "light"), quiet, quiet, quiet, quiet], 5],
  ["heavy", "the whole group at once", [off("humour", "light", "light", "light", "light")], 1],
  ["medium", "one kind of aside leads to another", [off("humour", "light"), off("catch-up", "light")], 2],
  [
    "spiral",
    "and that to a third",
    [off("humour", "light"), quiet, off("off-script", "medium"), off("humour", "light")],
    4,
  ],
])("%s: %s", (intensity, _, turns, length) => {
  expect(tangentIntensity({ turns, length, groupSize: 4 })).toBe(intensity);
});

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
