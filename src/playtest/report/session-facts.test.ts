import { expect, test } from "vitest";
import { houseCaution, percent } from "./session-facts.ts";

test("nearly all is not shown as all", () => {
  expect([1, 0.996, 0.994, 0.004, 0].map(percent)).toEqual(["100 %", "99.6 %", "99 %", "0.4 %", "0 %"]);
});

test("a house narrator is no evidence, house players leave the narration its own", () => {
  const session = (narrator: string, model: string) => ({
    narrator,
    players: [{ name: "Ada", archetype: "joker", model }],
  });
  const [real, players, narrated] = [
    session("local/m", "local/m"),
    session("local/m", "house/plain"),
    session("house/blunt", "local/m"),
  ];
  expect(houseCaution([real])).toBeUndefined();
  expect(houseCaution([real, players])).toMatch(
    /players in 1 of 2 sessions: the narration is the narrator's own/,
  );
  expect(houseCaution([players, narrated], "replay")).toMatch(
    /narrated 1 of 2 replays .*not evidence about a prompt/,
  );
});
