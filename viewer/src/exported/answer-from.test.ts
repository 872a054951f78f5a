import { expect, test } from "vitest";
import type { TurnPage, TurnView } from "../../../src/contract/index.ts";
import { answerFrom } from "./answer-from.ts";

const pageOf = (by: string): TurnPage => ({
  turns: [1, 2, 3].map((turn) => ({ turn, title: by }) as TurnView),
  total: 3,
  next: null,
});
const tests = [
  { state: "full", mechanism: "semantic", groups: ["g"] },
  { state: "below", mechanism: "semantic", groups: [] },
];
const answers = {
  "/api/sessions/s~1/turns": pageOf("all"),
  "/api/sessions/s~1/turns?as=1": pageOf("seat 1"),
  "/api/retrieval/tests": { tests, total: 2, next: null },
};

test("turns are cut into pages", () => {
  expect(answerFrom(answers, "/api/sessions/s~1/turns?from=2&limit=1")).toMatchObject({
    turns: [{ turn: 2 }],
    total: 3,
    next: "3",
  });
});

test("a player's turns are stored separately, or not at all", () => {
  const of = (seat: number) => answerFrom(answers, `/api/sessions/s~1/turns?from=3&limit=1&as=${seat}`);
  expect(of(1)).toMatchObject({ turns: [{ turn: 3, title: "seat 1" }] });
  expect(of(0)).toBeUndefined();
});

test("the list of tests is filtered as the server filters it", () => {
  const of = (query: string) => answerFrom(answers, `/api/retrieval/tests?${query}`);
  expect(of("state=full&mechanism=semantic&limit=1")).toEqual({ tests: [tests[0]], total: 1, next: null });
  for (const [query, at] of [
    ["q=BELOW%20semantic", 1],
    ["group=g", 0],
  ] as const)
    expect(of(query)).toMatchObject({ tests: [tests[at]] });
});

test("a player's view of a session is stored separately, or not at all", () => {
  const session = { "/api/sessions/s": { as: null }, "/api/sessions/s?as=1": { as: 1 } };
  expect(answerFrom(session, "/api/sessions/s?as=1")).toEqual({ as: 1 });
  expect(answerFrom(session, "/api/sessions/s")).toEqual({ as: null });
  expect(answerFrom(session, "/api/sessions/s?as=0")).toBeUndefined();
});

test("inherited properties of an object are not answers, and a missing answer is undefined", () => {
  for (const name of ["__proto__", "constructor", "/api/constructor", "/api/jobs"])
    expect(answerFrom({}, name)).toBeUndefined();
});
