import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise } from "./normalise.ts";

test.each([
  ["case", "I Want TO", "i want to"],
  [
    "typographic apostrophes",
    "can’t can‘t canʼt can`t can´t can′t can＇t",
    "can't can't can't can't can't can't can't",
  ],
  ["full-width letters", "ｋｉｌｌ　ｍｙｓｅｌｆ", "kill myself"],
  ["mathematical and circled letters", "𝐤𝓲𝔩𝕝 ⓜⓨ", "kill my"],
  ["ligatures", "oﬃce", "office"],
  ["composed accents", "süïcìdé", "suicide"],
  ["marks that stand apart", "s\u0336u\u0336i\u0308cide", "suicide"],
  [
    "zero-width characters and soft hyphens",
    "k\u200bi\u200cl\u200dl\u2060 my\u00adse\ufefflf",
    "kill myself",
  ],
  ["direction marks and variation selectors", "\u202ekill\u202c \u2066my\ufe0fself", "kill myself"],
  ["controls", "ki\u0000ll\u0007", "kill"],
  ["white space of every kind", "a\u00a0\u2009b\r\n\tc\u2028d\u3000e\u0085f\u2800g", "a b\nc\nd e\nf g"],
  ["dashes", "self‑harm self–harm self−harm", "self-harm self-harm self-harm"],
  ["Cyrillic letters among Latin ones", "kіll mysеlf", "kill myself"],
  ["a word in Cyrillic", "Сало и сыр", "сало и сыр"],
  ["a word in Greek", "ΝΑΙ, φίλος", "ναι, φιλοσ"],
  ["the sharp s and the Turkish letters", "Straße STRAẞE KILL KİLL kıll", "strasse strasse kill kill kill"],
  ["vowel signs of other scripts", "मुझे डर がぎ", "मुझे डर がぎ"],
  ["Hangul", "한글", "한글"],
  ["nothing", "", ""],
])("%s", (_, message, text) => {
  expect(normalise(message).text).toBe(text);
});

test.each([
  ["I KILL\u200bED  my\u00adself!", "killed myself", "KILL\u200bED  my\u00adself"],
  ["so: e\u0301t\u00e9 ﬁn", "ete fin", "e\u0301t\u00e9 ﬁn"],
  ["oﬃce", "fi", "ﬃ"],
  ["𝐤𝐢𝐥𝐥 it", "kill", "𝐤𝐢𝐥𝐥"],
  ["Can’t", "n't", "n’t"],
])("a match in %j is quoted as written", (message, found, written) => {
  const { text, original } = normalise(message);
  const at = text.indexOf(found);
  expect(original(at, at + found.length)).toBe(written);
});

test("the whole text maps to the whole message, except for invisible characters at its ends", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (message) => {
      const { text, original } = normalise(message);
      expect(text).not.toMatch(/[ \n]{2}|[A-Z\u200b\u00ad’]/);
      expect(message).toContain(original(0, text.length));
      // Twice is once.
      expect(normalise(text).text).toBe(text);
    }),
  );
});
