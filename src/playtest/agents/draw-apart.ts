import type { ArchetypeId } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";

type Wanted = { purpose: string; pool: readonly string[]; archetype: ArchetypeId; seat: number };

/**
 * Draws for the players of one group: what one of them has, no other gets while the pool lasts. Two of an
 * archetype may be alike, but never the same person.
 */
export function drawApart({
  seed,
  variation,
}: {
  seed: string | number;
  variation: number;
}): (wanted: Wanted) => string {
  const taken = new Map<string, Set<string>>();
  return ({ purpose, pool, archetype, seat }) => {
    // A narrower pool per archetype gives likelier repeats from session to session: the template shows through.
    const width = Math.max(1, Math.round(pool.length * variation));
    const start =
      dice("pool", archetype, purpose).int(pool.length) + dice(seed, "backstory", seat, purpose).int(width);
    const had = taken.get(purpose) ?? new Set();
    const inOrder = pool.map((_, step) => pool[(start + step) % pool.length]!);
    const drawn = inOrder.find((item) => !had.has(item)) ?? inOrder[0]!;
    taken.set(purpose, had.add(drawn));
    return drawn;
  };
}
