export { useLiveEvents, type Connection } from "./live-events.ts";
export { ApiProblem, deleteJson, getFile, getJson, postJson, queryClient, withQuery } from "./request.ts";
export { usePages } from "./use-pages.ts";
export { serverQuery, useAsTyped, useServerInfo } from "./server-info.ts";
