import { expect, test } from "vitest";
import type { TurnRecord } from "../../contract/index.ts";
import { createCatalog, type Gateway, type PromptAsk } from "../../kernel/models/index.ts";
import { sumUp } from "./summarise-history.ts";

const model = createCatalog({ models: { "gpt-4o-mini": { context: 8_000 } } }).resolve("gpt-4o-mini");
const record = (turn: number, text: string) =>
  ({
    turn,
    narrator: { text },
    players: [],
    relay: { seat: 0, text: `relay ${turn}` },
  }) as unknown as TurnRecord;

/** Records its requests, and answers with a summary of this text. */
function scripted(text = "In short.") {
  const asked: PromptAsk[] = [];
  const gateway = {
    text: async (ask: PromptAsk) => (
      asked.push(ask),
      { text: `${text} ${asked.length}`, finish: "stop", model: "mini-dated", source: "model" }
    ),
  } as unknown as Gateway;
  return { gateway, asked };
}
const names = ["Sam", "Alex"];

test("summarises the older half, with the previous summary", async () => {
  const { gateway, asked } = scripted();
  const records = [
    { ...record(1, "one"), context: { kind: "summarised" as const, upToTurn: 0, summary: "Before all." } },
    record(2, "two"),
    record(3, "three"),
    record(4, "four"),
  ];
  expect(
    await sumUp({
      gateway,
      model,
      call: "turn/5/summary",
      records,
      names,
      turn: 5,
      fitsWith: () => true,
    }),
  ).toEqual({
    kind: "summarised",
    upToTurn: 2,
    summary: "In short. 1",
    model: "openai/mini-dated",
  });
  expect(asked.map(({ call }) => call)).toEqual(["turn/5/summary"]);
  expect(asked[0]!.messages[0]!.content).toBe(
    "Before all.\n\nTurn 1\nNarrator: one\nGroup: relay 1\n\nTurn 2\nNarrator: two\nGroup: relay 2",
  );
});

test("summarises more than half if needed; but the latest turn stays", async () => {
  const records = [1, 2, 3, 4, 5, 6].map((turn) => record(turn, "told"));
  const summed = (upTo: number) =>
    sumUp({
      call: "turn/7/summary",
      ...scripted(),
      model,
      records,
      names,
      turn: 7,
      fitsWith: ({ upToTurn }) => upToTurn >= upTo,
    });
  expect(await summed(0)).toMatchObject({ upToTurn: 3 });
  expect(await summed(5)).toMatchObject({ upToTurn: 5 });
  expect(await summed(99)).toMatchObject({ upToTurn: 5 });
});

test("an overlong summary is cut", async () => {
  const { summary } = await sumUp({
    call: "turn/3/summary",
    ...scripted("On and on. ".repeat(100_000)),
    model,
    records: [record(1, "one"), record(2, "two")],
    names,
    turn: 3,
    fitsWith: () => true,
  });
  expect(summary.length).toBeLessThan(8_100);
  expect(summary).toContain("cut here");
});

test("the summariser reads private answers, marked as private, and the players' characters", async () => {
  const { gateway, asked } = scripted();
  const creation = {
    turn: 2,
    phase: "creation",
    narrator: { text: "Who are you?" },
    players: [
      { seat: 0, says: "I'm Sam, a clerk." },
      { seat: 1, says: "Alex." },
    ],
  } as unknown as TurnRecord;
  const story = {
    ...record(3, "The gate opens."),
    players: [
      { seat: 0, says: "In.", private: { answer: "I pocket the key.", share: false } },
      { seat: 1, says: "In." },
    ],
  } as unknown as TurnRecord;
  await sumUp({
    call: "turn/5/summary",
    gateway,
    model,
    records: [creation, story, record(4, "Rain.")],
    names,
    turn: 5,
    fitsWith: ({ upToTurn }) => upToTurn >= 3,
  });
  expect(asked[0]!.messages[0]!.content).toBe(
    "Turn 2\nNarrator: Who are you?\nGroup: Sam: I'm Sam, a clerk.\nAlex: Alex.\n\n" +
      "Turn 3\nNarrator: The gate opens.\nGroup: relay 3\nSam, to the narrator alone (private): I pocket the key.",
  );
});
