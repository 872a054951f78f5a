export { useLiveEvents, type Connection } from "./live-events.ts";
export { queryClient } from "./query-client.ts";
export { ApiProblem, deleteJson, getJson, postJson, withQuery, type Query } from "./request.ts";
