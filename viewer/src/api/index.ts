export { useLiveEvents, type Connection } from "./live-events.ts";
export { ApiProblem, deleteJson, getFile, getJson, postJson, queryClient, withQuery } from "./request.ts";
export { useAsTyped, useServerInfo } from "./server-info.ts";
