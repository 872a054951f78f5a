import { expect, test } from "vitest";
import { originQuery, sessionQuery, type SessionCard } from "../../../contract/index.ts";
import type { IndexedSession } from "../session-index.ts";
import { listOrigins, listSessions } from "./session-lists.ts";

const session = (
  id: string,
  { of, ...facts }: Partial<SessionCard> & { of?: NonNullable<SessionCard["of"]> } = {},
) =>
  ({
    id,
    sessionId: id,
    dir: `/w/${id}`,
    beside: of ? `/w/${of.id}` : "/w",
    ...(of && { of }),
    card: {
      id,
      ...(of && { of }),
      at: "2026-11-01",
      live: false,
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house",
      outcome: "completed",
      pulses: { detected: 0, expected: 0 },
      issues: 0,
      errors: 0,
      pointsLost: 0,
      cost: 0,
      overall: null,
      ...facts,
    } as SessionCard,
  }) as IndexedSession;
const branch = (id: string, of: string, facts: Partial<SessionCard> = {}) =>
  session(id, { ...facts, branchedFrom: { sessionId: of, turn: 3, changed: [], replicate: 0 } });
const ids = (all: readonly IndexedSession[], query: Record<string, unknown> = {}) =>
  listSessions(all, sessionQuery.parse(query)).sessions.map(({ id }) => id);
const origins = (all: readonly IndexedSession[], query: Record<string, unknown> = {}) =>
  listOrigins(all, originQuery.parse(query));

test("running sessions come first under newest, however old", () => {
  const all = [
    session("new", { at: "2026-11-15" }),
    session("playing", { at: "2026-11-01", live: true }),
    session("old", { at: "2026-10-01" }),
  ];
  expect(ids(all, { sort: "newest" })).toEqual(["playing", "new", "old"]);
  expect(ids(all, { sort: "oldest" })).toEqual(["old", "playing", "new"]);
});

test("own sessions come before those of experiments, across pages", () => {
  const of = { kind: "matrix", id: "m" } as const;
  const all = [
    session("m~2", { at: "2026-11-15", of }),
    session("m~1", { at: "2026-11-14", of }),
    session("new", { at: "2026-11-13" }),
    session("old", { at: "2026-10-01" }),
  ];
  const page = (query: object) =>
    listSessions(all, sessionQuery.parse({ first: "own", limit: 3, ...query })).sessions.map(({ id }) => id);
  expect(page({})).toEqual(["new", "old", "m~2"]);
  expect(page({ cursor: "m~2" })).toEqual(["m~1"]);
  expect(ids(all)).toEqual(["m~2", "m~1", "new", "old"]);
});

test("a list is sorted by any column in both directions, unknown values last", () => {
  const all = [
    session("b", { cost: 2, turns: 1, narrator: "x", pointsLost: 12 }),
    session("a", { cost: null, turns: 3, narrator: "z", issues: null, pointsLost: 0 }),
    session("c", { cost: 5, turns: 2, narrator: "y", pointsLost: 9 }),
  ];
  expect(ids(all, { sort: "cost" })).toEqual(["c", "b", "a"]);
  expect(ids(all, { sort: "cost", order: "asc" })).toEqual(["b", "c", "a"]);
  expect(ids(all, { sort: "turns" })).toEqual(["a", "c", "b"]);
  expect(ids(all, { sort: "title" })).toEqual(["b", "c", "a"]);
  expect(ids(all, { sort: "points" })).toEqual(["b", "c", "a"]);
});

test("by score, sessions without one come last", () => {
  const all = [session("none"), session("low", { overall: 40 }), session("high", { overall: 70 })];
  expect(ids(all, { sort: "score" })).toEqual(["high", "low", "none"]);
  expect(ids(all, { sort: "score", order: "asc" })).toEqual(["low", "high", "none"]);
});

test("branches are under their session, an experiment's sessions under the experiment", () => {
  const small = { kind: "matrix", id: "small" } as const;
  const all = [
    session("plain", { cost: 1 }),
    branch("late", "early", { at: "2026-11-03" }),
    branch("early", "plain", { at: "2026-11-02" }),
    branch("orphan", "deleted"),
    session("small~10", { of: small, prompt: "b", live: true }),
    session("small~9", { of: small, outcome: "failed", cost: null }),
    { ...branch("ab~t~a-0", "plain"), of: { kind: "ab", id: "t" } } as IndexedSession,
  ];
  const { origins: rows, total, sessions } = origins(all);
  expect({ total, sessions }).toEqual({ total: 4, sessions: 7 });
  expect(rows.map(({ key, kind, sessions }) => [key, kind, sessions])).toEqual([
    ["matrix~small", "matrix", 2],
    ["plain", "session", 2],
    ["ab~t", "ab", 1],
    ["orphan", "session", 0],
  ]);
  expect(rows[0]).toMatchObject({ live: 1, finished: 1, failed: 1, cost: null, prompts: ["baseline", "b"] });
  expect(rows[1]).toMatchObject({ at: "2026-11-03", cost: 1 });
  expect(ids(all, { origin: "plain" })).toEqual(["early", "late"]);
  expect(ids(all, { origin: "matrix~small" })).toEqual(["small~9", "small~10"]);
  expect(
    listSessions(all, sessionQuery.parse({ origin: "plain" })).sessions.map(({ parent }) => parent),
  ).toEqual(["plain", "early"]);
  expect(ids(all, { origin: "nobody" })).toEqual([]);
});

test("a filter keeps an origin if a session under it passes, and counts those that do", () => {
  const all = [
    session("plain"),
    branch("other", "plain", { narrator: "x" }),
    branch("same", "plain"),
    session("alone"),
  ];
  expect(origins(all, { narrator: "x" }).origins).toMatchObject([{ key: "plain", sessions: 2, matching: 1 }]);
  expect(ids(all, { origin: "plain", narrator: "x" })).toEqual(["other"]);
});

test("sessions that name each other as parents are listed once", () => {
  const all = [branch("a", "b"), branch("b", "a")];
  expect(origins(all).origins.reduce((sum, { sessions }) => sum + 1 + sessions, 0)).toBe(2);
});

test("the list names what differs among its sessions; an unreadable one differs in nothing", () => {
  const all = [
    session("a", { seed: 1 }),
    session("b", { seed: 2, prompt: "structured" }),
    session("spoiled", { story: "?", unreadable: "It cannot be read." }),
  ];
  expect(listSessions(all, sessionQuery.parse({})).varies).toEqual(["prompt", "seed"]);
});
