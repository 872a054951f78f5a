import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Issue, LiveEvent, SessionView } from "../../../src/contract/index.ts";
import { refreshAfter } from "../api/live-events.ts";
import { changedTurns } from "./changed-turns.ts";
import { sessionQuery, turnsQuery } from "./session-queries.ts";

const PAGE = 50;
const mark = (turn: number) => ({ turn, kind: "other", cost: null, ms: 0, issues: 0, privateTo: [] });
const issue = (turn: number, quoted: number[]): Issue => ({
  turn,
  type: "contradiction",
  description: "",
  severity: "error",
  evidence: quoted.map((turn) => ({ turn, text: "words" })),
  confidence: 0.8,
  source: "reader",
});
type State = { turns: number; read?: number; issues?: Issue[] };
const viewOf = ({ turns, read = turns, issues = [] }: State) =>
  ({
    turns: Array.from({ length: turns }, (_, at) => mark(at + 1)),
    branches: [],
    result: {
      issues,
      read: {
        turns: Array.from({ length: read }, (_, at) => at + 1),
        unread: [],
        of: turns,
        notLookedFor: [],
      },
    },
  }) as unknown as SessionView;

afterEach(() => void vi.unstubAllGlobals());

/** A page that shows a live session, and what it asks the server for after each event. */
async function openLive(state: State) {
  const now = { ...state };
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const from = /from=(\d+)/.exec(path)?.[1];
    if (from === undefined) return Response.json(viewOf(now));
    const turns = viewOf(now)
      .turns.filter(({ turn }) => turn >= Number(from))
      .slice(0, PAGE);
    return Response.json({ turns, total: now.turns, next: null });
  });
  const client = new QueryClient();
  const watch = (options: ReturnType<typeof turnsQuery> | ReturnType<typeof sessionQuery>) =>
    new QueryObserver(client, options as never).subscribe(() => {});
  watch(sessionQuery("live", null));
  for (let from = 1; from <= now.turns; from += PAGE)
    watch(turnsQuery({ id: "live", from, limit: PAGE, as: null }));
  const settled = () => vi.waitUntil(() => client.isFetching() === 0);
  await settled();
  return async (change: State, live = true): Promise<string[]> => {
    Object.assign(now, change);
    asked.length = 0;
    const event: LiveEvent = {
      type: "session",
      session: "live",
      turn: now.turns,
      outcome: "unfinished",
      live,
      issues: null,
      cost: null,
      overall: null,
    };
    refreshAfter(client, [event]);
    await settled();
    return asked.map((path) => /from=\d+/.exec(path)?.[0] ?? "session").toSorted();
  };
}

test("a new turn of a long live session fetches the session and its last page of turns", async () => {
  const after = await openLive({ turns: 310 });
  for (const turns of [311, 312, 313]) expect(await after({ turns })).toEqual(["from=301", "session"]);
});

test("a reading that arrives late and a finding that quotes an early turn fetch their pages", async () => {
  const after = await openLive({ turns: 310, read: 240 });
  expect(await after({ turns: 311, read: 241 })).toEqual(["from=201", "from=301", "session"]);
  expect(await after({ turns: 312, issues: [issue(242, [20, 242])] })).toEqual([
    "from=1",
    "from=201",
    "from=301",
    "session",
  ]);
});

test("the end of a session fetches everything once more", async () => {
  const after = await openLive({ turns: 310 });
  expect((await after({ turns: 310 }, false)).length).toBe(8);
});

test("turns change with their numbers, their reading and findings that come or go", () => {
  const before = viewOf({ turns: 9, read: 4, issues: [issue(3, [1, 3])] });
  const changes = (state: State) => [...changedTurns(before, viewOf(state))].toSorted((a, b) => a - b);
  expect(changes({ turns: 9, read: 4, issues: [issue(3, [1, 3])] })).toEqual([]);
  expect(changes({ turns: 12, read: 4, issues: [issue(3, [1, 3]), issue(12, [7, 12])] })).toEqual([7]);
  expect(changes({ turns: 9, read: 6 })).toEqual([1, 3, 5, 6]);
  const longer = {
    ...before,
    turns: before.turns.map((mark) => (mark.turn === 2 ? { ...mark, issues: 1 } : mark)),
  };
  expect([...changedTurns(before, longer)]).toEqual([2]);
});
