import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ignoredPlayers } from "./ignored-players.ts";
import type { Observation } from "./observation.ts";

const base = JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8")) as Observation;
const offer = "The tide is out. You could search the sunken chapel, or climb the lamp tower. What do you do?";
const elsewhere = ["A cart goes by with its wheels muffled, and nobody looks at you.", "Rain begins, and the fishwives pull their shawls over their heads."] as const;
const look = ({ relay, next = elsewhere[0], after = elsewhere[1] }: { relay: string; next?: string; after?: string }) =>
  ignoredPlayers({ ...base, turn: 10, text: after, relay: "We wait.", relayBefore: relay, earlier: [{ turn: 8, text: offer, type: "pulse" }, { turn: 9, text: next, type: "pulse" }] }).findings.map(({ candidate }) => candidate);

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
