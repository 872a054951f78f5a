import { basename } from "node:path";
import type { BranchNode } from "../../contract/index.ts";
import type { IndexedSession } from "./session-index.ts";

/** More would be a heap, not a tree. */
const MOST = 500;

/** The session's whole family, from the first that is still there: parents before their branches. */
export function branchTree(session: IndexedSession, all: readonly IndexedSession[]): BranchNode[] {
  const bySessionId = Map.groupBy(all, ({ sessionId }) => sessionId);
  const parentOf = ({ card: { branchedFrom }, beside, id }: IndexedSession): IndexedSession | undefined => {
    const named = branchedFrom
      ? (bySessionId.get(branchedFrom.sessionId) ?? []).filter((each) => each.id !== id)
      : [];
    // Matrices number their sessions alike: the one beside it is meant. Replays of a test come from elsewhere.
    const near = named.filter((each) => each.beside === beside);
    // So is the one that bears the name: the copy of a folder says the same of itself.
    return near.find(({ dir, sessionId }) => basename(dir) === sessionId) ?? near[0] ?? named[0];
  };
  const children = Map.groupBy(
    all.filter(({ card }) => card.branchedFrom),
    (each) => parentOf(each)?.id,
  );
  let root = session;
  for (const seen = new Set([root.id]); ; seen.add(root.id)) {
    const parent = parentOf(root);
    if (!parent || seen.has(parent.id)) break;
    root = parent;
  }
  const nodes: BranchNode[] = [];
  const visited = new Set<string>();
  const visit = (each: IndexedSession, parent: string | null): void => {
    if (nodes.length >= MOST || visited.has(each.id)) return;
    visited.add(each.id);
    const {
      branchedFrom,
      turns,
      story,
      prompt,
      narrator,
      at,
      outcome,
      issues,
      errors,
      overall,
      live,
      damage,
      unreadable,
    } = each.card;
    nodes.push({
      id: each.id,
      parent,
      fromTurn: branchedFrom?.turn ?? 0,
      turns,
      changed: branchedFrom?.changed ?? [],
      replicate: branchedFrom?.replicate ?? 0,
      story,
      prompt,
      narrator,
      at,
      outcome,
      issues,
      errors,
      overall,
      live,
      damaged: damage !== undefined || unreadable !== undefined,
    });
    for (const child of children.get(each.id) ?? []) visit(child, each.id);
  };
  visit(root, null);
  return nodes;
}
