import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RetrievalOverview, TestPage, TestView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

/** The key prefix of everything a finished run makes stale. */
export const RETRIEVAL = ["retrieval"];

export const overviewQuery = (target: string | undefined) =>
  queryOptions({
    queryKey: [...RETRIEVAL, "overview", target],
    queryFn: ({ signal }) => getJson<RetrievalOverview>("/api/retrieval/overview", { target }, signal),
    placeholderData: keepPreviousData,
  });

export const testQuery = (id: string, target: string | undefined) =>
  queryOptions({
    queryKey: [...RETRIEVAL, "test", id, target],
    queryFn: ({ signal }) =>
      getJson<TestView>(`/api/retrieval/tests/${encodeURIComponent(id)}`, { target }, signal),
  });

type TestFilters = Partial<Record<"mechanism" | "group" | "state" | "mark" | "q" | "target", string>>;

export const testsQuery = (filters: TestFilters) =>
  infiniteQueryOptions({
    queryKey: [...RETRIEVAL, "tests", filters],
    queryFn: ({ pageParam, signal }) =>
      getJson<TestPage>("/api/retrieval/tests", { ...filters, cursor: pageParam, limit: 200 }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
