export { archetypeIds, archetypeOf, archetypes, isArchetype } from "./archetypes.ts";
export { asksByName, drawCrossTalk, drawRelay, drawTurn, type TurnDraw } from "./turn-dice.ts";
