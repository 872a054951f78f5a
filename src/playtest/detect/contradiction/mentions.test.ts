import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "../observation.ts";
import { namesOf, normalise } from "./mentions.ts";
import { openables } from "./openables.ts";

const { guide } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const npc = guide.npcs[0]!;
const cast = (names: string[], { players = [] as string[] } = {}) =>
  namesOf({ guide: { ...guide, npcs: names.map((name) => ({ ...npc, name })) }, players, met: [] });
const found = (sentence: string, names: string[], players?: string[]) =>
  cast(names, { players })
    .people(sentence)
    .map(({ entity }) => entity);

test.each([
  ["The Church Door", "church door"],
  ["a church door’s", "church door"],
  ["  Obed  Marsh ", "obed marsh"],
  ["Eben's logbook", "eben logbook"],
])("%j is %j", (name, expected) => {
  expect(normalise(name)).toBe(expected);
});

test.each<[string, string[], string[]]>([
  ["Obed Marsh nods.", ["Obed Marsh"], ["obed marsh"]],
  ["Then Obed nods, and Marsh again.", ["Obed Marsh"], ["obed marsh", "obed marsh"]],
  ["Old Obed nods.", ["Obed Marsh"], ["obed marsh"]],
  ["Then Mrs Marsh nods.", ["Obed Marsh"], []],
  ["You walk down Marsh Street.", ["Obed Marsh"], []],
  ["The marsh is wet.", ["Obed Marsh"], []],
  ["Marsh nods.", ["Obed Marsh", "Josiah Marsh"], []],
  ["Josiah nods.", ["Obed Marsh", "Josiah Marsh"], ["josiah marsh"]],
  ["Will you go?", ["Will Hope"], []],
  ["Hope is all you have.", ["Will Hope"], []],
  ["Father Anselm nods.", ["Father Anselm"], ["father anselm"]],
  ["The ferryman nods.", ["the ferryman"], ["ferryman"]],
])("in %j, of %j: %j", (sentence, names, expected) => {
  expect(found(sentence, names)).toEqual(expected);
});

test("a player by the same name is not taken for somebody of the story", () => {
  expect(found("Eliza nods.", ["Eliza Crane"], ["Eliza"])).toEqual([]);
  expect(found("Eliza Crane nods.", ["Eliza Crane"], ["Eliza"])).toEqual(["eliza crane"]);
});

test("the thing of the guide, not any of its kind", () => {
  const { devices } = cast([]);
  expect(devices("Eliza lights the Brass Lantern.").map(({ entity }) => entity)).toEqual(["brass lantern"]);
  expect(devices("She carries a brass lantern, or another brass lantern.")).toEqual([]);
});

test.each([
  ["The church door is open.", [["church door", "named", undefined]]],
  ["You see the locked doors of the vault.", [["vault door", "named", "locked"]]],
  ["Obed's gate", [["obed gate", "named", undefined]]],
  ["The heavy oak door", [["heavy oak door", "described", undefined]]],
  [
    "The door and the gate",
    [
      ["door", "bare", undefined],
      ["gate", "bare", undefined],
    ],
  ],
  ["The key to the lighthouse door", [["lighthouse door", "named", undefined]]],
  ["The vault door", [["vault door", "named", undefined]]],
  ["A door, another door, every door, the other door, the second door, his chest", []],
])("what can be opened in %j", (text, expected) => {
  expect(
    openables({ text }, { vocabulary: new Set(), openables: () => [] }).map(({ entity, kind, value }) => [
      entity,
      kind,
      value,
    ]),
  ).toEqual(expected);
});
