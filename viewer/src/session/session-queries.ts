import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { SessionView, TurnPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/request.ts";
import { changedTurns } from "./changed-turns.ts";

const GROWING_MS = 1_000;

const path = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;

/** A session in full, or as one seat sees it. */
export const sessionQuery = (id: string, as: number | null) =>
  queryOptions({
    queryKey: ["session", id, as],
    queryFn: async ({ signal, client, queryKey }) => {
      const after = await getJson<SessionView>(path(id), { as }, signal);
      const before = client.getQueryData<SessionView>(queryKey);
      if (before) await renewTurns(client, { id, as, before, after });
      return after;
    },
    // Branches appear as their folders are read.
    refetchInterval: ({ state }) => (state.data?.reading ? GROWING_MS : false),
  });

/** Fetches the new and the changed turns of a session into the pages that show them. */
async function renewTurns(
  client: QueryClient,
  { id, as, before, after }: { id: string; as: number | null; before: SessionView; after: SessionView },
): Promise<void> {
  const queryKey = ["turns", id, as];
  const changed = changedTurns(before, after);
  const marks = after.turns.map(({ turn }) => turn);
  const pages = client.getQueriesData<TurnPage>({ queryKey });
  await Promise.all(
    pages.map(async ([key, page]) => {
      const [, , , from, limit] = key as TurnsKey;
      if (!page) return;
      const places = marks.slice(marks.indexOf(from)).slice(0, limit);
      const first = places.findIndex((turn) => changed.has(turn));
      const last = places.findLastIndex((turn) => changed.has(turn));
      if (first < 0) return;
      const { turns } = await getTurns({ id, as, from: places[first]!, limit: last - first + 1 });
      client.setQueryData<TurnPage>(key, (known) => known && withTurns(known, turns));
    }),
  );
}

function withTurns(page: TurnPage, turns: TurnPage["turns"]): TurnPage {
  const all = new Map([...page.turns, ...turns].map((turn) => [turn.turn, turn]));
  return { ...page, turns: [...all.values()].sort((a, b) => a.turn - b.turn) };
}

type TurnsKey = [what: "turns", id: string, as: number | null, from: number, limit: number];
type TurnsWish = { id: string; from: number; limit: number; as: number | null };

const getTurns = ({ id, ...query }: TurnsWish, signal?: AbortSignal): Promise<TurnPage> =>
  getJson<TurnPage>(`${path(id)}/turns`, query, signal);

/** One page of a transcript, in full or as one seat sees it. */
export const turnsQuery = (wish: TurnsWish) =>
  queryOptions({
    queryKey: ["turns", wish.id, wish.as, wish.from, wish.limit] satisfies TurnsKey,
    queryFn: ({ signal }) => getTurns(wish, signal),
  });
