import { expect, test } from "vitest";
import { readRelay } from "./read-relay.ts";

const names = ["Ada", "Ben", "Cleo"];
const labels = [
  "Ask Emil about the green stains",
  "Knock and see whether Maurel is well",
  "Go along to the salon for cards",
];
const read = (text: string) => readRelay({ text, names, labels });

test("the majority's option is chosen, with its supporters and opponents", () => {
  expect(
    read(
      "Ben and I want us to ask Emil about the green stains; Cleo would rather go along to the salon for cards; so we ask Emil about the green stains.",
    ).decision,
  ).toEqual({ option: 0, by: "Ben", against: "Cleo" });
  expect(read("We go along to the salon for cards.").decision).toEqual({
    option: 2,
    by: undefined,
    against: undefined,
  });
  expect(read("We look at the ceiling.").decision).toBeUndefined();
});

test("private answers and stage directions are not the group's words", () => {
  expect(
    read("(Ben, to you alone: I keep the joke about the comb. Why me?)\n\n(Now begin the story.)"),
  ).toEqual({});
});
