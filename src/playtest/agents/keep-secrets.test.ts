import { expect, test } from "vitest";
import { keepSecrets } from "./keep-secrets.ts";
import { numbersIn } from "./secret-words.ts";

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
])("one word reveals a short secret: %s said %s", (secret, said) => {
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
)("recognises a name regardless of the punctuation around it: told %s, said %s", (told, said) => {
  const { texts, withheld } = keep(around(told!), said!, "go on.");
  expect(texts.join(" ")).not.toMatch(/orr/i);
  expect(texts[1]).toBe("go on.");
  expect(withheld).toHaveLength(1);
});

test.each([
  ["Take the key", "I take another look."],
  ["GET OUT OF THE HOUSE", "Let us get out."],
  ["Burn it", "The candles burn low."],
])("a capital at the start of a quotation does not make a name: told %s, said %s", (told, said) => {
  expect(keep(around(`"${told}"`), said).withheld).toEqual([]);
});

test("removes the words that reveal a secret from speech and wishes", () => {
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

test("numbers are compared as spoken", () => {
  expect(numbersIn("forty-four seventeen").runs).toEqual(["4417"]);
  expect(numbersIn("two thousand and five, then nine").runs).toEqual(["2005", "9"]);
  expect(numbersIn("room twenty-one").runs).toEqual(["21"]);
});

test.each(["took", "hid", "told", "lay", "must go", "and Pell"])(
  "finds a name that starts a quotation in the secret: Obed %s",
  (verb) => {
    const secret = `The old woman leans close. "Obed ${verb} the children to the cellar." She stirs the pot.`;
    const { withheld } = keepSecrets(["Let us ask Obed."], {
      secret,
      known: () => "The old woman stirs the pot.",
    });
    expect(withheld).toEqual(["Let us ask Obed."]);
  },
);

const secret =
  "As you touch the idol, you see your grandmother's jewelry box, and the number 4417 scratched inside its lid.";

test.each([
  [
    "word for word",
    "I look around. I see my grandmother's jewelry box, and the number 4417 scratched inside!",
    "I look around.",
  ],
  ["in other words", "Let's go. My grandmother had the jewelry.", "Let's go."],
  ["a word at a time", "Let's go. My grandmother! Oh, the jewelry.", "Let's go."],
  ["a number alone", "Let's go. 4417.", "Let's go."],
  ["a name alone", "Let's go. Who is Obed?", "Let's go."],
])("removes what a player keeps secret from their speech: %s", (_, said, left) => {
  const { texts, withheld } = keepSecrets([said, "go on."], {
    secret: `${secret} It belonged to Obed.`,
    known: () => "The idol stands on the altar.",
  });
  expect(texts).toEqual([left, "go on."]);
  expect(withheld.length).toBeGreaterThan(0);
});

const stair = "You alone notice the brass key under the stair, half hidden by a coil of rope.";

test.each([
  ["a plural", "Let's go. The key's under the stairs.", "Let's go."],
  ["a word at a time", "A key. Under the steps. Brass. Let's go.", "Let's go."],
  ["in a command", "go get the key from under the stair", ""],
  ["turned around", "Under that stair, I bet, there's a key.", ""],
  [
    "in many words",
    "Let's go. If I were a clever old smuggler with rope to spare, I would trust a coil of it to cover my brass.",
    "Let's go.",
  ],
])("also removes a secret of short words: %s", (_, said, left) => {
  for (const secret of ["brass key under the stair", stair]) {
    if (secret !== stair && said.includes("coil")) continue;
    const { texts, withheld } = keepSecrets([said], {
      secret,
      known: () => "You stand in the hall. Dust lies on everything.",
    });
    expect(texts).toEqual([left]);
    expect(withheld.length).toBeGreaterThan(0);
  }
});

test("does not match one word here and another far away", () => {
  const between =
    "My cousin plays the trombone in a band that tours villages, ferries, orchards and harbours every summer.";
  expect(
    keepSecrets([`Brass suits me. ${between} Mind the stair.`], {
      secret: "A brass key lies under the stair.",
      known: () => "",
    }).texts,
  ).toEqual([between]);
});

test.each([
  ["one word of it", "Where would one hide a key?"],
  ["words of it that everybody has heard", "I look under the stair for a rope."],
  [
    "words that stand far apart in it",
    "My coat has brass buttons. Is there something to eat? I should have brought a proper lunch, some bread and cheese, and good rope.",
  ],
  ["what everybody says", "I notice nothing alone here. I look around and hold on."],
])("ordinary talk besides a secret of short words is heard: %s", (_, said) => {
  const told = `${stair} Behind it the wall is damp, and a draught comes up from somewhere below with a smell of tar.`;
  expect(
    keepSecrets([said], { secret: told, known: () => "A stair leads down. A rope hangs from a beam." }),
  ).toEqual({ texts: [said], withheld: [] });
});

test("removes both halves of a secret told in two parts", () => {
  expect(
    keepSecrets(["My grandmother!", "ask about the jewelry."], { secret, known: () => "" }).texts,
  ).toEqual(["", ""]);
});

test("public knowledge is not secret, one word may be chance, and without a secret nothing is removed", () => {
  expect(
    keepSecrets(["I touch the idol and see what happens."], {
      secret,
      known: () => "As you touch the idol, you see it glow.",
    }).withheld,
  ).toEqual([]);
  expect(keepSecrets(["My grandmother would love this."], { secret, known: () => "" }).withheld).toEqual([]);
  expect(keepSecrets(["Anything goes. Really."], { secret: "", known: () => "" })).toEqual({
    texts: ["Anything goes. Really."],
    withheld: [],
  });
});
