import { describe, expect, test } from "vitest";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { found, nothing, type Answer } from "../../../tests/support/playtest/scripted-reader.ts";
import { checkAnswer } from "./check-answer.ts";
import type { ReaderTurn } from "./reader-turn.ts";

const table = { story: exampleStory, names: ["Sam", "Alex", "Jo"] };
const turns: ReaderTurn[] = [
  {
    turn: 1,
    phase: "story",
    narration: "The bridge is made of stone. A lamp burns low.",
    talk: [{ seat: 1, says: "My cat ate a shoelace." }],
    relay: "We cross the bridge.",
  },
  {
    turn: 2,
    phase: "story",
    narration: "The lamp burns low. Mara bars the door.",
    talk: [{ seat: 0, says: "My car broke down again." }],
    answers: [{ seat: 0, says: "I keep the key to myself." }],
  },
  {
    turn: 3,
    phase: "story",
    narration: "The wooden bridge creaks. Jo alone sees a coat.",
    passages: [
      { to: "all", text: "The wooden bridge creaks." },
      { to: [2], text: "Jo alone sees a coat." },
    ],
    talk: [{ seat: 0, says: "Wait, which bridge is this?" }],
    relay: "Sam told us of his car.",
  },
];
const check = (answer: Partial<Answer>, given: readonly ReaderTurn[] = turns) =>
  checkAnswer({ ...nothing, turn: 3, ...answer }, { turns: given, table });
const findings = (...all: Answer["findings"]) => check({ findings: all });
const stone = { turn: 1, quote: "made of stone" };
const coat = { turn: 3, quote: "Jo alone sees a coat." };
const guide = { turn: 0, quote: "The tide decides who may cross" };
const creaks = "The wooden bridge creaks.";

describe("findings", () => {
  test("a checked finding has its quotes with their turns, and awaits the second look", () => {
    expect(findings(found("contradiction", "the WOODEN bridge", stone))).toMatchObject({
      findings: [
        {
          kind: "contradiction",
          quote: { turn: 3, text: "the WOODEN bridge" },
          earlier: [{ turn: 1, text: "made of stone" }],
          claim: "This is a contradiction.",
          confidence: 0.9,
          state: "unconfirmed",
        },
      ],
      voidQuotes: [],
    });
  });

  test.each([
    ["invented words", "character-break", "The glass bridge sings."],
    ["words of another turn", "character-break", "A lamp burns low."],
    ["words too short to mean anything", "character-break", "The wooden"],
    ["a player's words as the narrator's", "character-break", "which bridge is this?"],
    ["the narrator's words as a player's", "confusion", creaks],
  ])("no finding rests on %s", (_, kind, quote) => {
    expect(findings(found(kind, quote))).toMatchObject({ findings: [], voidQuotes: [{ of: kind, quote }] });
  });

  test("confusion is quoted from the players", () => {
    expect(findings(found("confusion", "which bridge is this?")).findings).toHaveLength(1);
  });

  test("a repeated finding and repeated earlier words count once; several keep their order", () => {
    const lamp = { turn: 2, quote: "lamp burns low" };
    const again = found("contradiction", creaks.toUpperCase(), { turn: 1, quote: "MADE of stone" });
    expect(
      findings(found("contradiction", creaks, lamp, stone, ...again.earlier), again).findings,
    ).toMatchObject([{ quote: { text: creaks }, earlier: [{ turn: 2 }, { turn: 1, text: stone.quote }] }]);
  });

  test("an invented earlier quote is dropped, and the finding too if its kind needs one", () => {
    const invented = { turn: 1, quote: "made of marble" };
    const [contradiction, rushed] = [
      found("contradiction", creaks, invented),
      found("rushed", creaks, invented),
    ];
    expect(findings(contradiction, rushed, found("contradiction", creaks, invented, stone))).toMatchObject({
      findings: [
        { kind: "rushed", earlier: [] },
        { kind: "contradiction", earlier: [{ turn: 1, text: "made of stone" }] },
      ],
      voidQuotes: [
        { of: "contradiction (earlier)" },
        { of: "rushed (earlier)" },
        { of: "contradiction (earlier)" },
      ],
    });
    expect(findings(found("contradiction", creaks)).findings).toEqual([]);
  });

  test.each([
    ["in the turn that it names, talk and private answers included", { turn: 2, quote: "I keep the key" }, 2],
    ["in another turn, if that one has it", { turn: 2, quote: "made of stone" }, 1],
    ["in the newest of several turns, if the named one is unknown", { turn: 9, quote: "lamp burns low" }, 2],
    ["in the same narration", coat, 3],
    ["in the guide, which is turn 0", guide, 0],
  ])("an earlier quote stands %s", (_, earlier, turn) => {
    expect(findings(found("contradiction", creaks, earlier)).findings).toMatchObject([
      { earlier: [{ turn, text: earlier.quote }] },
    ]);
  });

  test.each([
    ["the talk after the narration", "contradiction", { turn: 3, quote: "which bridge is this?" }],
    ["the same narration, unless its turn is named", "contradiction", { ...coat, turn: 2 }],
    ["the finding's own words, in part", "contradiction", { turn: 3, quote: "The wooden bridge" }],
    ["the finding's own words, with more around them", "contradiction", { turn: 3, quote: `${creaks} Jo` }],
    ["the same narration for a leak", "leak", coat],
    ["the guide for a leak", "leak", guide],
    ["an earlier turn for a guide deviation", "guide-deviation", stone],
  ])("no proof comes from %s", (_, kind, earlier) => {
    expect(findings(found(kind, creaks, earlier)).findings).toEqual([]);
  });

  test("words that were told before prove a loop, also if the reader names the turn itself", () => {
    const answer = { findings: [found("loop", "The lamp burns low.", { turn: 2, quote: "lamp burns low" })] };
    expect(check(answer, turns.slice(0, 2)).findings).toMatchObject([{ earlier: [{ turn: 1 }] }]);
  });

  test.each([
    [0.49, "unsure", 0.49],
    [0.5, "unconfirmed", 0.5],
    [7, "unconfirmed", 1],
    [-7, "unsure", 0],
  ])("with a confidence of %d the reader is %s", (given, state, confidence) => {
    const rushed = { ...found("rushed", creaks), confidence: given };
    expect(findings(rushed).findings).toMatchObject([{ state, confidence }]);
  });
});

