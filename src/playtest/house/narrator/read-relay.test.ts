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

test("options that differ in one word are distinguished", () => {
  const sign = ["Sign in your own names", "Sign in false names"];
  expect(
    readRelay({ text: "Ada wants us to sign in false names.", names, labels: sign }).decision?.option,
  ).toBe(1);
  expect(
    readRelay({ text: "Ada wants us to sign in our own names.", names, labels: sign }).decision?.option,
  ).toBe(0);
});

test("a question about an option is not a choice of it, and a choice to ask an NPC is not a question", () => {
  expect(read("Cleo wants to know whether there are cards in the salon.")).toEqual({
    question: { text: "Cleo wants to know whether there are cards in the salon.", by: "Cleo" },
  });
  expect(read("Ada wants us to ask Emil about the green stains.").question).toBeUndefined();
});

test("recognises asides, recaps, attempts and shared secrets", () => {
  expect(read('Ben is on about "a duck in a hat", and it is catching.').aside).toEqual({
    phrase: "a duck in a hat",
    by: "Ben",
  });
  expect(read("That was a joke about herring by Ben.").aside?.by).toBe("Ben");
  expect(read('Cleo missed a part ("my cat") and asks for a short recap.')).toEqual({
    recap: { by: "Cleo" },
    aside: { phrase: "my cat", by: "Cleo" },
  });
  expect(read("Cleo wants to climb onto the roof.").attempt).toEqual({
    text: "climb onto the roof",
    by: "Cleo",
  });
  expect(read('Ben has told us something: I know about "the comb", but not why.')).toEqual({
    shared: { by: "Ben" },
  });
});

test("recognises a decision that waits for something else, and who asks", () => {
  const waiting = read(
    "We would ask Emil about the green stains, as Ada and Ben say, but that can wait for this: I want to know how late it is.",
  );
  expect(waiting).toEqual({
    decision: { option: 0, by: "Ada", against: undefined, held: true },
    question: { text: "I want to know how late it is.", by: undefined },
  });
  expect(
    read("Ada wants us to ask Emil about the green stains, but first: Cleo wants to climb onto the roof."),
  ).toEqual({
    decision: { option: 0, by: "Ada", against: undefined, held: true },
    attempt: { text: "climb onto the roof", by: "Cleo" },
  });
});

test("a retold secret is not a wish, however long", () => {
  expect(
    read(
      'We go along to the salon for cards. Ben has told us something: "Listen. Cleo asks Emil about the green stains. Why? Ask him!"',
    ),
  ).toEqual({ decision: { option: 2, by: undefined, against: undefined }, shared: { by: "Ben" } });
});

test("private answers and stage directions are not the group's words", () => {
  expect(
    read("(Ben, to you alone: I keep the joke about the comb. Why me?)\n\n(Now begin the story.)"),
  ).toEqual({});
});

test("a question that repeats an option verbatim is still a question; the spokesperson may try something", () => {
  expect(
    read("Cleo asks whether there is a way out if we go along to the salon for cards.").decision,
  ).toBeUndefined();
  expect(read("Ada and Ben would ask Emil about the green stains.").decision?.option).toBe(0);
  expect(read("I want to tie my scarf to the lamp.").attempt).toEqual({
    text: "tie their scarf to the lamp",
    by: undefined,
  });
});
