import { expect, test } from "vitest";
import { loadStory, shippedNames } from "../../story/index.ts";
import { retell } from "./retell.ts";

test.each([
  [
    "[To Ada only] Under the ledger, Ada, lies a comb, and you alone see 7714 on it.",
    "Under the ledger, lies a comb, and I alone see 7714 on it.",
  ],
  ["[To Ada only: Ada, you notice that your name is on the list.]", "I notice that my name is on the list."],
  [
    "[[PRIVATE Ada]]\nHe gives you his whistle, and you are to keep it to yourself.\n[[/PRIVATE]]",
    "He gives me his whistle, and I am to keep it to myself.",
  ],
  [
    "While they argue you pace it out, and what you get is thirty-three.",
    "While they argue I pace it out, and what I get is thirty-three.",
  ],
  [
    '"You look like one who listens," she tells you. "Keep it, Ada. You will know when."',
    '"You look like one who listens," she tells me. "Keep it. You will know when."',
  ],
])("%s", (told, telling) => {
  expect(retell(told, "Ada")).toBe(telling);
});

test("from a long telling, names, numbers and quotes are kept", () => {
  const told =
    "You lean back, Ada. It has been a long day. On the wall there is a plate: Hollenweger and Sons, Patent 3318. You yawn. Nobody else is awake, and the lamp is low, and the road goes on and on through the hills as roads do.";
  expect(retell(told, "Ada")).toBe(
    "It has been a long day. On the wall there is a plate: Hollenweger and Sons, Patent 3318.",
  );
});

test.each(shippedNames("story"))("%s: every hook can be retold in the first person", (story) => {
  for (const { reveal } of Object.values(loadStory(story).privateHooks).flat()) {
    const telling = retell(reveal.replaceAll("{name}", "Morgan"), "Morgan");
    expect(telling.length).toBeGreaterThan(40);
    expect(telling).not.toContain("Morgan");
    const unquoted = telling.replaceAll(/"[^"]*"/g, "");
    expect(unquoted.replace("thank you", "")).not.toMatch(/\b(?:[Yy]ou|[Yy]our|yourself)\b/);
    expect(unquoted).not.toMatch(/\bI (?:are|were)\b|(?:^|[.:,] )[Mm]e [a-z]+|\b(?:to|for|with|at) I\b/);
  }
});
