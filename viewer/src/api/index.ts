export { useLiveEvents, type Connection } from "./live-events.ts";
export { queryClient } from "./query-client.ts";
export { ApiProblem, deleteJson, getJson, postJson } from "./request.ts";
export { withQuery, type Query } from "./with-query.ts";
