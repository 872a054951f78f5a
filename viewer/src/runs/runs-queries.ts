import { queryOptions } from "@tanstack/react-query";
import type { WorkKind, WorkList, WorkSessions } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

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
