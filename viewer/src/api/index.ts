export { useLiveEvents, type Connection } from "./live-events.ts";
export {
  ApiProblem,
  deleteJson,
  getFile,
  getJson,
  postJson,
  queryClient,
  withQuery,
  type Query,
} from "./request.ts";
export { asTyped, useAsTyped, useServerInfo } from "./server-info.ts";
