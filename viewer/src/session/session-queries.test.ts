import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Issue, SessionView, TurnPage } from "../../../src/contract/index.ts";
import { refreshAfter } from "../api/live-events.ts";
import { sessionQuery, turnsQuery } from "./session-queries.ts";

const PAGE = 50;
const mark = (turn: number) => ({ turn, kind: "other", cost: null, ms: 0, issues: 0 });
const issue = (turn: number, quoted: number[]): Issue => ({
  turn,
  kind: "contradiction",
  description: "",
  severity: "error",
  evidence: quoted.map((turn) => ({ turn, text: "words" })),
  confidence: 0.8,
  source: "reader",
});
type State = { turns: number; read?: number; issues?: Issue[]; live?: boolean; judged?: number };
const viewOf = ({ turns, read = turns, issues = [], live = true, judged }: State) =>
  ({
    card: { live },
    turns: Array.from({ length: turns }, (_, at) => mark(at + 1)),
    branches: [],
    verdict: judged && { scores: { pacing: { quotes: [{ turn: judged, text: "words" }] } } },
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
    const [, from, limit] = /from=(\d+)&limit=(\d+)/.exec(path) ?? [];
    if (from === undefined) return Response.json(viewOf(now));
    const turns = viewOf(now)
      .turns.filter(({ turn }) => turn >= Number(from))
      .slice(0, Number(limit));
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
  const after = async (change: State): Promise<string[]> => {
    Object.assign(now, change);
    asked.length = 0;
    await refreshAfter(client, [{ type: "session", session: "live", turn: now.turns }]);
    await settled();
    return asked.map((path) => /from=\d+&limit=\d+/.exec(path)?.[0] ?? "session").toSorted();
  };
  const shown = () =>
    client
      .getQueriesData<TurnPage>({ queryKey: ["turns"] })
      .flatMap(([, page]) => page?.turns.map(({ turn }) => turn) ?? []);
  return { after, shown };
}

test("a new turn of a long live session fetches the session and that turn", async () => {
  const { after, shown } = await openLive({ turns: 310 });
  for (const turns of [311, 312, 313])
    expect(await after({ turns })).toEqual([`from=${turns}&limit=1`, "session"]);
  expect(await after({ turns: 316 })).toEqual(["from=314&limit=3", "session"]);
  expect(shown()).toEqual(Array.from({ length: 316 }, (_, at) => at + 1));
});

test("a reading that arrives late and a finding that quotes an early turn fetch those turns", async () => {
  const { after } = await openLive({ turns: 310, read: 240 });
  expect(await after({ turns: 311, read: 241 })).toEqual(["from=241&limit=1", "from=311&limit=1", "session"]);
  expect(await after({ turns: 312, issues: [issue(242, [20, 242])] })).toEqual([
    "from=20&limit=1",
    "from=242&limit=1",
    "from=312&limit=1",
    "session",
  ]);
});

test("the end of a session fetches its last turn, and a judge the turns that it quotes", async () => {
  const { after } = await openLive({ turns: 310 });
  expect(await after({ turns: 311, live: false })).toEqual(["from=311&limit=1", "session"]);
  expect(await after({ turns: 311, judged: 20 })).toEqual(["from=20&limit=1", "session"]);
});
