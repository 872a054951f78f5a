/** The address of a comparison. It repeats the parameter per session, because a folder's name may contain a comma. */
import { withQuery } from "../api/request.ts";

/** The API's limit. */
export const MOST_COMPARED = 12;

export const compareLink = (sessions: readonly string[]): string =>
  withQuery("/compare", { sessions: sessions.slice(0, MOST_COMPARED) });

/** A typed address may separate them with commas, as the API allows. */
export function comparedIn(params: URLSearchParams): string[] {
  const named = params.getAll("sessions");
  return named.length === 1 ? (named[0] ?? "").split(",").filter(Boolean) : named;
}

/** The letter that stands for a session in a comparison. */
export const letter = (at: number): string => String.fromCodePoint(65 + at);
