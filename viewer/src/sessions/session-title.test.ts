import { expect, test } from "vitest";
import type { OriginRow, SessionCard } from "../../../src/contract/index.ts";
import { foldedWords, originLink, sessionTitle } from "./session-title.ts";

const card = {
  id: "a",
  story: "innsmouth",
  prompt: "terse",
  narrator: "house",
  players: 3,
  seed: 7,
} as SessionCard;

test("what differs in the list leads, what is the same follows", () => {
  expect(sessionTitle(card, ["prompt"])).toEqual({ lead: "terse", rest: ["house", "innsmouth"] });
  expect(sessionTitle(card, ["narrator", "players", "seed"])).toEqual({
    lead: "house · 3 players · seed 7",
    rest: ["terse", "innsmouth"],
  });
  expect(sessionTitle(card, [])).toEqual({ lead: "terse · house · innsmouth", rest: [] });
  expect(sessionTitle(card).lead).toBe("terse · house · innsmouth");
});

test.each([
  [["narrator: house → x"], 0, "from turn 7, narrator: house to x"],
  [["prompt: terse → terse"], 2, "dice 2, from turn 7, prompt: terse, edited"],
  [[], 0, "same dice, from turn 7, same settings"],
  [[], 3, "dice 3, from turn 7, same settings"],
])(
  "a branch leads with its dice and its turn, then what it changed: %j, dice %i",
  (changed, replicate, lead) => {
    const branch = { ...card, branchedFrom: { sessionId: "p", turn: 6, changed, replicate } };
    expect(sessionTitle(branch, ["prompt"]).lead).toBe(lead);
  },
);

test.each([
  ["ab~t~0012-b", "B of pair 12: same dice, from turn 5, same settings"],
  ["ab~t~noise-3-1", "noise 3-1: same dice, from turn 5, same settings"],
])("%s of an A/B test is %s", (id, lead) => {
  const branchedFrom = { sessionId: "p", turn: 4, changed: [], replicate: 0 };
  expect(sessionTitle({ ...card, id, of: { kind: "ab", id: "t" }, branchedFrom }).lead).toBe(lead);
});

test("a row says what is folded under it, and how much of it matches", () => {
  const row = { kind: "matrix", id: "a b", sessions: 12, matching: 2 } as OriginRow;
  expect(foldedWords(row, false)).toBe("12 sessions");
  expect(foldedWords(row, true)).toBe("2 of 12 sessions");
  expect(foldedWords({ ...row, kind: "session", sessions: 1, matching: 1 }, true)).toBe("1 branch");
  expect(originLink(row)).toBe("/matrices/a%20b");
});
