export { RetrievalRoutes } from "./retrieval-routes.tsx";
export { firstTarget } from "./run/run-words.ts";
