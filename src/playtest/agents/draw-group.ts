import type { ArchetypeId, GroupWish } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { archetypeIds, archetypeOf } from "../archetypes/index.ts";

export type DrawnGroup = { archetypes: ArchetypeId[]; spokesperson: number };

/** Who sits at the table: size, archetypes (repeats allowed, as in life) and the spokesperson, from the seed or as wished. */
export function drawGroup({ seed, wish = {} }: { seed: string | number; wish?: GroupWish }): DrawnGroup {
  const { players, archetypes: wished } = wish;
  if (wished && players !== undefined && wished.length !== players) {
    throw new HarnessError({
      code: "group-mismatch",
      message: `--players says ${players}, and --archetypes names ${wished.length}.`,
      remedy: "Leave one of them out, or make them agree.",
    });
  }
  wished?.forEach(archetypeOf);
  const size = wished?.length ?? players ?? 2 + dice(seed, "group", "size").int(4);
  const archetypes =
    wished ??
    Array.from({ length: size }, (_, seat) => dice(seed, "group", "archetype", seat).pick(archetypeIds));
  return { archetypes, spokesperson: dice(seed, "group", "spokesperson").int(size) };
}
