import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CheckRunView, RetrievalOverview, TestPage, TestView } from "../../../src/contract/index.ts";
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

type CheckRunPage = { items: CheckRunView[] };
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ["check-runs", id],
    queryFn: ({ signal }) => getJson<CheckRunView>(`/api/check-runs/${encodeURIComponent(id)}`, {}, signal),
  });

/** Lets a page show a run that was started elsewhere. */
export const runsQuery = queryOptions({
  queryKey: ["check-runs"],
  queryFn: ({ signal }) => getJson<CheckRunPage>("/api/check-runs", { limit: 10 }, signal),
});
