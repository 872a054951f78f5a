import type { ArchetypeId, PlayerTurn } from "../../contract/index.ts";
import { archetypes } from "../archetypes/index.ts";

const rank = ({ offTopic }: PlayerTurn) => ["none", "light", "medium", "heavy"].indexOf(offTopic);

/** Of those who are off the story, who went furthest, and the kind of aside that theirs is. */
export function leadingAside(
  off: readonly PlayerTurn[],
  archetypeOf: (seat: number) => ArchetypeId,
): { seat: number; type: string } | undefined {
  if (off.length === 0) return undefined;
  const { seat } = off.reduce((most, player) => (rank(player) > rank(most) ? player : most));
  return { seat, type: archetypes[archetypeOf(seat)].tangent?.type ?? "aside" };
}
