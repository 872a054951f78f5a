/** Which session branched from which, and what every session is listed under. */
import { basename } from "node:path";
import type { OriginRow, SessionCard } from "../../../contract/index.ts";
import { sessionId as idOf, type IndexedSession } from "../session-index.ts";

type Parents = (session: IndexedSession) => IndexedSession | undefined;
type All = readonly IndexedSession[];

/** Remembers the last answer for a list of sessions: the index makes a new list when something has changed. */
function once<Result>(make: (all: All) => Result): (all: All) => Result {
  const made = new WeakMap<All, Result>();
  return (all) => {
    const known = made.get(all);
    if (known !== undefined) return known;
    const now = make(all);
    made.set(all, now);
    return now;
  };
}

/** Finds the session that another branched from; undefined if it is not there. */
export const parentsAmong = once((all): Parents => {
  const bySessionId = Map.groupBy(all, ({ sessionId }) => sessionId);
  return ({ card: { branchedFrom }, beside, id }) => {
    const named = branchedFrom
      ? (bySessionId.get(branchedFrom.sessionId) ?? []).filter((each) => each.id !== id)
      : [];
    // Matrices number their sessions alike: the one in the same folder is meant. Replays of a test come from elsewhere.
    const near = named.filter((each) => each.beside === beside);
    // So is the one with the matching name: a copied folder has the same id inside.
    return near.find(({ dir, sessionId }) => basename(dir) === sessionId) ?? near[0] ?? named[0];
  };
});

/** A session played by itself with its branches, or an experiment with its sessions. */
export type Origin = {
  readonly key: string;
  readonly kind: OriginRow["kind"];
  readonly id: string;
  /** Absent: an experiment. */ readonly session?: IndexedSession;
  /** Branches follow their parents; the sessions of an experiment are in the order of their names. */
  readonly under: readonly IndexedSession[];
};

export const originsOf = once((all): readonly Origin[] => {
  const parentOf = parentsAmong(all);
  const roots = new Map<IndexedSession, IndexedSession>();
  const rootOf = (session: IndexedSession): IndexedSession => {
    const path = new Set<IndexedSession>();
    let root = session;
    for (;;) {
      path.add(root);
      const parent = roots.get(root) ?? parentOf(root);
      // The branch of an experiment's session is a session of its own. A circle ends where it closes.
      if (!parent || parent.of || path.has(parent)) break;
      root = parent;
    }
    for (const each of path) roots.set(each, root);
    return root;
  };
  const byKey = Map.groupBy(all, (session) => originKey(session.of) ?? rootOf(session).id);
  return [...byKey].map(([key, members]): Origin => {
    const { of } = members[0]!;
    if (of) return { key, kind: of.kind, id: of.id, under: members.toSorted(byName) };
    const session = members.find(({ id }) => id === key)!;
    return { key, kind: "session", id: key, session, under: branchesBelow(session, members, parentOf) };
  });
});

/** One joint: the id of a session by itself has none. */
const originKey = (of: SessionCard["of"]): string | undefined =>
  of && idOf(of.id, { kind: "matrix", id: of.kind });

const collator = new Intl.Collator("en", { numeric: true });
const byName = (a: IndexedSession, b: IndexedSession) => collator.compare(a.id, b.id);
const byBranching = (a: IndexedSession, b: IndexedSession) =>
  (a.card.branchedFrom?.turn ?? 0) - (b.card.branchedFrom?.turn ?? 0) ||
  (a.card.at ?? "").localeCompare(b.card.at ?? "") ||
  byName(a, b);

function branchesBelow(
  root: IndexedSession,
  members: readonly IndexedSession[],
  parentOf: Parents,
): IndexedSession[] {
  const children = Map.groupBy(
    members.filter((each) => each !== root),
    (each) => parentOf(each)?.id,
  );
  const found: IndexedSession[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next !== root) found.push(next);
    waiting.push(...(children.get(next.id) ?? []).toSorted(byBranching).toReversed());
    children.delete(next.id);
  }
  return found;
}
