import { queryOptions } from "@tanstack/react-query";
import type { Choices, ContentText, SessionTexts } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import type { TextKind } from "./draft.ts";

/** The available choices. They depend on files and keys and rarely change. */
export const choicesQuery = queryOptions({
  queryKey: ["choices"],
  queryFn: ({ signal }) => getJson<Choices>("/api/choices", {}, signal),
  staleTime: 60_000,
});

export const textsPath = (session: string): string => `/api/sessions/${encodeURIComponent(session)}/texts`;

/** The prompt and guide that a session was played with. */
export const textsQuery = (session: string) =>
  queryOptions({
    queryKey: ["texts", session],
    queryFn: ({ signal }) => getJson<SessionTexts>(textsPath(session), {}, signal),
  });

export const contentPaths: Record<TextKind, string> = { prompt: "/api/prompts", guide: "/api/stories" };

/** A prompt or guide as it is now. */
export const contentQuery = (kind: TextKind, name: string) =>
  queryOptions({
    queryKey: ["content", kind, name],
    queryFn: ({ signal }) =>
      getJson<ContentText>(`${contentPaths[kind]}/${encodeURIComponent(name)}`, {}, signal),
    staleTime: 0,
  });
