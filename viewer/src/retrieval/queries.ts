import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RetrievalOverview, TestView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

export const overviewQuery = (target: string | undefined) =>
  queryOptions({
    queryKey: ["retrieval", "overview", target],
    queryFn: ({ signal }) => getJson<RetrievalOverview>("/api/retrieval/overview", { target }, signal),
    placeholderData: keepPreviousData,
  });

export const testQuery = (id: string, target: string | undefined) =>
  queryOptions({
    queryKey: ["retrieval", "test", id, target],
    queryFn: ({ signal }) =>
      getJson<TestView>(`/api/retrieval/tests/${encodeURIComponent(id)}`, { target }, signal),
  });
