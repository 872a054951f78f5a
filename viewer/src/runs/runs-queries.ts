import { queryOptions } from "@tanstack/react-query";
import type { JobView, WorkKind, WorkList, WorkSessions } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

export const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: ({ signal }) => getJson<{ jobs: JobView[] }>("/api/jobs", {}, signal),
});

export const jobPath = (id: string): string => `/api/jobs/${encodeURIComponent(id)}`;

export const runsQuery = queryOptions({
  queryKey: ["runs"],
  queryFn: ({ signal }) => getJson<WorkList>("/api/runs", {}, signal),
});

export const workSessionsQuery = (kind: Exclude<WorkKind, "session">, id: string) =>
  queryOptions({
    queryKey: ["work-sessions", `${kind} ${id}`],
    queryFn: ({ signal }) =>
      getJson<WorkSessions>(`/api/runs/${kind}/${encodeURIComponent(id)}/sessions`, {}, signal),
  });
