import { queryOptions } from "@tanstack/react-query";
import type { JobView, UnfinishedRuns } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

export const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: ({ signal }) => getJson<{ jobs: JobView[] }>("/api/jobs", {}, signal),
});

export const jobPath = (id: string): string => `/api/jobs/${encodeURIComponent(id)}`;

export const runsQuery = queryOptions({
  queryKey: ["runs"],
  queryFn: ({ signal }) => getJson<UnfinishedRuns>("/api/runs", {}, signal),
});
