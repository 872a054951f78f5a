/** Reading costs no time at the table: it runs while the next turn is played. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { planSession, playSession } from "../../../src/playtest/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";

const LATENCY_MS = 200;
const TURNS = 10;

test(
  `with models that take ${LATENCY_MS} ms, ${TURNS} turns with a reader take at most 1.05 times as long as without`,
  { timeout: 180_000 },
  async () => {
    await using table = await openTable({ endsAt: 99, pause: () => delay(LATENCY_MS) });
    const wish = { archetypes: ["joker" as const, "follower" as const], seed: 3, maxTurns: TURNS };
    await table.play("warm-up", { ...wish, maxTurns: 3 });
    // Side by side, so that a busy machine slows both.
    const [read, unread] = await Promise.all([
      table.play("read", wish),
      table.play("unread", { ...wish, observer: "none" }),
    ]);
    const { readings } = read.state;
    expect(readings.filter(({ status }) => status === "read")).toHaveLength(TURNS);
    expect(unread.state.readings).toEqual([]);
    expect(read.result.durationMs / unread.result.durationMs).toBeLessThanOrEqual(1.05);
  },
);

test(
  "sessions that share a busy provider are read: a reading that play waits for goes first",
  { timeout: 120_000 },
  async () => {
    await using table = await openTable({
      endsAt: 99,
      pause: () => delay(40),
      settings: { readWithinMs: 1_500, limits: { openai: { concurrency: 1 } } },
    });
    const wish = {
      archetypes: ["joker" as const, "follower" as const],
      playerModel: "gpt-4o-mini",
      maxTurns: 4,
    };
    const harness = table.harness("shared");
    const sessions = await Promise.all(
      Array.from({ length: 12 }, (_, seed) =>
        playSession(harness, {
          config: planSession(harness, {
            story: "innsmouth",
            prompt: "baseline",
            narrator: "opus-4.5",
            seed,
            ...wish,
          }),
          out: table.dir,
          sessionId: `session-${seed}`,
        }),
      ),
    );
    const unread = sessions.flatMap(({ state }) =>
      state.readings.filter(({ status }) => status === "unread"),
    );
    // Half of the 48 turns are unread if readings wait their turn; a busy machine may delay a few.
    expect(unread.length).toBeLessThanOrEqual(4);
  },
);
