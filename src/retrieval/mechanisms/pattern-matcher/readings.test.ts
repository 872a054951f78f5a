import fc from "fast-check";
import { expect, test } from "vitest";
import { readings } from "./readings.ts";

const textsOf = (message: string) => readings(message).map(({ text }) => text);

test.each([
  ["kill\u200bmyself", "kill myself"],
  ["i\u2060wish\u2060i\u2060was", "i wish i was"],
  ["don’t\u200cfeel\u034fsafe", "don't feel safe"],
  ["_kill myself_", "kill myself"],
  ["to *die*", "to die"],
  ["~~to~~ **_die_**", "to die"],
  ["kill_myself", "kill myself"],
  ["want to... die…", "want to die"],
  ["want.to.die", "want to die"],
  ["want-to-die", "want to die"],
  ["don''t can’’t don\"t don;t", "don't can't don't don't"],
  ["to “die” (die) 'die' `die`", "to die die die die"],
  ["to <b>die</b>", "to die"],
  ["> to\n> die", "to\ndie"],
  ["to 😭 die", "to die"],
])("%j can be read as %j", (message, text) => {
  expect(textsOf(message)).toContain(text);
});

test.each(["i want to die. She does not.", "can't go on, he said", "what s**t"])(
  "the first reading of %j is the literal one",
  (message) => {
    expect(textsOf(message)[0]).toBe(message.toLowerCase());
  },
);

test("most messages have one reading", () => {
  expect(textsOf("I can't go on. Please, help me!")).toEqual(["i can't go on. please, help me!"]);
});

test("a soft hyphen is inside a word", () => {
  expect(textsOf("hurt\u00adful")).toEqual(["hurtful"]);
});

test("any message can be read, and every match is part of it", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          "a",
          "i",
          "B",
          " ",
          "\u200b",
          "\u00ad",
          "*",
          "_",
          "'",
          "’",
          '"',
          ".",
          "-",
          "\n",
          ">",
          "😭",
          "\u0301",
        ),
      }),
      (message) => {
        for (const { text, original } of readings(message)) {
          expect(message).toContain(original(0, text.length));
        }
      },
    ),
  );
});
