/** All archetypes. To add one, write its file and list it here: groups are drawn from this table, in this order. */
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Archetype } from "./archetype.ts";
import { curious } from "./curious.ts";
import { drifter } from "./drifter.ts";
import { engaged } from "./engaged.ts";
import { experienced } from "./experienced.ts";
import { follower } from "./follower.ts";
import { invested } from "./invested.ts";
import { joker } from "./joker.ts";
import { optimizer } from "./optimizer.ts";
import { questioner } from "./questioner.ts";
import { wildcard } from "./wildcard.ts";

export const archetypes = {
  joker,
  engaged,
  questioner,
  wildcard,
  follower,
  curious,
  optimizer,
  invested,
  drifter,
  experienced,
} satisfies Record<string, Archetype>;

type KnownArchetype = keyof typeof archetypes;
export const archetypeIds = Object.keys(archetypes) as [KnownArchetype, ...KnownArchetype[]];

export const isArchetype = (id: string): id is KnownArchetype => Object.hasOwn(archetypes, id);

/** The archetype of an id that comes from a flag, a story or a stored session. */
export function archetypeOf(id: string): Archetype {
  if (isArchetype(id)) return archetypes[id];
  throw new HarnessError({
    code: "unknown-name",
    message:
      `Unknown archetype "${id}". Known: ${archetypeIds.join(", ")}. ${suggestion(id, archetypeIds)}`.trimEnd(),
    remedy: "Use a known archetype. To open a session from another version of Rehearse, use that version.",
  });
}
