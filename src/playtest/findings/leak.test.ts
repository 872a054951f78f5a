import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "./finding-kind.ts";
import { leak } from "./leak.ts";
import { afterTurn, openSecretLedger } from "./secret-ledger.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const secret =
  "Behind the pantry shelf you find a pewter whistle, engraved with the word Cormorant, and a lock of copper hair.";
const told = { turn: 4, seats: [1], target: "Sam", text: secret, moments: [0] };
const quiet = { narration: "", told: [], aloud: [], shared: [] };
const ledger = afterTurn(openSecretLedger(["A bell rings under the water."]), {
  ...quiet,
  narration: "You stand in the pantry.",
  told: [told],
});
const look = (over: Partial<Observation>) =>
  leak
    .detect({ ...base, turn: 6, text: "Nothing stirs.", secrets: ledger.secrets, ...over })
    .map(({ severity, by }) => [severity, by]);

test("public knowledge is not secret, and a secret said aloud no longer is", () => {
  expect([...ledger.secrets[0]!.words]).not.toContain("pantry");
  expect(afterTurn(ledger, { ...quiet, aloud: [secret] }).secrets).toEqual([]);
});

test("a secret that its player tells everybody, in any words, is no longer secret", () => {
  const telling = "There was something behind the shelf.";
  expect(afterTurn(ledger, { ...quiet, aloud: [telling] }).secrets).toHaveLength(1);
  expect(afterTurn(ledger, { ...quiet, aloud: [telling], shared: [0] }).secrets).toEqual([]);
  // Another player's secret stays one.
  expect(afterTurn(ledger, { ...quiet, shared: [1] }).secrets).toHaveLength(1);
});

test("finds a narrator who reveals a private telling to everybody, or to another player", () => {
  expect(look({ heard: `It gets about. ${secret}` })).toEqual([["error", undefined]]);
  expect(look({ heard: "Nothing stirs.", told: [{ seat: 0, text: secret }] })).toEqual([
    ["warning", undefined],
  ]);
  expect(look({ heard: "Nothing stirs.", told: [{ seat: 1, text: secret }] })).toEqual([]);
});

test("finds a player or relay that repeats a secret verbatim without having heard it", () => {
  const says = "Behind the pantry shelf there is a pewter whistle, engraved with the word Cormorant.";
  expect(look({ players: [{ seat: 0, says, wants: "" }] })).toEqual([["warning", "player"]]);
  expect(look({ players: [{ seat: 1, says, wants: "" }] })).toEqual([]);
  expect(look({ relayNow: { seat: 2, text: says } })).toEqual([["warning", "relay"]]);
  expect(look({ relayNow: { seat: 1, text: says } })).toEqual([]);
  // What the narrator has revealed is public.
  expect(look({ heard: `It gets about. ${secret}`, players: [{ seat: 0, says, wants: "" }] })).toEqual([
    ["error", undefined],
  ]);
});

test("a secret that returns among new words is not revealed", () => {
  expect(
    look({
      heard:
        "Sam blows the pewter whistle, twice, and far out on the black water something answers it at once.",
    }),
  ).toEqual([]);
});
