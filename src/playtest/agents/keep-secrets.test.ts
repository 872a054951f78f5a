import { expect, test } from "vitest";
import { keepSecrets } from "./keep-secrets.ts";

const known = () =>
  "You stand in the hall of the inn. The vicar bows. Orla pours. The ferryman waits. A cup stands on the table, and 12 chairs.";
const keep = (secret: string, ...texts: string[]) => keepSecrets(texts, { secret, known });

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
