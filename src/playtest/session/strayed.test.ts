import { expect, test } from "vitest";
import { exampleRecord } from "../../../tests/support/example-record.ts";
import { strayedIn } from "./strayed.ts";

const FOOTBALL = "My cousin played football for Malmö, the whole rainy season long.";
const text = "The path ends at a low stone door.";

test("who went off the story, at first or in cross-talk, and what of it the relay passes on", () => {
  const turn = (relay?: string) =>
    exampleRecord({
      turn: 3,
      text,
      players: ["I look.", ["A burrito would be worth good money.", "light"], "Fine."],
      crossTalk: [{ seat: 2, says: FOOTBALL, offTopic: "medium" }],
      relay,
    });
  expect(strayedIn(turn("We open the stone door."))).toEqual({ seats: [1, 2], carried: [] });
  expect(strayedIn(turn("We open the door. Jo's cousin played football."))).toEqual({
    seats: [1, 2],
    carried: [2],
  });
  expect(strayedIn(turn())).toEqual({ seats: [1, 2] });
  expect(strayedIn(exampleRecord({ turn: 3, text, players: ["I look."], relay: "We look." }))).toEqual({
    seats: [],
  });
  expect(strayedIn(undefined)).toEqual({ seats: [] });
});
