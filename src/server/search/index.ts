/** Full-text search over all sessions. */
export { openSearch, type Search } from "./open-search.ts";
