/** The address of the editor: what to change, and the turn after which it is played anew. */
import { withQuery } from "../api/request.ts";

export const editLink = (session: string, { turn, issue }: { turn: number; issue?: number }): string =>
  withQuery(`/sessions/${encodeURIComponent(session)}/edit`, { turn, issue });

/** A finding is in its own turn, so that turn is played anew: the branch starts after the one before. */
export const editFinding = (session: string, { turn, issue }: { turn: number; issue?: number }): string =>
  editLink(session, { turn: Math.max(0, turn - 1), ...(issue !== undefined && { issue }) });
