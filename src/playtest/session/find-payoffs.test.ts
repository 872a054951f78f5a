import { expect, test } from "vitest";
import type { PrivateMoment } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/example-record.ts";
import { findPayoffs } from "./find-payoffs.ts";

const moment = (content: string, given: Partial<PrivateMoment> = {}): PrivateMoment => ({
  turn: 4,
  target: "Norman",
  seat: 0,
  content,
  response: "",
  shared: false,
  payoffDetected: false,
  ...given,
});

/** Told in turn 4, after `heard`; `later`: what everybody heard in turn 5. */
const paid = (
  secret: string,
  narration: string,
  {
    turn = 12,
    heard = "",
    later = "",
    ...given
  }: { turn?: number; heard?: string; later?: string } & Partial<PrivateMoment> = {},
) =>
  findPayoffs({
    moments: [moment(secret, { ...given, turn: 4 })],
    records: ["", "", "", heard, later].map((text, index) => exampleRecord({ turn: index + 1, text })),
    narration,
    turn,
  }).length === 1;

test.each([
  [
    "three rare words",
    "A yellow sou'wester hangs on the last hook, and it squeaks.",
    "On the last hook hangs a yellow sou'wester, still damp.",
  ],
  [
    "a name",
    "The chief was fond of a boy called Aurelio, long ago.",
    '"Tell them about Aurelio," says Norman gently.',
  ],
  [
    "a name that began a sentence",
    '"There was a boy," she says. "Aurelio. He wrote twice."',
    '"Tell them about Aurelio," says Norman gently.',
  ],
  [
    "a word in quotation marks",
    'There is one word that undoes them, and it is "gusset".',
    "Norman remarks to the air that it is a fine day for a gusset.",
  ],
  [
    "a word in capitals",
    "It spells one word, again and again: MARGUERITE.",
    "On the stern stands a name, and Norman reads it out: Marguerite.",
  ],
  [
    "two rare words beside whoever was told",
    "She shakes out a line of caraway seed along the sill.",
    "There is caraway seed on the step, and Norman says so.",
  ],
  [
    "a password that only its telling sets apart",
    "If I'm not by, say apricot to them.",
    'Norman bends down and says, "Apricot," very low.',
  ],
  [
    "in one sentence, wherever whoever was told it stands",
    "She shakes out a line of caraway seed along the sill.",
    "Norman stops. There is caraway seed on the step.",
  ],
])("it comes back: %s", (_, secret, narration) => {
  expect(paid(secret, narration)).toBe(true);
});

test.each([
  ["too soon", { turn: 5 }],
  ["it has come back before", { payoffDetected: true }],
  ["everybody knew the words", { heard: "A yellow sou'wester on a hook." }],
])("it does not: %s", (_, given) => {
  expect(
    paid(
      "A yellow sou'wester hangs on the last hook, and it squeaks.",
      "On the last hook hangs a yellow sou'wester, still damp.",
      given,
    ),
  ).toBe(false);
});

test.each([
  ["in its own words", (secret: string) => `The sea is calm. "${secret}"`],
  [
    "announced",
    () =>
      "You all know Norman's secret, of course: on that hook there hung a sou'wester, and it was yellow, and the hook was the last.",
  ],
  [
    "announced otherwise",
    () =>
      "By now it can be told what Norman has been keeping: a yellow sou'wester hangs on a hook that squeaks.",
  ],
])("a secret that is given away has not come back: %s", (_, give) => {
  const secret = "A yellow sou'wester hangs on the last hook, and it squeaks.";
  expect(paid(secret, give(secret))).toBe(false);
  expect(
    paid(secret, `${give(secret)}\n\nNorman finds the yellow sou'wester where it belongs, on its hook.`),
  ).toBe(true);
});

test("words that stand far apart are an accident", () => {
  const secret = "A yellow sou'wester hangs on the last hook, and it squeaks.";
  expect(paid(secret, "The hook is bare.\n\nA yellow dog comes in.\n\nA hinge squeaks.")).toBe(false);
  expect(paid(secret, "The sea is calm, and the band plays.")).toBe(false);
});

test("two turns on, it is another scene", () => {
  const [secret, narration] = [
    "A yellow sou'wester hangs on the last hook, and it squeaks.",
    "On the last hook hangs a yellow sou'wester, still damp.",
  ];
  expect([5, 6].map((turn) => paid(secret, narration, { turn }))).toEqual([false, true]);
});

test("one word is never enough, nor is a name within another word", () => {
  const [secret, target] = ["You alone notice a brass lantern under the crooked stairs, Al.", "Al"];
  expect(paid("Norman, you see the ledger.", "Norman opens a ledger of accounts.")).toBe(false);
  expect(paid(secret, "Almost at once the lantern is lit, and the stairs creak.", { target })).toBe(false);
  expect(paid(secret, "At once Al has the lantern lit, and the stairs creak.", { target })).toBe(true);
  expect(paid(secret, "The lantern is lit, and the stairs creak.", { target })).toBe(false);
  expect(paid(secret, "The lantern is lit, and the crooked stairs creak.", { target })).toBe(true);
});

test("what was heard after the telling takes nothing from it", () => {
  const [secret, narration] = [
    "A cracked sapphire is wedged beneath the altar, and on it a heron.",
    "Behind the altar the sapphire with the heron begins to shine.",
  ];
  expect(paid(secret, narration, { later: "A pedlar sells a sapphire brooch near the altar." })).toBe(true);
  expect(paid(secret, narration, { heard: "A pedlar sells a sapphire brooch near the altar." })).toBe(false);
});

test("each by its own words: a later secret hides no earlier one", () => {
  const records = [
    "Rain falls.",
    "You go on.",
    "A pedlar sells a sapphire brooch near the altar.",
    "You rest.",
  ].map((text, index) => exampleRecord({ turn: index + 1, text }));
  const moments = [
    moment("A cracked sapphire is wedged beneath the altar, and on it a heron.", { turn: 2 }),
    moment("Somebody whistles in the granary loft, twice.", { turn: 4 }),
  ];
  expect(
    findPayoffs({
      moments,
      records,
      narration: "Behind the altar the sapphire with the heron begins to shine.",
      turn: 8,
    }),
  ).toEqual([0]);
});

test("up to half of it word for word may come back; more is given away", () => {
  // Eight words, six runs of three.
  const secret = "Yellow oilskins hang behind crypt doors, dripping brine.";
  expect(paid(secret, "Norman finds yellow oilskins hang behind crypt hinges.")).toBe(true);
  expect(paid(secret, "Norman finds yellow oilskins hang behind crypt doors, and nobody.")).toBe(false);
});
