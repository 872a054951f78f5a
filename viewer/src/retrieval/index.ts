export { RetrievalRoutes } from "./retrieval-routes.tsx";
export { firstTarget, targetOptions } from "./run/run-words.ts";
