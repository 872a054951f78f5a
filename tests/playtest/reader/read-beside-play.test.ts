/** Reading does not delay the table: it runs while the next turns are played. */
import { expect, test } from "vitest";
import { openTable } from "../../support/model-servers/playtest-table.ts";

test("turns are read while the next ones are played", async () => {
  const later = Promise.withResolvers<void>();
  await using table = await openTable({
    endsAt: 99,
    // If play waited for this reading, the reader would run out of time, and its turns would be unread.
    pause: ({ part, turn }) => (part === "reader" && turn === 5 ? later.promise : undefined),
    onChange: ({ part, turn }) => {
      if (part === "player" && turn === 7) later.resolve();
    },
  });
  const { state } = await table.play("read", { archetypes: ["joker", "follower"], seed: 3, maxTurns: 7 });
  expect(state.readings.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "read"));
});
