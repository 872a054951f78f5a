/**
 * False alarms are the price of secrecy: in a cleanly told story, everybody must hear the public text, and no player's
 * talk is withheld.
 */
import { expect, test } from "vitest";
import { shippedNames } from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

/** As the house marks what is for one player: a tag for its paragraph, or a marker that is closed. */
const meantForOne = /^\[To (?:.+?) only\] .+$|^\[\[PRIVATE (?:.+?)\]\]\n[^[]+?\n\[\[\/PRIVATE\]\]$/gm;

/** Both prompts in one story; in the others one of them, in turn. */
const prompts = ["baseline", "structured"];
const cases = shippedNames("story").flatMap((story, at) =>
  prompts
    .filter((_, index) => process.env["REHEARSE_FULL"] === "1" || at === 0 || at % 2 === index)
    .map((prompt) => ({ story, prompt })),
);

test.each(cases)("$story, $prompt: exactly the marked parts are private", async ({ story, prompt }) => {
  const { state } = await houseSession({ story, prompt, seed: `public/${story}`, maxTurns: 20 });
  for (const { turn, narrator, classification, players } of state.records) {
    const kept = classification.segments
      .filter(({ audience }) => audience !== "all")
      .map(({ start, end }) => narrator.text.slice(start, end).trim());
    expect({ turn, kept }).toEqual({ turn, kept: narrator.text.match(meantForOne) ?? [] });
    expect(classification.segments.filter(({ audience }) => audience.length === 0)).toEqual([]);
    expect(players.flatMap(({ withheld }) => withheld ?? [])).toEqual([]);
  }
  expect(state.privateMoments.length).toBeGreaterThan(0);
});
