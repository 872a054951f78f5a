import { expect, test } from "vitest";
import { tangentIntensity, type StrayedTurn } from "./tangent-intensity.ts";

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
