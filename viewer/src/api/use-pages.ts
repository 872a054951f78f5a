import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import { getJson, type Query } from "./request.ts";

/** A list of the server, page after page. What was shown stays until a changed query is answered. */
export const usePages = <Page extends { next: string | null }>(
  queryKey: QueryKey,
  { path, query, ...options }: Asked<Page>,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => getJson<Page>(path, { ...query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => options.refetchInterval?.(state.data?.pages ?? []) ?? false,
  });

type Asked<Page> = {
  path: string;
  query: Query;
  /** When to ask again, in milliseconds. */
  refetchInterval?: (pages: readonly Page[]) => number | false;
};
