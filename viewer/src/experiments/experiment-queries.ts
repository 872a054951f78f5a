import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AbView, BisectView, ExperimentPage } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

export const experimentsQuery = (kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["experiments", kind],
    queryFn: ({ pageParam, signal }) =>
      getJson<ExperimentPage>("/api/experiments", { kind, cursor: pageParam, limit: 50 }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const abQuery = (id: string) =>
  queryOptions({
    queryKey: ["ab", id],
    queryFn: ({ signal }) => getJson<AbView>(`/api/ab/${encodeURIComponent(id)}`, {}, signal),
  });

export const bisectQuery = (id: string) =>
  queryOptions({
    queryKey: ["bisect", id],
    queryFn: ({ signal }) => getJson<BisectView>(`/api/bisects/${encodeURIComponent(id)}`, {}, signal),
  });
