import { expect, test } from "vitest";
import type { TurnPage, TurnView } from "../../../src/contract/index.ts";
import { answerFrom, whyMissing } from "./answer-from.ts";

const turn = (turn: number): TurnView => ({
  turn,
  phase: "story",
  at: "",
  ms: 1,
  model: "house",
  type: "pulse",
  title: "The Gate",
  relay: null,
  quotes: [],
  hints: [],
  narration: [
    { text: "A gate.", to: null },
    { text: "You alone see a key.", to: [1, 2] },
  ],
  players: [
    { seat: 0, says: "In.", wants: "go in", mood: "keen" },
    { seat: 1, says: "Wait.", wants: "take the key", private: { answer: "I take it." } },
  ],
  issues: [
    {
      id: `t${turn}-loop`,
      turn,
      lastTurn: turn,
      pointsLost: 5,
      kind: "loop",
      description: "",
      severity: "error",
      evidence: [{ turn, text: "A gate." }],
      confidence: 1,
      source: "loop",
    },
  ],
});
const turns: TurnPage = { turns: [1, 2, 3].map(turn), total: 3, next: null };
const rows = [
  { story: "a", prompt: "x", groups: ["g"], stale: ["e"] },
  { story: "b", prompt: "x", groups: [], stale: [] },
];
const answers = {
  "/api/sessions/s~1/turns": turns,
  "/api/matrices/m/rows": { rows, total: 2, next: null },
  "/api/matrices/m/heat?metric=loops": { metric: "loops" },
  "/api/matrices/m/heat": { metric: "overall" },
};

test("turns are cut into pages", () => {
  expect(answerFrom(answers, "/api/sessions/s~1/turns?from=2&limit=1")).toMatchObject({
    turns: [{ turn: 2 }],
    total: 3,
    next: "3",
  });
});

test("a player's view has only what that player heard", () => {
  const {
    turns: [seen],
  } = answerFrom(answers, "/api/sessions/s~1/turns?from=1&limit=1&as=0") as TurnPage;
  expect(JSON.stringify(seen)).not.toMatch(/key|I take it|keen|The Gate|loop/);
  expect(seen!.players).toEqual([
    { seat: 0, says: "In.", wants: "go in" },
    { seat: 1, says: "Wait." },
  ]);
  const {
    turns: [own],
  } = answerFrom(answers, "/api/sessions/s~1/turns?as=1") as TurnPage;
  // No player knows the other listeners, or the model.
  expect(own!.narration).toEqual([
    { text: "A gate.", to: null },
    { text: "You alone see a key.", to: [1] },
  ]);
  expect(own).toMatchObject({ model: "" });
  expect(Object.keys(own!).toSorted()).toEqual([
    "at",
    "hints",
    "issues",
    "model",
    "ms",
    "narration",
    "phase",
    "players",
    "quotes",
    "relay",
    "title",
    "turn",
    "type",
  ]);
  expect(own!.players[1]).toMatchObject({ wants: "take the key", private: { answer: "I take it." } });
});

test("lists are filtered only by fields of their rows", () => {
  const of = (query: string) =>
    (answerFrom(answers, `/api/matrices/m/rows?${query}`) as { rows: unknown[] }).rows;
  expect(of("story=a&prompt=x&limit=1&sort=newest")).toEqual([rows[0]]);
  expect(of("q=B%20x")).toEqual([rows[1]]);
  expect(of("group=g")).toEqual([rows[0]]);
  expect(of("mark=stale")).toEqual([rows[0]]);
});

test("a player's view of a session is stored separately, or not at all", () => {
  const session = { "/api/sessions/s": { as: null }, "/api/sessions/s?as=1": { as: 1 } };
  expect(answerFrom(session, "/api/sessions/s?as=1")).toEqual({ as: 1 });
  expect(answerFrom(session, "/api/sessions/s")).toEqual({ as: null });
  expect(answerFrom(session, "/api/sessions/s?as=0")).toBeUndefined();
});

test("inherited properties of an object are neither answers nor filters", () => {
  const odd = JSON.parse(
    '{ "/api/m/rows": { "rows": [{ "__proto__": "x", "story": "a" }], "total": 1, "next": null } }',
  ) as Record<string, unknown>;
  for (const name of ["__proto__", "constructor", "/api/constructor"])
    expect(answerFrom(odd, name)).toBeUndefined();
  expect(answerFrom(odd, "/api/m/rows?__proto__=x&constructor=y&toString=z")).toMatchObject({ total: 1 });
  expect(answerFrom(odd, "/api/m/rows?__proto__=other")).toMatchObject({ total: 0 });
});

test("a missing answer has its reason, also for its parts", () => {
  const problems = { "/api/sessions/m~1": { message: "Spoiled.", remedy: "" } };
  for (const address of ["/api/sessions/m~1", "/api/sessions/m~1?as=0", "/api/sessions/m~1/turns?from=3"])
    expect(whyMissing(problems, address).message).toBe("Spoiled.");
  expect(whyMissing(problems, "/api/sessions/m~2").message).toBe("This page is not in the exported file.");
});

test("an address with its query comes before the one without; a missing one is undefined", () => {
  expect(answerFrom(answers, "/api/matrices/m/heat?metric=loops")).toEqual({ metric: "loops" });
  expect(answerFrom(answers, "/api/matrices/m/heat")).toEqual({ metric: "overall" });
  expect(answerFrom(answers, "/api/jobs")).toBeUndefined();
});
