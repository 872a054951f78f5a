import { expect, test } from "vitest";
import { dice } from "../../../kernel/dice/index.ts";
import { asAction, isAction } from "./actions.ts";
import { chooseLine, fill, joinOr } from "./choose-line.ts";
import { people, things } from "./nouns.ts";
import { sentences } from "../../text/index.ts";

test("sentences end where one ends, not at titles or inside speech", () => {
  expect(sentences('Mrs. Pell nods. "Go!" she says. "Now?" Nobody moves.\n\nThen the bell.')).toEqual([
    "Mrs. Pell nods.",
    '"Go!" she says.',
    '"Now?"',
    "Nobody moves.",
    "Then the bell.",
  ]);
});

test("things are objects that fit after an article", () => {
  expect(
    things(
      "The driver nods, and the brass lamp, a bit strange, swings in the fog. The men come in with a ladder.",
    ),
  ).toEqual(["brass lamp", "ladder"]);
  expect(
    things("It is the first of the others, at the end. She gave her the cord, and the larger urn."),
  ).toEqual(["cord", "urn"]);
  expect(things("On the wall hang a fire-axe, his bookcase, and the tally-cord.")).toEqual([
    "fire-axe",
    "bookcase",
    "tally-cord",
  ]);
});

test.each([
  "They try, but this can, and that must.",
  "The moon, the sea and the silence are over the town.",
  "It takes a vaudeville comic to notice, or a night nurse, or the tether rigger.",
  "He has his reasons, her courage, and the patience of a saint.",
  "The lamps sink, the bell below, and the keys come in.",
])("no object in: %s", (text) => {
  expect(things(text)).toEqual([]);
});

test("people are names that do something inside a sentence; players and sentence openers are not", () => {
  expect(people("Nan Brackett turns her face. Then Whitlock coughs. Behind Crane waits nobody.", [])).toEqual(
    ["Nan Brackett", "Whitlock", "Crane"],
  );
  expect(
    people('Rain drums on the roof. "No," says Emil Aschwanden. Then the Contessa rises, and Ada smiles.', [
      "Ada",
    ]),
  ).toEqual(["Emil Aschwanden", "the Contessa"]);
});

test("a line is filled with the right capital and article", () => {
  expect(fill("{thing} again. {thing}, then, and a {thing}.", { thing: "anvil" })).toBe(
    "Anvil again. Anvil, then, and an anvil.",
  );
  expect(fill("{npc} waits.", {})).toBeUndefined();
});

test("lines rotate, the longest unused first", () => {
  const pool = ["One of these {x}.", "Two of those {x}.", "Three of them {x}."];
  const order = () => dice("order");
  const said: string[] = [];
  for (let round = 0; round < 6; round++)
    said.push(
      chooseLine(pool, { order: order(), round: 0, slots: { x: `${round}` }, said: said.join(" ") })!,
    );
  expect(new Set(said.slice(0, 3).map((line) => line.split(" ")[0])).size).toBe(3);
  expect(said.slice(3).map((line) => line.split(" ")[0])).toEqual(
    said.slice(0, 3).map((line) => line.split(" ")[0]),
  );
  expect(
    chooseLine(pool, {
      order: order(),
      round: 0,
      slots: { x: "1" },
      allows: (text) => text.startsWith("Two"),
    }),
  ).toBe("Two of those 1.");
  expect(
    chooseLine(pool, { order: order(), round: 0, slots: { x: "1" }, allows: () => false }),
  ).toBeUndefined();
});

test("distinguishes actions from other phrases", () => {
  expect(["ring the bell", "right the boat", "back away", "rely on Joss"].map(isAction)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    [
      "the half-stone",
      "Walter Pym",
      "Rao's, for the child",
      "that she was right",
      "for the city",
      "right",
      "quietly",
      "at the gate",
    ].some(isAction),
  ).toBe(false);
});

test.each([
  ["ring the bell", "", "ring the bell"],
  ["right", "", "go right"],
  ["straight on", "", "go straight on"],
  ["down the well", "", "go down the well"],
  ["back to the hotel", "", "go back to the hotel"],
  [
    "all together, at the pace of the slowest",
    "How do you run it?",
    "go all together, at the pace of the slowest",
  ],
  ["quietly", "", "do it quietly"],
  ["at the gate", "", "try at the gate"],
  ["yes", "", "say yes"],
  ["Walter Pym", "", "settle on Walter Pym"],
  ["Walter Pym", "Whom do you speak to?", "speak to Walter Pym"],
  ["that she was right", "", "say that she was right"],
  ["that she was right", "What do you tell her?", "tell her that she was right"],
  ["for the city", "", "decide for the city"],
  ["for the city", "What do you speak for?", "speak for the city"],
  ["nobody", "What do you do?", "settle on nobody"],
])("%s, asked %j: %s", (phrase, question, action) => {
  expect(asAction(phrase, question)).toBe(action);
});

test("a list keeps its commas apart", () => {
  expect(joinOr(["go", "stay"])).toBe("go, or stay");
  expect(joinOr(["go, and run", "hide", "stay"])).toBe("go, and run; hide; or stay");
});
