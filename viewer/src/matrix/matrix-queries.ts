import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { MatrixRowPage, MatrixView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

const path = (id: string) => `/api/matrices/${encodeURIComponent(id)}`;

export const matrixQuery = (id: string) =>
  queryOptions({
    queryKey: ["matrix", id],
    queryFn: ({ signal }) => getJson<MatrixView>(path(id), {}, signal),
  });

export const filterNames = ["story", "prompt", "narrator", "outcome"] as const;
export type Filters = Partial<Record<(typeof filterNames)[number], string>>;

export const rowsQuery = (id: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ["matrix", id, "rows", filters],
    queryFn: ({ pageParam, signal }) =>
      getJson<MatrixRowPage>(`${path(id)}/rows`, { ...filters, cursor: pageParam, limit: 200 }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
