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
      if (before) renewPages(client, { id, as, turns: changedTurns(before, after) });
      return after;
    },
    // Branches appear as their folders are read.
    refetchInterval: ({ state }) => (state.data?.reading ? GROWING_MS : false),
  });

/** Fetches the pages again that show one of these turns. */
function renewPages(
  client: QueryClient,
  { id, as, turns }: { id: string; as: number | null; turns: ReadonlySet<number> },
): void {
  if (turns.size === 0) return;
  void client.invalidateQueries({
    queryKey: ["turns", id, as],
    predicate: ({ state }) =>
      (state.data as TurnPage | undefined)?.turns.some(({ turn }) => turns.has(turn)) ?? false,
  });
}

/** One page of a transcript, in full or as one seat sees it. */
export const turnsQuery = ({
  id,
  from,
  limit,
  as,
}: {
  id: string;
  from: number;
  limit: number;
  as: number | null;
}) =>
  queryOptions({
    queryKey: ["turns", id, as, from, limit],
    queryFn: ({ signal }) => getJson<TurnPage>(`${path(id)}/turns`, { from, limit, as }, signal),
  });