test("how well a passage fits counts only for players who got one, by their name", () => {
  const rated = (player: string) => ({ player, fit: 9, moment: 2.2 });
  expect(check({ private: [rated("jo"), rated("Sam"), rated("Nobody")] }).privately).toEqual([
    { seat: 2, player: 5, moment: 2 },
  ]);
  const { passages: _, ...unclassified } = turns[2]!;
  expect(check({ private: [rated("Jo")] }, [...turns.slice(0, 2), unclassified]).privately).toEqual([]);
});

test("a pay-off is of an earlier turn, of a player at the table, and in words that all heard now", () => {
  const payoff = (turn: number, player = "Alex", quote = creaks) => ({ turn, player, quote });
  const { payoffs, voidQuotes } = check({
    payoffs: [
      payoff(1),
      payoff(3),
      payoff(4),
      payoff(0),
      payoff(1, "Nobody"),
      payoff(1, "Alex", "Nobody said this."),
      payoff(1, "Alex", coat.quote),
    ],
  });
  expect(payoffs).toEqual([{ turn: 1, seat: 1, quote: creaks }]);
  expect(voidQuotes.map(({ quote }) => quote)).toEqual(["Nobody said this.", coat.quote]);
});

describe("digressions", () => {
  const opened = { player: "Sam", about: "his car", quote: "Sam told us of his car", relayed: true };

  test("without any there is nothing", () => {
    expect(check({}).digression).toEqual({});
  });

  test("one is opened by a player, in their own words or the relay's; without a relay the narrator cannot know", () => {
    const { player: _, ...rest } = opened;
    expect(check({ opened }).digression).toEqual({ opened: { ...rest, by: 0 } });
    expect(check({ opened: { ...opened, player: "Nobody" } }).digression).toEqual({});
    expect(check({ opened: { ...opened, quote: creaks } })).toMatchObject({
      digression: {},
      voidQuotes: [{ of: "digression" }],
    });
    const before = (player: string) =>
      check({ opened: { ...opened, player, quote: "My car broke down" } }, turns.slice(0, 2)).digression;
    expect(before("Sam")).toMatchObject({ opened: { relayed: false } });
    expect(before("Alex")).toEqual({});
  });

  test("a return has its segue and quality, and is forced only if its words show it", () => {
    const returned = { how: "natural" as const, segue: "The wooden bridge", quality: 8 };
    expect(check({ noticed: false, returned }).digression).toEqual({
      noticed: false,
      returned: { how: "natural", segue: "The wooden bridge", quality: 5 },
    });
    expect(check({ returned: { ...returned, how: "by-players" } }).digression.returned).toEqual({
      how: "by-players",
    });
    expect(check({ returned: { ...returned, how: "forced" } }).digression.returned?.how).toBe("forced");
    const unproven = { how: "forced" as const, segue: "Never said so.", quality: 1 };
    expect(check({ returned: unproven }).digression).toEqual({ returned: { how: "natural" } });
  });

  test("exploration that was brushed off is quoted from the narration", () => {
    expect(check({ exploration: creaks }).digression).toEqual({ exploration: creaks });
    expect(check({ exploration: "Never mind the bridge." })).toMatchObject({
      digression: {},
      voidQuotes: [{ of: "exploration" }],
    });
  });
});

test("an endless answer is cut before it is stored", () => {
  const long = "x".repeat(300_000);
  const many = <Item>(item: Item): Item[] => Array.from({ length: 2_000 }, () => item);
  const content = check({
    opened: { player: long, about: long, quote: long, relayed: true },
    payoffs: many({ turn: 99, player: "Nobody", quote: creaks }),
    findings: many(found("rushed", long, stone)),
  });
  expect(JSON.stringify(content).length).toBeLessThan(32_000);
});
