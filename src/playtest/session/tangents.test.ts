import { describe, expect, test } from "vitest";
import type { ReadingContent } from "../../contract/index.ts";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";

describe("what a reader saw", () => {
  const config = exampleConfig({
    players: [{ name: "Sam", archetype: "joker" }, { name: "Alex" }, { name: "Jo", archetype: "drifter" }],
  });
  const tangents = (digressions: Record<number, ReadingContent["digression"]>) =>
    readSession(
      exampleSession(
        Array.from({ length: 8 }, () => ({})),
        config,
      ),
      Object.fromEntries(Object.entries(digressions).map(([turn, digression]) => [turn, { digression }])),
    ).tangents;
  const opened = (by: number, relayed = true) => ({ by, about: "football", quote: "Goal!", relayed });

  test("a tangent begins, goes on, and ends with the return", () => {
    expect(
      tangents({
        3: { opened: opened(0) },
        4: { noticed: false, opened: opened(0) },
        6: { noticed: true, returned: { how: "natural", segue: "The rain gets heavier.", quality: 4 } },
      }),
    ).toEqual([
      {
        startTurn: 3,
        endTurn: 6,
        length: 3,
        initiator: "Sam",
        type: "humour",
        about: "football",
        quote: "Goal!",
        intensity: "medium",
        recoveryMethod: "redirect",
        woven: "discarded",
        reached: true,
        noticed: true,
        segue: "The rain gets heavier.",
        segueQuality: 4,
      },
    ]);
  });

  type Returned = NonNullable<ReadingContent["digression"]["returned"]>;
  test.each<[Returned, object]>([
    [
      { how: "woven", quality: 5 },
      { recoveryMethod: "hook", woven: "woven", segueQuality: 5, noticed: true },
    ],
    [
      { how: "forced", quality: 1 },
      { recoveryMethod: "forced", woven: "discarded", noticed: true },
    ],
    [{ how: "by-players" }, { recoveryMethod: "none", woven: "unknown", endTurn: 5, noticed: false }],
  ])("a return: %o", (returned, expected) => {
    expect(tangents({ 4: { opened: opened(1, false) }, 5: { returned } })).toMatchObject([expected]);
  });

  test("the narrator speaks first: a turn can end one tangent and begin another, which stays open", () => {
    const all = tangents({ 2: { opened: opened(0) }, 4: { returned: { how: "woven" }, opened: opened(2) } });
    expect(all.map(({ startTurn, endTurn, initiator }) => [startTurn, endTurn, initiator])).toEqual([
      [2, 4, "Sam"],
      [4, undefined, "Jo"],
    ]);
  });

  test("what is not relayed does not reach the narrator, unless it notices all the same", () => {
    expect(tangents({ 2: { opened: opened(0, false) } })).toMatchObject([{ reached: false, noticed: false }]);
    expect(tangents({ 2: { opened: opened(0, false) }, 3: { noticed: true } })).toMatchObject([
      { reached: true, noticed: true },
    ]);
  });

  test("a return without an open tangent is ignored", () => {
    expect(tangents({ 3: { returned: { how: "forced", quality: 1 } } })).toEqual([]);
  });

  test.each<[string, number[][]]>([
    ["light", [[0]]],
    ["medium", [[0], [], [0, 1]]],
    [
      "heavy",
      [
        [0, 1],
        [0, 1],
      ],
    ],
    ["heavy", [[0, 1, 2]]],
  ])("%s: players off the story in each turn: %j", (intensity, turns) => {
    const records = turns.map((off) => ({
      players: [0, 1, 2].map((seat): [string, "light" | "none"] => [
        "…",
        off.includes(seat) ? "light" : "none",
      ]),
    }));
    const readings = turns.map((_, at) => [at + 1, at === 0 ? { digression: { opened: opened(0) } } : {}]);
    const { tangents } = readSession(exampleSession(records, config), Object.fromEntries(readings));
    expect(tangents).toMatchObject([{ intensity }]);
  });
});
