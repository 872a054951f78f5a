import { expect, test } from "vitest";
import { carriedBy } from "./relay-carries.ts";

const narration = "Orla bars the door of the Gannet. The lamp burns low.";
const said = "My landlord would pay good money for a burrito. The door can wait.";

test.each([
  ["its own words", "Sam says his landlord would pay for a burrito.", true],
  ["in passing", "We wait at the door, while Sam goes on about a burrito and his landlord.", true],
  ["only words of the story", "We bar the door, and Sam holds the lamp.", false],
  ["one word by chance", "We look for good rope.", false],
  ["nothing of it", "We go down.", false],
])("a relay carries a digression, or does not: %s", (_, relay, carried) => {
  expect(carriedBy(relay, { said, narration })).toBe(carried);
});

test("of a remark with one word of its own, that word is enough", () => {
  expect(carriedBy("Sam says burrito.", { said: "Burrito!", narration })).toBe(true);
  expect(carriedBy("We go down.", { said: "Burrito!", narration })).toBe(false);
});

test("what has no words of its own was not carried", () => {
  expect(carriedBy("Orla bars the door.", { said: "The door.", narration })).toBe(false);
});
