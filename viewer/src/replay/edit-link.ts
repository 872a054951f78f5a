/** The editor's address and its wording. Everywhere, a replay of turn N keeps the turns before it and plays N anew. */
import { withQuery } from "../api/request.ts";

/** The turn to play anew, and what asks for it. */
export type Replayed = {
  turn: number;
  issue?: number | undefined;
  /** A replay to show. */ job?: string;
};

export const editLink = (session: string, { turn, ...more }: Replayed): string =>
  withQuery(`/sessions/${encodeURIComponent(session)}/edit`, { turn: Math.max(1, turn), ...more });

/** The name of every button and link that opens the editor. */
export const editWords = (turn: number): string => `Edit and replay turn ${Math.max(1, turn)}`;

/** What the branches of a replay keep of the session, as a clause: "keep turns 1 to 13 and play from turn 14". */
export function keptWords(turn: number): string {
  if (turn <= 1) return "play from the start";
  const kept = turn === 2 ? "turn 1" : `turns 1 to ${turn - 1}`;
  return `keep ${kept} and play from turn ${turn}`;
}
