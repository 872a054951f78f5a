/** Reading does not delay the table: it runs while the next turn is played. */
import { expect, test } from "vitest";
import { openTable } from "../../support/model-servers/playtest-table.ts";

test("a turn is read while the next one is played", async () => {
  const next = Promise.withResolvers<void>();
  await using table = await openTable({
    endsAt: 99,
    // If play waited for this reading, the reader would run out of time, and the turn would be unread.
    pause: ({ part, turn }) => (part === "reader" && turn === 2 ? next.promise : undefined),
    onChange: ({ part, turn }) => {
      if (part === "player" && turn === 3) next.resolve();
    },
  });
  const { state } = await table.play("read", { archetypes: ["joker", "follower"], seed: 3, maxTurns: 4 });
  expect(state.readings.map(({ turn, status }) => [turn, status])).toEqual([
    [1, "read"],
    [2, "read"],
    [3, "read"],
    [4, "read"],
  ]);
});
