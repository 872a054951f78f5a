import { queryOptions } from "@tanstack/react-query";
import type { SessionView, TurnPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

const path = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;

/** A session in full, or as one seat sees it. */
export const sessionQuery = (id: string, as: number | null) =>
  queryOptions({
    queryKey: ["session", id, as],
    queryFn: ({ signal }) => getJson<SessionView>(path(id), { as }, signal),
  });

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
