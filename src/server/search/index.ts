/** Full-text search over all sessions. */
export { createSearch, type Search } from "./create-search.ts";
