import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { HeatMap, MatrixRowPage, MatrixView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

const path = (id: string) => `/api/matrices/${encodeURIComponent(id)}`;

export const matrixQuery = (id: string) =>
  queryOptions({
    queryKey: ["matrix", id],
    queryFn: ({ signal }) => getJson<MatrixView>(path(id), {}, signal),
  });

/** Another matrix can be the baseline in place of its own. */
export const heatQuery = (id: string, metric: string, baseline: string | undefined) =>
  queryOptions({
    queryKey: ["matrix", id, "heat", metric, baseline],
    queryFn: ({ signal }) => getJson<HeatMap>(`${path(id)}/heat`, { metric, baseline }, signal),
    placeholderData: keepPreviousData,
  });

export type Cell = { story: string; prompt: string; narrator: string };

export const rowsQuery = (id: string, { story, prompt, narrator }: Cell) =>
  queryOptions({
    queryKey: ["matrix", id, "rows", story, prompt, narrator],
    queryFn: ({ signal }) =>
      getJson<MatrixRowPage>(`${path(id)}/rows`, { story, prompt, narrator, limit: 200 }, signal),
    placeholderData: keepPreviousData,
  });
