export type { Archetype, HouseLines } from "./archetype.ts";
export { archetypeIds, archetypeOf, archetypes, isArchetype, type KnownArchetype } from "./archetypes.ts";
export type { KnownNames } from "./quirk-rules.ts";
export {
  asksByName,
  drawCrossTalk,
  drawRelay,
  drawSharing,
  drawTurn,
  moods,
  type TurnDraw,
} from "./turn-dice.ts";
