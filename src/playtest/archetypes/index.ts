export { archetypeIds, archetypeOf, archetypes, isArchetype } from "./archetypes.ts";
export type { KnownNames } from "./archetype.ts";
export { asksByName, drawCrossTalk, drawRelay, drawSharing, drawTurn, type TurnDraw } from "./turn-dice.ts";
