/** The address of a comparison. It repeats the parameter, because a folder's name may contain a comma. */
import { withQuery } from "../api/request.ts";

export const compareLink = (
  sessions: readonly string[],
  /** Of the first, which the way back to the editor needs. */ issue?: number,
): string => withQuery("/compare", { sessions, issue });

/** The letter that stands for a session in a comparison. */
export const letter = (at: number): string => String.fromCodePoint(65 + at);
