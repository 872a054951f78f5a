/** Off topic is decided by what players really said. The draw of the dice is stored, but not counted. */
import { expect, test } from "vitest";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { playerReply } from "../../support/model-servers/playtest-server.ts";

const onward = (offTopic: string) =>
  playerReply({ says: "I look around the place. Onward.", wants: "Go on.", offTopic });

test.each(["none", "heavy"])(
  "a model that should stray but does not, and calls that %s, is on topic",
  { timeout: 60_000 },
  async (offTopic) => {
    await using table = await openTable({
      endsAt: 9,
      special: ({ part }) => (part === "player" ? onward(offTopic) : undefined),
    });
    const { state } = await table.play("one", {
      archetypes: ["joker", "wildcard", "joker", "drifter"],
      seed: 3,
    });
    const turns = state.records.flatMap(({ players }) => players);
    expect(turns.filter(({ asked }) => asked !== undefined).length).toBeGreaterThan(0);
    expect(turns.every((turn) => turn.offTopic === "none")).toBe(true);
  },
);
