import { expect, test } from "vitest";
import { dice } from "../../../kernel/dice/index.ts";
import { asAction, chooseLine, fill, isAction, joinOr, people, sentences, things } from "./index.ts";

test("sentences end where one ends, not at titles or inside speech", () => {
  expect(sentences('Mrs. Pell nods. "Go!" she says. "Now?" Nobody moves.\n\nThen the bell.')).toEqual(["Mrs. Pell nods.", '"Go!" she says.', '"Now?"', "Nobody moves.", "Then the bell."]);
});

test("things are nouns that can stand after an article", () => {
  expect(things("The driver nods, and the brass lamp, a bit strange, swings in the fog. The men come in with a ladder.")).toEqual(["brass lamp", "fog", "ladder"]);
  expect(things("It is the first of the others, at the end.")).toEqual([]);
});

test("people are names that do something inside a sentence; players and sentence openers are not", () => {
  expect(people('Rain drums on the roof. "No," says Emil Aschwanden. Then the Contessa rises, and Ada smiles.', ["Ada"])).toEqual(["Emil Aschwanden", "the Contessa"]);
});

test("a line is filled, with the capital and the article that its place asks for", () => {
  expect(fill("{thing} again. {thing}, then, and a {thing}.", { thing: "anvil" })).toBe("Anvil again. Anvil, then, and an anvil.");
  expect(fill("{npc} waits.", {})).toBeUndefined();
});

test("lines come round in turn, the longest unsaid first", () => {
  const pool = ["One of these {x}.", "Two of those {x}.", "Three of them {x}."];
  const order = () => dice("order");
  const said: string[] = [];
  for (let round = 0; round < 6; round++) said.push(chooseLine(pool, { order: order(), round: 0, slots: { x: `${round}` }, said: said.join(" ") })!);
  expect(new Set(said.slice(0, 3).map((line) => line.split(" ")[0])).size).toBe(3);
  expect(said.slice(3).map((line) => line.split(" ")[0])).toEqual(said.slice(0, 3).map((line) => line.split(" ")[0]));
  expect(chooseLine(pool, { order: order(), round: 0, slots: { x: "1" }, allows: (text) => text.startsWith("Two") })).toBe("Two of those 1.");
  expect(chooseLine(pool, { order: order(), round: 0, slots: { x: "1" }, allows: () => false })).toBeUndefined();
});

test("what is no action becomes one", () => {
  expect(["ring the bell", "the half-stone", "Walter Pym", "Rao's, for the child", "that she was right", "for the city"].map(isAction)).toEqual([true, false, false, false, false, false]);
  expect(["ring the bell", "Walter Pym", "that she was right", "for the city"].map(asAction)).toEqual(["ring the bell", "settle on Walter Pym", "say that she was right", "decide for the city"]);
});

test("a list keeps its commas apart", () => {
  expect(joinOr(["go", "stay"])).toBe("go, or stay");
  expect(joinOr(["go, and run", "hide", "stay"])).toBe("go, and run; hide; or stay");
});
