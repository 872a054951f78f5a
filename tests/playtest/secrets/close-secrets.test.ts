/** Secrets and digressions that are close to allowed text, over the loopback provider. */
import { expect, test } from "vitest";
import type { ArchetypeId } from "../../../src/contract/index.ts";
import { drawSharing } from "../../../src/playtest/archetypes/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { nameAt, seedWhere } from "../../support/house-cast/seed-where.ts";
import { playerReply } from "../../support/model-servers/playtest-server.ts";

const archetypes: ArchetypeId[] = ["engaged", "joker", "follower"];
const say = (text: string) => ({ does: "say" as const, text });
const secret = "Ezra the ferryman murdered your sister and hid the silver locket beneath the chapel altar.";
const told = (name: string, what = secret) =>
  say(`The lamps gutter in the long room.\n\n[To ${name} only: ${what}]\n\nWhat do you do?`);
const sharesAfter = (seed: number, turn: number) =>
  drawSharing("engaged", { seed, replicate: 0, turn, seat: 0 });
const keeps = seedWhere((seed) => [3, 4].every((turn) => sharesAfter(seed, turn) === undefined));
const patience = { timeout: 60_000 };

async function played(
  seed: number,
  special: (
    asked: { part: string; turn: number; name?: string },
    name: string,
  ) => ReturnType<typeof say> | undefined,
) {
  const wish = { seed, archetypes, maxTurns: 5 };
  let name = "";
  const table = await openTable({
    endsAt: 99,
    special: (asked) => special(asked, name) ?? (asked.part === "player" ? playerReply({}) : undefined),
  });
  name = nameAt(table, wish, 0);
  const { state } = await table.play("one", wish);
  const promptOf = (turn: number, who = name) =>
    table.server.of("one").find((each) => each.part === "player" && each.name === who && each.turn === turn)!;
  return { table, state, name, promptOf };
}

test("a name that becomes public frees nothing else of a secret", patience, async () => {
  const { table, state, promptOf } = await played(keeps, ({ part, turn, name: who }, name) =>
    part === "narrator" && turn === 3
      ? told(name)
      : part === "narrator" && turn === 4
        ? say('A boat comes in. "Evening," says old Ezra, and ties it up. What do you do?')
        : part === "player" && who === name && turn === 5
          ? playerReply({ says: "He murdered my sister and the silver locket is beneath the chapel altar." })
          : undefined,
  );
  await using _ = table;
  expect(promptOf(5).last).toContain("Keep to yourself");
  expect(state.records[4]!.players[0]!.withheld).not.toBeUndefined();
  expect(state.records[4]!.players[0]!.says).not.toContain("locket");
});

test("a secret that the narrator reveals is no longer kept", patience, async () => {
  const { table, promptOf } = await played(keeps, ({ part, turn }, name) =>
    part === "narrator" && turn === 3
      ? told(name)
      : part === "narrator" && turn === 4
        ? say(
            "The priest stands up. Ezra the ferryman, he says, murdered a sister of yours and hid her silver locket beneath the chapel altar. What do you do?",
          )
        : undefined,
  );
  await using _ = table;
  expect(promptOf(4).last).not.toContain("Keep to yourself");
});

test("a telling does not reveal another secret", patience, async () => {
  const seed = seedWhere((seed) => sharesAfter(seed, 3) === undefined && sharesAfter(seed, 4) === 0);
  const { table, state, name } = await played(seed, ({ part, turn, name: who }, name) =>
    part === "narrator" && turn === 3
      ? told(name)
      : part === "narrator" && turn === 4
        ? told(name, "A green bottle stands in the well.")
        : part === "player" && who === name && turn === 4
          ? playerReply({
              says: "Listen.",
              private: "I look.",
              tells:
                "There is a green bottle in the well. And Ezra the ferryman murdered my sister and hid her silver locket beneath the chapel altar.",
            })
          : undefined,
  );
  await using _ = table;
  const heard = table.server
    .of("one")
    .filter((each) => each.part === "player" && each.turn === 5 && each.name !== name)
    .map(({ text }) => [text.includes("green bottle"), text.includes("silver locket")]);
  expect(heard).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(state.records[3]!.players[0]!.withheld?.join(" ")).toContain("silver locket");
});

test("a player with a cut second answer knows what was withheld", patience, async () => {
  const { table, state, promptOf } = await played(keeps, ({ part, turn, name: who }, name) =>
    part === "narrator" && turn === 3
      ? told(name)
      : part === "player" && who === name && turn === 3
        ? playerReply({ says: "Ezra murdered my sister. Let us go." })
        : undefined,
  );
  await using _ = table;
  expect(state.records[2]!.players[0]).toMatchObject({
    says: "Let us go.",
    askedAgain: true,
    cut: ["Ezra murdered my sister."],
  });
  expect(promptOf(4).text).toContain("The others did not hear you say: Ezra murdered my sister.");
});
