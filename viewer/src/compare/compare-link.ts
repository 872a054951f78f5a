/** Where sessions are held side by side. Each is named by itself: a folder's name can have a comma. */
import { withQuery } from "../api/request.ts";

/** As many as the API takes. */
export const MOST_COMPARED = 12;

export const compareLink = (sessions: readonly string[]): string =>
  withQuery("/compare", { sessions: sessions.slice(0, MOST_COMPARED) });

/** An address that somebody typed may have them with commas, as the API's can. */
export function comparedIn(params: URLSearchParams): string[] {
  const named = params.getAll("sessions");
  return named.length === 1 ? (named[0] ?? "").split(",").filter(Boolean) : named;
}

/** What a session is called beside the others. */
export const letter = (at: number): string => String.fromCodePoint(65 + at);
