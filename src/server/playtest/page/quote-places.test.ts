import { expect, test } from "vitest";
import type { TurnView } from "../../../contract/index.ts";
import { quotePlaces } from "./quote-places.ts";

type Spoken = Parameters<typeof quotePlaces>[0];
const turn: Spoken = {
  narration: [
    { text: "He said:\n\n“The door — is *locked*.” Rain.", to: null },
    { text: "You alone see the key.", to: [1] },
  ],
  players: [
    { seat: 0, says: "I try the door.", wants: "to get out of here" },
    { seat: 1, says: "Wait, was it not open?" },
  ],
  relay: { seat: 0, text: "They try the door." },
};
/** Each place in words: where it is, and what it covers. */
const found = (quotes: string[], told?: Parameters<typeof quotePlaces>[2], spoken: Spoken = turn) =>
  quotePlaces(spoken, quotes, told).map(({ in: where, at, start, end }) => [
    where,
    at,
    textOf(spoken, where, at).slice(start, end),
  ]);
function textOf(spoken: Spoken, where: TurnView["quotes"][number]["in"], at: number): string {
  if (where === "narration") return spoken.narration[at]!.text;
  if (where === "relay") return spoken.relay!.text;
  return where === "wants" ? spoken.players[at]!.wants! : spoken.players[at]!.says;
}

test("a quote is found with other marks, dashes, emphasis, capitals and line breaks", () => {
  expect(found(['he said: "the door - is locked."'])).toEqual([
    ["narration", 0, "He said:\n\n“The door — is *locked*."],
  ]);
});

test("words left out are within the place, and players and the relay are searched too", () => {
  expect(found(["He said: … door — is locked"])).toEqual([
    ["narration", 0, "He said:\n\n“The door — is *locked"],
  ]);
  expect(found(["was it not open", "They try the door", "to get out of"])).toEqual([
    ["says", 1, "was it not open"],
    ["relay", 0, "They try the door"],
    ["wants", 0, "to get out of"],
  ]);
});

test("a quote across two passages has a place in each", () => {
  const text = "[[KEEP]] The tide is out. [[TO Ada]] You alone see the key.";
  const segments = [
    { start: 9, end: 26 },
    { start: 37, end: text.length },
  ];
  const spoken: Spoken = {
    narration: segments.map(({ start, end }) => ({ text: text.slice(start, end), to: null })),
    players: [],
    relay: null,
  };
  expect(found(["tide is out. [[TO Ada]] You alone"], { text, segments }, spoken)).toEqual([
    ["narration", 0, "tide is out. "],
    ["narration", 1, "You alone"],
  ]);
});

test("a quote that starts outside the turn's texts is found by its long lines, any other one nowhere", () => {
  expect(found(["PULSE: Letters]]\nYou alone see the key."])).toEqual([]);
  expect(found(["PULSE: Letters]]\nWait, was it not open? Or was it"])).toEqual([]);
  expect(found(["PULSE: Letters]]\n“The door — is *locked*.” Rain."])).toEqual([
    ["narration", 0, "The door — is *locked*.” Rain."],
  ]);
  expect(found(["never said here", ""])).toEqual([]);
});
