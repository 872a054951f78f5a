/** Sharing means telling: a secret counts as shared only if the others heard it, with the words they heard. */
import { expect, test } from "vitest";
import { drawSharing } from "../../../src/playtest/archetypes/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { nameAt, seedWhere } from "../../support/house-cast/seed-where.ts";

const TOLD_AT = 3;
const secret = "Under your chair somebody has scratched 4417.";

type Scene = {
  /** After how many turns the dice let the player share; undefined: never. */
  after: number | undefined;
  says: string;
  tells: string | null;
  turns?: number;
};

async function play({ after, says, tells, turns = TOLD_AT }: Scene) {
  const archetypes = ["engaged" as const, "follower" as const];
  const seed = seedWhere(
    (seed) => drawSharing(archetypes[0]!, { seed, replicate: 0, turn: TOLD_AT, seat: 0 }) === after,
  );
  const wish = { seed, archetypes, maxTurns: turns };
  let name = "";
  const say = (text: string) => ({ does: "say" as const, text });
  await using table = await openTable({
    endsAt: 99,
    special: (asked) => {
      if (asked.part === "narrator" && asked.turn === TOLD_AT)
        return say(`The room is long and low.\n\n[To ${name} only: ${secret}]\n\nWhat do you do?`);
      if (asked.part === "player" && asked.name === name && asked.turn === TOLD_AT)
        return say(
          JSON.stringify({
            says,
            wants: "sit down.",
            offTopic: "none",
            private: "I say nothing.",
            tells,
            remember: null,
          }),
        );
      return undefined;
    },
  });
  name = nameAt(table, wish, 0);
  const { state, result } = await table.play("one", wish);
  const record = state.records[TOLD_AT - 1]!;
  return { moment: result.privateMoments[0]!, player: record.players[0]!, log: table.server.of("one"), name };
}

test.each([null, "", "  \n"])(
  "a player who should share and tells %j has shared nothing",
  { timeout: 60_000 },
  async (tells) => {
    const { moment, player } = await play({ after: 0, says: "Nice hats.", tells });
    expect(moment).toMatchObject({ turn: TOLD_AT, shared: false });
    expect(moment.telling).toBeUndefined();
    expect(player.private).toEqual({ answer: "I say nothing.", share: false });
  },
);

test("a shared telling is heard", { timeout: 60_000 }, async () => {
  const tells = "Under my chair somebody scratched 4417.";
  const { moment, player, log, name } = await play({ after: 0, says: "Nice hats.", tells, turns: 4 });
  expect(moment).toMatchObject({ turn: TOLD_AT, shared: true, telling: tells });
  expect(player).toMatchObject({ says: "Nice hats.", private: { share: true, telling: tells } });
  const other = log.find((asked) => asked.part === "player" && asked.turn === 4 && asked.name !== name)!;
  expect(other.last).toContain(`${name} (at the table): ${tells}`);
});

test("a telling in passing counts as told when it was due", { timeout: 60_000 }, async () => {
  const { moment, player } = await play({ after: 0, says: "Nice hats. I saw 4417.", tells: null });
  expect(moment).toMatchObject({ shared: true, telling: "I saw 4417." });
  expect(player.says).toBe("Nice hats.");
  expect(player.withheld).toBeUndefined();
});

test(
  "a player who keeps it shares nothing, whether in a telling or in passing",
  { timeout: 60_000 },
  async () => {
    const { moment, player } = await play({
      after: undefined,
      says: "Nice hats. I saw 4417.",
      tells: "Under my chair somebody scratched 4417.",
    });
    expect(moment).toMatchObject({ shared: false });
    expect(moment.telling).toBeUndefined();
    expect(player.says).toBe("Nice hats.");
    expect(player.withheld).toEqual(["I saw 4417."]);
    expect(JSON.stringify(player.private)).not.toContain("4417");
  },
);
