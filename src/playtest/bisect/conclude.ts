import type { BisectFinding } from "../../contract/index.ts";
import type { Posterior } from "./posterior.ts";

export type ConcludeOptions = {
  /** How probable it must be to be said for certain. */
  certainty: number;
  /** A span of so many turns is exact enough. */
  within: number;
  /** The turn that ended the session, from which nothing can be replayed; undefined: it can be gone on with from all of them. */
  endedAt?: number;
};

/** Past this, several turns or none explain what was seen better than any one. */
const MOSTLY = 0.5;

/** What the replays show, and how sure that is. */
export function conclude(
  posterior: Posterior,
  { certainty, within, endedAt }: ConcludeOptions,
): BisectFinding {
  const { turns, steps, none } = posterior;
  const best = steps.indexOf(Math.max(...steps));
  const span = smallestSpan(posterior, certainty);
  const place = (index: number): number | null => turns[index] ?? endedAt ?? null;
  const at = { turn: place(best), probability: steps[best]!, noSingleTurn: none };
  if (none >= MOSTLY)
    return {
      kind: "no-single-turn",
      decided: none >= certainty,
      turn: null,
      probability: none,
      span: null,
      noSingleTurn: none,
    };
  if (span === undefined) return { kind: "undecided", decided: false, ...at, span: null };
  const width = span.to - span.from + 1;
  const shown = { from: place(span.from), to: place(span.to), probability: span.mass };
  if (width === 1 && span.from === 0) return { kind: "from-the-start", decided: true, ...at, span: shown };
  if (width === 1 && place(span.to) === null) return { kind: "recovers", decided: true, ...at, span: shown };
  if (width === 1) return { kind: "turn", decided: true, ...at, span: shown };
  // A span of half the session says nothing that was not known before.
  return {
    kind: width <= Math.max(within, steps.length / 2) ? "span" : "undecided",
    decided: width <= within,
    ...at,
    span: shown,
  };
}

/** The shortest run of steps that together are probable enough; of several, the most probable. */
function smallestSpan(
  { steps, atLeast }: Posterior,
  certainty: number,
): { from: number; to: number; mass: number } | undefined {
  for (let width = 1; width <= steps.length; width++) {
    const spans = Array.from({ length: steps.length - width + 1 }, (_, from) => ({
      from,
      to: from + width - 1,
      mass: atLeast(from, from + width - 1),
    }));
    const best = spans.reduce((a, b) => (b.mass > a.mass ? b : a));
    if (best.mass >= certainty) return best;
  }
  return undefined;
}
