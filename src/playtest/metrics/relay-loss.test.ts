import { expect, test } from "vitest";
import type { PlayerTurn, RelayNoise } from "../../contract/index.ts";
import { archetypeId } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/example-record.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/example-session.ts";
import { ask } from "../../../tests/support/rehearsal.ts";
import { archetypes } from "../archetypes/index.ts";
import { foldSession, newSession } from "../session/index.ts";
import { relayedTurns, relayLoss } from "./relay-loss.ts";

/** One turn in which Sam, Alex and Jo want something, and Sam speaks for them. */
function lost(wants: readonly string[], relay: string | undefined, phase: "story" | "creation" = "story") {
  const record = {
    ...exampleRecord({
      turn: 1,
      phase,
      players: wants.map(() => "Well."),
      ...(relay !== undefined && { relay }),
    }),
  };
  const players = record.players.map((player, seat): PlayerTurn => ({ ...player, wants: wants[seat]! }));
  const state = foldSession(newSession({ sessionId: "s", config: exampleConfig() }), [
    { ...record, players },
  ]);
  return relayLoss(relayedTurns(state), 3);
}

test("a wish whose words come through has survived, in whatever order and form", () => {
  const metrics = lost(
    ["Let's climb the chapel tower.", "Ask Orla about the drowned bell.", "I want us to cut the rope."],
    "We're climbing the tower of the chapel, and Alex asks Orla about that drowned bell. Jo cuts the rope.",
  );
  expect(metrics).toMatchObject({ wanted: 3, survived: 3, survival: 1, turns: [] });
});

test("how a wish is put is no part of it", () => {
  expect(lost(["I'd suggest a plan: let's ask Orla, together.", "", ""], "Orla it is.")).toMatchObject({
    wanted: 1,
    survived: 1,
  });
});

test("who was dropped is named, in the turn and in all", () => {
  const metrics = lost(
    ["Let's climb the chapel tower.", "Ask Orla about the drowned bell.", "I want us to cut the rope."],
    "We climb the chapel tower.",
  );
  expect(metrics).toMatchObject({
    wanted: 3,
    survived: 1,
    survival: 1 / 3,
    turns: [{ turn: 1, wanted: 3, survived: 1, dropped: [1, 2] }],
  });
  expect(metrics.bySeat).toEqual([
    { seat: 0, wanted: 1, dropped: 0 },
    { seat: 1, wanted: 1, dropped: 1 },
    { seat: 2, wanted: 1, dropped: 1 },
  ]);
});

test.each([
  "goes along with the others",
  "Go along with Sam.",
  "Stick with Jo.",
  "Do whatever Sam does.",
  "I'll stay right behind Jo.",
  "",
])("%j is no wish of one's own", (wants) => {
  expect(lost([wants, wants, wants], "We wait.")).toMatchObject({ wanted: 0, survival: null });
});

test("half of a wish's words must come through", () => {
  expect(lost(["Climb the chapel tower tonight.", "", ""], "Tonight we sleep in the chapel.")).toMatchObject({
    wanted: 1,
    survived: 1,
  });
  expect(
    lost(["Climb the ruined chapel tower tonight.", "", ""], "Tonight we sleep in the chapel."),
  ).toMatchObject({ wanted: 1, survived: 0 });
});

test.each([
  ["Open the iron door.", "We do not open the iron door."],
  ["Don't open the iron door.", "We open the iron door."],
  ["Go past without waking the priest.", "We go past, waking the priest."],
])("what was denied on one side only is lost: %s – %s", (wish, relay) => {
  expect(lost([wish, "", ""], relay)).toMatchObject({ wanted: 1, survived: 0 });
});

test.each([
  ["Do not open the iron door!", "We leave, and won't open that iron door."],
  ["Why don't we open the iron door?", "We open the iron door."],
  [
    "Open the iron door, but don't wake the priest.",
    "We open the iron door and take care that we don’t wake the priest.",
  ],
  ["Open the iron door.", "We do not wait, we open the iron door."],
  ["Talk about the iron door.", "Jo can't let go of talk about the iron door."],
])("and what was denied on both, or on neither, is not: %s – %s", (wish, relay) => {
  expect(lost([wish, "", ""], relay)).toMatchObject({ wanted: 1, survived: 1 });
});

test("of two wishes with words in common, those count for the one that came through; the same wish came through for both", () => {
  expect(lost(["Burn the letter.", "Read the letter.", ""], "We burn the letter.")).toMatchObject({
    wanted: 2,
    survived: 1,
    turns: [{ dropped: [1] }],
  });
  expect(lost(["Search the old mill.", "Burn the old mill.", ""], "We search the old mill.")).toMatchObject({
    survived: 1,
    turns: [{ dropped: [1] }],
  });
  expect(lost(["Burn the letter.", "Let's burn that letter.", ""], "We burn the letter.")).toMatchObject({
    survived: 2,
  });
  expect(
    lost(["Open the iron door", "Do not open the iron door", ""], "We open the iron door."),
  ).toMatchObject({ survived: 1, turns: [{ dropped: [1] }] });
});

test("nothing is lost where nobody spoke for the group, nor in a name", () => {
  expect(lost(["Cut the rope.", "Cut the rope.", "Cut the rope."], undefined).survival).toBeNull();
  expect(
    lost(["Introduce me as a diver.", "Cut the rope.", "Cut the rope."], "We are three.", "creation")
      .survival,
  ).toBeNull();
});

test.each(archetypeId.options)(
  "a house %s who speaks for the group passes everything on, except when underselling or dropping a wish",
  async (archetype) => {
    const wishes = [
      "Let's ring the chapel bell.",
      "Let's ask the vicar about the rope.",
      "Ask whether the tide is late.",
    ];
    const names = ["Sam", "Alex", "Jo"];
    const intents = names.map((name, seat) => ({ name, wants: wishes[seat]! }));
    const survivalOf = async (noise: RelayNoise) => {
      const turns = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const reply = await ask("plain", {
            role: "spokesperson",
            call: `turn/${index + 3}/spokesperson`,
            seed: 5,
            instructions: "",
            messages: [],
            stage: {
              kind: "spokesperson",
              name: "Sam",
              archetype,
              noise,
              dropped: noise === "drops a wish" ? names[1 + (index % 2)] : undefined,
              intents,
              says: intents.map(({ name }) => ({ name, says: "Well." })),
            },
          });
          const relay = "text" in reply ? reply.text : "";
          const record = exampleRecord({ turn: index + 1, players: names, relay });
          const players = record.players.map((player, seat) => ({ ...player, wants: wishes[seat]! }));
          return { ...record, players };
        }),
      );
      const state = foldSession(newSession({ sessionId: "s", config: exampleConfig() }), turns);
      return relayLoss(relayedTurns(state), 3).survival!;
    };
    expect(await survivalOf("faithful")).toBe(1);
    for (const noise of Object.keys(archetypes[archetype].relay) as RelayNoise[]) {
      const survival = await survivalOf(noise);
      if (noise === "undersells") expect(survival).toBeLessThan(0.8);
      else expect(survival).toBeCloseTo(noise === "drops a wish" ? 2 / 3 : 1);
    }
  },
);

test("the same session, the same loss", () => {
  const state = exampleSession([{ players: ["Yes."], relay: "We go." }]);
  expect(relayedTurns(state)).toEqual(relayedTurns(state));
});
