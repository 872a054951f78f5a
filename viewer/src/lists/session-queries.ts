import type { SessionPage } from "../../../src/contract/index.ts";
import { usePages } from "../api/index.ts";

export type SessionFilters = Partial<Record<"q" | "story" | "prompt" | "narrator" | "outcome", string>>;

const PAGE = 100;
/** While the server reads the sessions for the first time, the list grows. */
const GROWING_MS = 1_000;

/** All sessions, or those of no experiment. */
export const useSessionPages = (asked: SessionFilters, isOwn: boolean) =>
  usePages<SessionPage>(["sessions", isOwn, asked], {
    path: "/api/sessions",
    query: { ...asked, own: isOwn ? "true" : undefined, partial: "true", limit: PAGE },
    refetchInterval: (pages) => (pages.some(({ reading }) => reading) ? GROWING_MS : false),
  });
