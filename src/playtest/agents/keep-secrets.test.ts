import { expect, test } from "vitest";
import { keepSecrets } from "./keep-secrets.ts";
import { numbersIn } from "./numbers-said.ts";

const known = () =>
  "You stand in the hall of the inn. The vicar bows. Orla pours. The ferryman waits. A cup stands on the table, and 12 chairs.";
const keep = (secret: string, ...texts: string[]) => keepSecrets(texts, { secret, known });

test.each([
  ["The cup is poisoned.", "Don't drink, it's poisoned!"],
  ["The cup is poisoned.", "Poison!"],
  ["The ferryman casts no shadow.", "the ferryman has no shadow"],
  ["The vicar is your father.", "The vicar is my father!"],
  ["Orla is lying.", "Orla lies."],
  ["Orla lied to you.", "Orla is a liar."],
  ["The vicar is a murderer.", "He murdered her."],
  ["You look around. The wine smells of almonds. The cup is poisoned.", "It's poisoned!"],
  ["The town beneath the lake is called Orrismere.", "on to orrismere"],
  ["Orrismere is the name on the old map that hangs behind the clock.", "Orrismere, then."],
  ["Orrismere is the name on the old map that hangs behind the clock.", "to orrismere!"],
  ...[
    "471",
    "four-seven-one",
    "4 7 1",
    "4-7-1",
    "four, seven, one",
    "Four. Seven. One.",
    "four hundred and seventy-one",
    "it goes 2 4 7 1",
  ].map((said) => ["The code on the brass plate behind the clock is 471.", said]),
  ["The code on the brass plate behind the clock is four-seven-one.", "471"],
])("one word is enough where a secret has few: %s said %s", (secret, said) => {
  const { texts, withheld } = keep(secret!, said!, "go on.");
  expect(texts).toEqual(["", "go on."]);
  expect(withheld.length).toBeGreaterThan(0);
});

const around = (name: string) =>
  `The word on the old map behind the clock is ${name} in faded ink, and the rusty key beneath the altar was wrapped in linen.`;

test.each(
  [
    '"Orrismere"',
    "“Orrismere”",
    "„Orrismere“",
    "«Orrismere»",
    "‘Orrismere’",
    "(Orrismere)",
    "[Orrismere]",
    "*Orrismere*",
    "_Orrismere_",
    "—Orrismere—",
    "Orrismere’s",
    "Saint-Orrismere",
    "Órrismere",
    "O’Rrismere",
    "Orris-Mere",
    "ORRISMERE",
    'told: "Orrismere sleeps below the lake"',
  ].flatMap((told) =>
    [
      "Orrismere",
      '"Orrismere," I say',
      "“Orrismere!” I shout",
      "ORRISMERE",
      "it’s Orrismere’s",
      "(Orrismere)",
      "*orrismere*",
      "Orrismére",
      "Saint-Orrismere",
      "Orris-mere",
      "the Orrismeres",
    ].map((said) => [told, said]),
  ),
)("a name is the same name whatever stands around it: told %s, said %s", (told, said) => {
  const { texts, withheld } = keep(around(told!), said!, "go on.");
  expect(texts.join(" ")).not.toMatch(/orr/i);
  expect(texts[1]).toBe("go on.");
  expect(withheld).toHaveLength(1);
});

test.each([
  ["Take the key", "I take another look."],
  ["GET OUT OF THE HOUSE", "Let us get out."],
  ["Burn it", "The candles burn low."],
])("a capital at the beginning of a quotation makes no name: told %s, said %s", (told, said) => {
  expect(keep(around(`"${told}"`), said).withheld).toEqual([]);
});

test("what gives a secret away is taken out of what is said and of what is wanted", () => {
  expect(
    keep(
      "The vicar is a murderer.",
      "The vicar, a murderer! Let's go.",
      "Accuse the vicar, he is a murderer. Then leave.",
    ).texts,
  ).toEqual(["Let's go.", "Then leave."]);
  expect(keep("The vicar is a murderer.", "Let's go.", "Accuse the vicar, he is a murderer.").texts).toEqual([
    "Let's go.",
    "",
  ]);
});

test.each([
  ["words that everybody has heard", "The cup is poisoned.", "I take the cup from the table."],
  [
    "a number that everybody has heard",
    "There are 12 of them under the floor of the crypt.",
    "Twelve chairs, and I want 12.",
  ],
  [
    "small numbers",
    "The door has 2 locks and 3 bolts, and iron bands across the oak.",
    "The two of us, or three.",
  ],
  [
    "another number",
    "The code on the brass plate behind the clock is 471.",
    "I count 47 of them, and one more.",
  ],
  [
    "one of many words",
    "The vicar is a murderer, and keeps a rusty knife beneath the altar wrapped in linen.",
    "Is there any linen?",
  ],
])("ordinary talk is heard: %s", (_, secret, said) => {
  expect(keep(secret, said)).toEqual({ texts: [said], withheld: [] });
});

test("numbers are read as they are said", () => {
  expect(numbersIn("forty-four seventeen").runs).toEqual(["4417"]);
  expect(numbersIn("two thousand and five, then nine").runs).toEqual(["2005", "9"]);
  expect(numbersIn("room twenty-one").runs).toEqual(["21"]);
});

test.each(["took", "hid", "told", "lay", "must go", "and Pell"])(
  "a name that begins a quotation in the secret is found: Obed %s",
  (verb) => {
    const secret = `The old woman leans close. "Obed ${verb} the children to the cellar." She stirs the pot.`;
    const { withheld } = keepSecrets(["Let us ask Obed."], {
      secret,
      known: () => "The old woman stirs the pot.",
    });
    expect(withheld).toEqual(["Let us ask Obed."]);
  },
);
