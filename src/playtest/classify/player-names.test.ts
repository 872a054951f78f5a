import { expect, test } from "vitest";
import { nameBook } from "./player-names.ts";
import { plain } from "../text/index.ts";

const seats = (names: string[], text: string) =>
  nameBook(names)
    .inProse(plain(text))
    .map(({ seats }) => seats);

test.each([
  ["a name is a whole word", ["Sam"], "Samantha is not Sam.", [[0]]],
  ["possessive", ["Sam"], "Sam's hand", [[0]]],
  ["a word that is also a name", ["Will"], "You will see Will.", [[0]]],
  ["accents in the name only", ["José"], "Jose waits", [[0]]],
  ["accents in the text only", ["Zoe"], "Zoë waits", [[0]]],
  ["the longer name first", ["Mary", "Mary Ann"], "Mary Ann and Mary", [[1], [0]]],
  ["a full name by its first or last word", ["Danny Okafor"], "Danny nods. Okafor nods.", [[0], [0]]],
  ["a title is nobody", ["Dr. Vane"], "Dr. Pym and Vane", [[0]]],
  ["a first name that two share means both", ["Sam Reed", "Sam Cole"], "Sam nods", [[0, 1]]],
  ["an apostrophe", ["Vax'ildan"], "Vax’ildan nods", [[0]]],
  ["special characters", ["J.R. (Red)"], "J.R. (Red) nods", [[0]]],
  ["a name given in small letters", ["sam"], "Sam nods", [[0]]],
  ["emphasis", ["Sam"], "_Sam_ and **Sam**", [[0], [0]]],
  ["no name at all", ["", "?"], "Nobody? nods", []],
])("%s", (_, names, text, expected) => {
  expect(seats(names, text)).toEqual(expected);
});

test("in a tag any spelling counts, unless one is written as a name", () => {
  const book = nameBook(["Will", "Sam"]);
  expect(book.inTag("to sam only").map(({ seats }) => seats)).toEqual([[1]]);
  expect(book.inTag("only Sam will hear this").map(({ seats }) => seats)).toEqual([[1]]);
});

test.each([
  ["letters changed places", "Minvera", [0]],
  ["drawn out", "Samantha", [1]],
  ["cut short", "Min", [0]],
  ["one of several words", "Miss Minervah", [0]],
  ["a short name is another name", "Pam", []],
  ["two players' names are near", "Mar", []],
  ["nothing", "", []],
])("the nearest name: %s", (_, name, expected) => {
  expect(nameBook(["Minerva", "Sam", "Marlow", "Marian"]).nearest(name)).toEqual(expected);
});
