export { archetypeIds, archetypeOf, archetypes, isArchetype } from "./archetypes.ts";
export type { KnownNames } from "./quirk-rules.ts";
export { asksByName, drawCrossTalk, drawRelay, drawSharing, drawTurn, type TurnDraw } from "./turn-dice.ts";
