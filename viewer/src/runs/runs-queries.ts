import { queryOptions } from "@tanstack/react-query";
import type { EngineSessions, WorkKind, WorkList, WorkSessions } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

/** Workers report to the database, not to this server: their runs are asked for again and again. */
const ENGINE_EVERY_MS = 3_000;

export const runsQuery = queryOptions({
  queryKey: ["runs"],
  queryFn: ({ signal }) => getJson<WorkList>("/api/runs", {}, signal),
  refetchInterval: ({ state }) => (state.data?.engine ? ENGINE_EVERY_MS : false),
});

export const workSessionsQuery = (kind: Exclude<WorkKind, "session">, id: string) =>
  queryOptions({
    queryKey: ["work-sessions", `${kind} ${id}`],
    queryFn: ({ signal }) =>
      getJson<WorkSessions>(`/api/runs/${kind}/${encodeURIComponent(id)}/sessions`, {}, signal),
  });

export const engineSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["engine-sessions", id],
    queryFn: ({ signal }) =>
      getJson<EngineSessions>(`/api/engine-runs/${encodeURIComponent(id)}/sessions`, {}, signal),
    refetchInterval: ENGINE_EVERY_MS,
  });
