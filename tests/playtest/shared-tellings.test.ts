/** Sharing is telling: what was shared is what the others were told, and nothing where nothing was told. */
import { expect, test } from "vitest";
import { planSession } from "../../src/playtest/index.ts";
import { openTable } from "../fixtures/playtest-table.ts";

test.each([
  ["", false],
  ["  \n", false],
  ["Under my chair somebody scratched 4417.", true],
])("a player who says they share and tells %j: shared %s", { timeout: 60_000 }, async (telling, shared) => {
  const wish = { archetypes: ["engaged" as const, "follower" as const], maxTurns: 4 };
  let name = "";
  const say = (text: string) => ({ does: "say" as const, text });
  await using table = await openTable({
    endsAt: 99,
    special: (asked) => {
      if (asked.part === "narrator" && asked.turn === 3)
        return say(
          `The room is long and low.\n\n[To ${name} only: Under your chair somebody has scratched 4417.]\n\nWhat do you do?`,
        );
      if (asked.part === "player" && asked.name === name && asked.turn === 3)
        return say(
          JSON.stringify({
            says: "Nice chairs. I saw 4417.",
            wants: "sit down.",
            offTopic: "none",
            private: { answer: "I say nothing.", share: true, telling },
          }),
        );
      return undefined;
    },
  });
  name = planSession(table.harness("plan"), {
    story: "innsmouth",
    prompt: "baseline",
    seed: 1,
    narrator: "opus-4.5",
    ...wish,
  }).group.players[0]!.name;
  const { state, result } = await table.play("one", wish);
  expect(result.privateMoments).toMatchObject([{ turn: 3, shared }]);
  expect(result.privateMoments[0]!.telling).toBe(shared ? telling : undefined);
  // What was not shared stays with the one who knows it, also where they say it by the way.
  const { says, withheld } = state.records[2]!.players[0]!;
  expect(says.includes("4417")).toBe(shared);
  expect(withheld === undefined).toBe(shared);
});
