import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ignoredPlayers } from "./ignored-players.ts";
import type { Observation } from "./observation.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const offer = "The tide is out. You could search the sunken chapel, or climb the lamp tower. What do you do?";
const elsewhere = [
  "A cart goes by with its wheels muffled, and nobody looks at you.",
  "Rain begins, and the fishwives pull their shawls over their heads.",
] as const;
const look = ({
  relay,
  next = elsewhere[0],
  after = elsewhere[1],
}: {
  relay: string;
  next?: string;
  after?: string;
}) =>
  ignoredPlayers({
    ...base,
    turn: 10,
    text: after,
    relay: "We wait.",
    relayBefore: relay,
    earlier: [
      { turn: 8, text: offer, type: "pulse" },
      { turn: 9, text: next, type: "pulse" },
    ],
  }).findings.map(({ candidate }) => candidate);

test("a wish that was offered, and that two outputs pass over", () => {
  expect(look({ relay: "We search the sunken chapel, all of us." })).toEqual([false]);
});

test("taken up in either output, granted, or answered", () => {
  const relay = "We search the sunken chapel, all of us.";
  expect(look({ relay, next: "You search the sunken chapel until dusk." })).toEqual([]);
  expect(look({ relay, after: "In the sunken chapel you search pew by pew." })).toEqual([]);
  expect(look({ relay, next: "It is done as you wished." })).toEqual([]);
});

test("what the relay lost, or the group itself puts off, the narrator has not ignored", () => {
  expect(look({ relay: "We go along, more or less." })).toEqual([]);
  expect(look({ relay: "We search the sunken chapel, but first: what else is there?" })).toEqual([]);
});

test("a wish of the group's own is for a model to judge", () => {
  expect(look({ relay: "Danny whistles for the ferryman and offers silver." })).toEqual([true]);
});

const CHOICE =
  "The coffee comes. You could draw out Octave Maurel, sit with the Contessa and Sister Benedikta, or keep Ilse company.";
const decided = (more: {
  aside?: string;
  between?: readonly string[];
  next: string;
  after?: string;
  relay?: string;
}) => {
  const { aside = "", between = [], next, after = elsewhere[1], relay = "We wait." } = more;
  const earlier = [CHOICE, ...between, next].map((text, index) => ({
    turn: 8 + index,
    text,
    type: "pulse" as const,
  }));
  return ignoredPlayers({
    ...base,
    turn: 8 + earlier.length,
    text: after,
    relay,
    relayBefore: `Alma would rather sit with the Contessa and Sister Benedikta; so we draw out Octave Maurel. ${aside}`,
    earlier,
  }).findings.map(({ candidate }) => candidate);
};

test("what was decided counts, and whoever is named for another reason is no answer", () => {
  expect(
    decided({
      next: "From within comes Maurel's voice. Sister Benedikta stands at the door of the Contessa.",
    }),
  ).toEqual([false]);
  expect(decided({ next: "You draw your chairs up to Maurel. He begins to talk." })).toEqual([]);
  expect(
    decided({ next: elsewhere[0], aside: "Sam asks what time it is.", after: "It is time for bed." }),
  ).toEqual([false]);
});

test("a choice that was talked over for a turn is still a choice, until another is offered", () => {
  expect(decided({ between: ["Somebody laughs. Nobody hurries you."], next: elsewhere[0] })).toEqual([false]);
  expect(
    decided({
      between: ["The lamps go out. You could light the stove, or call for Emil."],
      next: elsewhere[0],
    }),
  ).not.toContain(false);
});

test("taken up a turn late, said back word for word, or another way taken", () => {
  expect(
    decided({ next: "One of you begins it, and you sit with the Contessa and Sister Benedikta." }),
  ).toEqual([]);
  expect(decided({ next: elsewhere[0], after: "At last you draw out Octave Maurel." })).toEqual([]);
  expect(decided({ next: "It goes the way of it, and so you draw out Octave Maurel after all." })).toEqual(
    [],
  );
});

test("a wish that is made again and again is passed over once; another is another", () => {
  const earlier = [offer, ...elsewhere].map((text, index) => ({
    turn: 8 + index,
    text,
    type: "pulse" as const,
  }));
  const ignored = (relayBefore: string, found: Observation["found"] = []) =>
    ignoredPlayers({
      ...base,
      turn: 11,
      text: "A gull cries.",
      relay: "We wait.",
      relayBefore,
      earlier,
      found,
    }).findings;
  const [first] = ignored("We search the sunken chapel, all of us.");
  expect(ignored("We still search the sunken chapel, then.", [first!])).toEqual([]);
  expect(ignored("We climb the lamp tower, all of us.", [first!])).toHaveLength(1);
  expect(
    ignored("We still search the sunken chapel, then.", [{ ...first!, type: "confusion" }]),
  ).toHaveLength(1);
  const [own] = ignored("Danny whistles for the ferryman and offers silver.");
  expect(ignored("Danny whistles for that ferryman again, silver in hand.", [own!])).toEqual([]);
  expect(ignored("Alex lights the signal rocket on the quay.", [own!])).toHaveLength(1);
  // One of four words, and two.
  expect(ignored("Alex hides the ferryman's boat under nettles.", [own!])).toHaveLength(1);
  expect(ignored("Alex shows the ferryman silver, under nettles, crouching.", [own!])).toEqual([]);
});
