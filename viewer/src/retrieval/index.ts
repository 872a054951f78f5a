export { RetrievalRoutes } from "./retrieval-routes.tsx";
export { overviewQuery } from "./queries.ts";
export { checkChoices, firstTarget } from "./run/run-words.ts";
