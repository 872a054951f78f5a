/** Episodes by kind over many sessions: how many, in how many sessions, what they cost, and the worst one. */
import type { Episode } from "../../../contract/index.ts";

export type FoundKind = {
  kind: string;
  episodes: number;
  pointsLost: number;
  /** With such an episode, of all. */
  sessions: number;
  of: number;
  /** The session of the example. */
  sessionId: string;
  example: Episode;
};

/** Keeps one example of each kind, not the sessions. */
export function countKinds(): {
  add(session: { sessionId: string; issues: readonly Episode[] }): void;
  /** The costliest first. */
  all(): FoundKind[];
} {
  const kinds = new Map<string, Omit<FoundKind, "of">>();
  let of = 0;
  return {
    add({ sessionId, issues }) {
      of += 1;
      for (const [kind, own] of Map.groupBy(issues, (episode) => episode.kind)) {
        const worst = own.reduce((one, other) => (other.pointsLost > one.pointsLost ? other : one));
        const before = kinds.get(kind);
        const example =
          before && before.example.pointsLost >= worst.pointsLost
            ? { sessionId: before.sessionId, example: before.example }
            : { sessionId, example: worst };
        kinds.set(kind, {
          kind,
          episodes: (before?.episodes ?? 0) + own.length,
          pointsLost: own.reduce((sum, { pointsLost }) => sum + pointsLost, before?.pointsLost ?? 0),
          sessions: (before?.sessions ?? 0) + 1,
          ...example,
        });
      }
    },
    all: () =>
      [...kinds.values()]
        .map((found) => ({ ...found, of }))
        .toSorted((one, other) => other.pointsLost - one.pointsLost),
  };
}
